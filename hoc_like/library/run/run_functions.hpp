#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// finitialize, fadvance, fcurrent, ... and the run's variables t, dt, celsius, secondorder, stoprun.
void register_run_functions(Registry& registry, Session& session);
/// FInitializeHandler.
void register_initialize_handler(Registry& registry, Session& session);
/// CVode, the part that holds for fixed steps.
void register_cvode(Registry& registry, Session& session);

}  // namespace ranvier::hoc
