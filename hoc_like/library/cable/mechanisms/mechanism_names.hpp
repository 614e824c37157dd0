#pragma once

#include <string>
#include <vector>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::engine {
class MechanismType;
}

namespace ranvier::hoc {

class CallingFrames;
struct Context;

// A mechanism's names for scripts. Range variables need no entry: Cables looks them up.

/// Registers the functions of a density mechanism (`vtrap_hh(x, y)`), or those of SUFFIX nothing.
void register_functions(Registry& registry, const Context& context, CallingFrames& frames,
                        const engine::MechanismType& type);

/// Registers GLOBAL variables (`usetable_hh`).
void register_globals(Registry& registry, engine::MechanismType& type);

/// Warns of names of a mechanism's previous version that `now` lacks. They stay: compiled scripts hold what a name means.
void warn_of_lost_names(const rv_mechanism& now, std::vector<std::string> old_names,
                        std::vector<std::string> new_names);

/// The class of a point process or artificial cell.
ClassDefinition point_process_class(const Context& context, CallingFrames& frames, const engine::MechanismType& type);

/// Registers an ion's initial concentrations: `nai0_na_ion`, `nao0_na_ion`.
void register_ion_names(Registry& registry, const Context& context, engine::MechanismId ion);

}  // namespace ranvier::hoc
