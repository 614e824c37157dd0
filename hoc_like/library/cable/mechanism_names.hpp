#pragma once

#include <string>
#include <vector>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::engine {
class MechanismType;
}

namespace ranvier::hoc {

class Session;

/// Registers a mechanism's names for scripts: a class for a point process or artificial cell, GLOBAL variables
/// (`usetable_hh`) and functions (`vtrap_hh(x, y)`). Range variables need no entry: Cables looks them up.
void register_mechanism_names(Registry& registry, Session& session, engine::MechanismId mechanism);

/// Warns of names of a mechanism's previous version that `now` lacks. They stay: compiled scripts hold what a name means.
void warn_of_lost_names(const rv_mechanism& now, std::vector<std::string> old_names,
                        std::vector<std::string> new_names);

/// The class of a point process or artificial cell.
ClassDefinition point_process_class(Session& session, const engine::MechanismType& type);

/// Registers an ion's initial concentrations: `nai0_na_ion`, `nao0_na_ion`.
void register_ion_names(Registry& registry, Session& session, engine::MechanismId ion);

}  // namespace ranvier::hoc
