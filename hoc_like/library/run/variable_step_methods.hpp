#pragma once

#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;
struct RunParts;

/// Methods of CVode for tolerances of variables, states, counters and records at each step.
std::vector<MethodDefinition> variable_step_methods(const RunParts& parts);

/// Whether there are instances of extracellular or LinearMechanisms, for which variable steps use the integrator for
/// algebraic equations.
bool has_algebraic_mechanisms(const Context& context);

/// Whether variable steps would use IDA: because of such mechanisms in the model, or at the script's request.
bool has_algebraic_equations(const Context& context);

}  // namespace ranvier::hoc
