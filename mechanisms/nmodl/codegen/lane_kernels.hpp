#pragma once

#include <set>
#include <string>

#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Of a program that is generated as C: which of the kernels `advance` and `current` reach no VERBATIM, no TABLE and
/// nothing else that only C code of the file knows. Those can be C++ in a file of their own, and run over instances as
/// other mechanisms do; VERBATIM in INITIAL or NET_RECEIVE, say, need not slow them down.
std::set<std::string> kernels_in_lanes(const Plan& plan);

/// The name of the C++ function of such a kernel, `exported` being that of the mechanism's list.
std::string lane_kernel(const std::string& exported, const std::string& kernel);

/// Prints these kernels as C++; "" if there are none. Renames locals, so nothing else can be printed afterwards.
std::string generate_lanes(Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
