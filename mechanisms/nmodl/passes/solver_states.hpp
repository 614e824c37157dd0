#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The parts of a derivative's name: Dm is the first derivative of m, D2m the second.
struct DerivativeName {
    const Symbol* state = nullptr;  ///< null: not the name of a derivative
    int order = 0;
};
DerivativeName derivative_name(const Program& program, const std::string& name);

/// "m", "Dm", "D2m", ...
std::string derivative_of(const std::string& state, int order);

/// All elements of a variable: m, or m[0], m[1], ...
std::vector<ExpressionPtr> elements(const Program& program, const std::string& name);

/// Names in the order in which NEURON 9.0.2 numbers them: by first letter, then by first use, latest first. This order
/// determines the order of elimination, and thus the last bits of results.
std::vector<std::string> in_solver_order(const Program& program, std::vector<std::string> names);

/// Fills system.states and system.derivatives from the derivatives that the block assigns, in order: for y'' both
/// (y, y') and (y', y'').
void list_states(const Program& program, Block& block);

}  // namespace ranvier::nmodl
