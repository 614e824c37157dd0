#pragma once

#include "engine/storage/variable_ref.hpp"

namespace ranvier::hoc {

class Registry;
class Session;

/// Registers what a mechanism gives to scripts: a class for a point process or artificial cell, GLOBAL variables
/// (`usetable_hh`) and functions (`vtrap_hh(x, y)`). Range variables need no entry: Cables looks them up.
void register_mechanism_names(Registry& registry, Session& session, engine::MechanismId mechanism);

/// The concentrations that an ion starts with: `nai0_na_ion`, `nao0_na_ion`.
void register_ion_names(Registry& registry, Session& session, engine::MechanismId ion);

}  // namespace ranvier::hoc
