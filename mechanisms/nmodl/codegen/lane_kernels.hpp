#pragma once

#include <set>
#include <string>

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"
#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// The kernels (`advance`, `current`) of a program generated as C that use neither VERBATIM nor anything else that only
/// the C code knows. They become C++ in a separate file and run over many instances at once, so VERBATIM in INITIAL or
/// NET_RECEIVE, for example, does not slow them down. They read TABLEs that C code builds.
std::set<std::string> kernels_in_lanes(const Plan& plan);

/// The name of the C++ function of such a kernel; `exported` is the name in the mechanism's list.
std::string lane_kernel(const std::string& exported, const std::string& kernel);

/// Prints the C functions that such kernels call: for each kernel that reads TABLEs a function for usetable = 0, and
/// one function that locates the TABLEs.
void print_called_by_lanes(const Plan& plan, const std::string& exported, CppWriter& out);

/// Prints these kernels as C++; returns "" if there are none. Renames locals, so call this function last.
std::string generate_lanes(Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
