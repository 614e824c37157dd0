#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// finitialize, fadvance, fcurrent, ... and the run's variables t, dt, celsius, secondorder, stoprun.
void register_run_functions(Registry& registry, Session& session);

}  // namespace ranvier::hoc
