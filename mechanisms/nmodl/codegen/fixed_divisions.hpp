#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Quotients like 1000/dt that are the same in all rounds of a FROM loop. The compiler leaves them in the loop where it
/// calls functions, which might change dt for all that it knows. Quotients of numbers are not among them, nor are those
/// of POINTERs, whose targets the loop may assign.
std::vector<ExpressionPtr> fixed_divisions(const Program& program, const Statement& from);

}  // namespace ranvier::nmodl
