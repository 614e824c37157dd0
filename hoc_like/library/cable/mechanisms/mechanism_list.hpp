#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/solve/model.hpp"

namespace ranvier::hoc {

/// A mechanism as MechanismType and MechanismStandard present it. `morphology` (diam) and `capacitance` (cm, i_cap)
/// count as density mechanisms of every section.
struct ListedMechanism {
    std::string name;
    std::optional<engine::MechanismId> id;  ///< empty for morphology, capacitance and PatternStim
};

/// A point process of NEURON that the engine has no mechanism for.
inline constexpr std::string_view pattern_stim_name = "PatternStim";

/// Density mechanisms and ions, or point processes and artificial cells, in the order of registration.
std::vector<ListedMechanism> listed_mechanisms(const engine::Model& model, bool point_processes);

/// A variable of a mechanism by the name that MechanismStandard gives it: `gnabar_hh`, `amp`, `ena`.
struct ListedVariable {
    enum class Kind { parameter = 1, assigned = 2, state = 3 };
    std::string name;
    Kind kind;
    int length;
    int column;  ///< in the instance's table; unused for `diam`, `cm` and `i_cap`
    double default_value;
};
std::vector<ListedVariable> variables_of(const engine::Model& model, const ListedMechanism& mechanism);

}  // namespace ranvier::hoc
