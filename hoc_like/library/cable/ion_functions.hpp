#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// ion_style, ion_register, ion_charge, nernst, ghk.
void register_ion_functions(Registry& registry, Session& session);

}  // namespace ranvier::hoc
