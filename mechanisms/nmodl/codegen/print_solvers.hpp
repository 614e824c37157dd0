#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// fn_NAME(Instance&, double rv_mode) of a block with equations, which mechanisms/runtime/solvers.h solves. `rv_mode`:
/// 1 for the steady state, + 2 to return a failure instead of reporting it.
void print_solver(const Plan& plan, const Block& block, CppWriter& out);

/// Whether the block is solved so.
bool has_solver(const Block& block);

/// Whether any block is.
bool has_solvers(const Program& program);

/// Whether a call can set Instance::rv_failed.
bool can_fail(const Program& program);

}  // namespace ranvier::nmodl
