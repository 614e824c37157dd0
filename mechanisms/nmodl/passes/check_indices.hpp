#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The call that stands in place of an index that is checked while the model runs:
/// `a[rv_within(index, length, "a of name")]`.
inline constexpr const char* within_array = "rv_within";

/// Marks each index of an array that may lie outside: all but those that numbers, CONSTANTs and the bounds of the
/// enclosing FROM loops keep within the array. Species in reactions are left out, as KINETIC needs their indices
/// before the run.
void check_indices(Program& program);

/// Whether an index is checked while the model runs.
bool is_checked(const Expression& index);
/// The index itself.
const Expression& unchecked(const Expression& index);
/// Whether statements have an index that is checked while the model runs.
bool has_checked_index(const Statements& statements);
bool has_checked_index(const Program& program);

}  // namespace ranvier::nmodl
