#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// Methods of CVode about what is integrated: tolerances of variables, states, counts, records at each step.
std::vector<MethodDefinition> variable_step_methods(Session& session);

/// Are there instances of extracellular, or LinearMechanisms? Then variable steps are those for algebraic equations.
bool has_algebraic_mechanisms(Session& session);

/// Whether variable steps would be IDA's: by extracellular anywhere in the model, or because the script wants them to be.
bool has_algebraic_equations(Session& session);

}  // namespace ranvier::hoc
