#pragma once

#include "mechanisms/nmodl/codegen/body.hpp"

namespace ranvier::nmodl {

/// Prints a FROM loop whose rounds call exp, pow or the like independently of each other: these calls for many rounds at
/// once, and then, round by round, what depends on the round before. Sums have the order of the rounds, so bits are those
/// of the plain loop:
///
///     FROM k = 0 TO n-1 { if (t > at[k]) { sum = sum + exp(-(t - at[k])/tau) } }
///
/// Prints nothing and returns false where the loop has few rounds, writes arrays, calls what has side effects, or calls
/// these functions in inner branches, which would be computed in vain.
bool print_rounds_in_lanes(const Plan& plan, const Statement& from, Body& body, CppWriter& out);

}  // namespace ranvier::nmodl
