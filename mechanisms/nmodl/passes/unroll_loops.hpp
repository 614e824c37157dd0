#pragma once

#include <optional>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The value of an integer expression: numbers, + - * and /, which truncates. Nothing if it is beyond 1e9.
std::optional<int> integer_value(const Expression& e);

/// Replaces the name throughout the expression.
void substitute(ExpressionPtr& e, const std::string& name, const Expression& by);

/// Unrolls FROM loops around reactions, conservation laws and equations, which gives each state in them a fixed index:
/// `FROM i = 0 TO 1 { ~ c[i] <-> c[i+1] (a, b) }` becomes `{ ~ c[0] <-> c[1] (a, b) } { ~ c[1] <-> c[2] (a, b) }`.
/// Bounds that are not known at compile time are errors, as are more than 100,000 rounds.
void unroll_loops(Statements& body, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
