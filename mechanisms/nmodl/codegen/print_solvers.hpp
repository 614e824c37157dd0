#pragma once

#include "mechanisms/nmodl/codegen/body.hpp"

namespace ranvier::nmodl {

/// The C or C++ text that a solver needs.
struct SolverWords {
    std::string signature;                     ///< of the solver function; its last argument is `double rv_mode`
    std::vector<std::string> begin;            ///< first lines of the function
    std::string equations, elimination;        ///< prefix of the helpers' names
    std::vector<std::string> begin_equations;  ///< first lines of the helpers, which define `rv_saved`
    std::string self;                          ///< the argument passed to the helpers
    std::string saved;                         ///< the array for `numbers_to_keep`
    std::string t, dt, is_second_order, instance, has_failed;
};

/// The number of values that a solver of the block keeps between calls of its helpers.
std::string numbers_to_keep(const Block& block);

/// Prints a function that solves the block's equations with mechanisms/runtime/solvers.h, and its helpers. `rv_mode`:
/// 1 for the steady state, + 2 to return a failure instead of reporting it.
void print_solver(const Plan& plan, const Block& block, const SolverWords& words, Body& body, CppWriter& out);

/// The same in C++: fn_NAME(Instance&, double rv_mode).
void print_cpp_solver(const Plan& plan, const Block& block, CppWriter& out);

/// Whether the block is solved by mechanisms/runtime/solvers.h.
bool has_solver(const Block& block);
/// Whether the block's solver also has a form for many instances at once.
bool has_lanes(const Block& block);

/// Whether the program has a block that is solved by mechanisms/runtime/solvers.h.
bool has_solvers(const Program& program);

/// Whether a call of the block, or any call, can set Instance::rv_failed.
bool can_fail(const Program& program, const Block& block);
bool can_fail(const Program& program);

}  // namespace ranvier::nmodl
