#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"
#include "mechanisms/nmodl/codegen/straight_code.hpp"

namespace ranvier::nmodl {

/// Straight code cut where a solver iterates.
struct IterationParts {
    StraightCode before;                                       ///< definitions that do not depend on the unknowns
    std::vector<StraightCode::Definition> equations;           ///< the definitions on which the residuals depend
    std::vector<std::vector<std::size_t>> users;               ///< for each unknown: the equations that depend on it
    StraightCode after;                                        ///< from the solution to the results
    std::vector<std::pair<std::string, ExpressionPtr>> given;  ///< defined by `before`, used by the others
};

/// Splits the code at its iteration, which loses the unknowns that nothing reads.
IterationParts split_iteration(const Program& program, StraightCode& code);

/// Prints the struct template misses_NAME<L>, the equations of L instances in the form that rv_newton_lanes
/// or rv_kinetic_lanes (lane_solvers.h) needs.
void print_misses(const Plan& plan, const std::string& name, const StraightCode::Iteration& iteration,
                  const IterationParts& parts, CppWriter& out);

}  // namespace ranvier::nmodl
