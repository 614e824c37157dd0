#pragma once

#include "mechanisms/nmodl/codegen/loop.hpp"

namespace ranvier::nmodl {

/// Whether the kernel's loop goes through long arrays of the instances (`is_wide`) and only computes: then eight instances
/// run at once (mechanisms/runtime/wide_lanes.h). An element of eight instances is contiguous in memory, while one
/// instance's elements are far apart. Each instance's operations and their order stay the same, and so do the bits.
///
///     FROM k = 0 TO n-1 { if (x[k] < limit) { sum = sum + a[k]*x[k] } }
///
/// The bounds of loops and the indices of long arrays must be the same in all instances.
bool fits_wide_lanes(const Plan& plan, const Loop& loop, const InstanceAccess& access);

/// Prints the functions that the loop needs, before the loop.
void print_wide_functions(const Plan& plan, const Loop& loop, CppWriter& out);

/// Prints the loop over eight instances at once, inside the kernel's function. It leaves `rv_done` instances behind it.
void print_wide_loop(const Plan& plan, const Loop& loop, CppWriter& out);

}  // namespace ranvier::nmodl
