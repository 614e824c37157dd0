#pragma once

#include <set>
#include <string>

#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Which kernels (`advance`, `current`) of a program that is generated as C reach no VERBATIM, no TABLE and nothing else
/// that only its C code knows. They become C++ in a separate file and run over many instances at once, so that VERBATIM
/// in INITIAL or NET_RECEIVE, say, does not slow them down.
std::set<std::string> kernels_in_lanes(const Plan& plan);

/// The name of the C++ function of such a kernel, `exported` being that of the mechanism's list.
std::string lane_kernel(const std::string& exported, const std::string& kernel);

/// Prints these kernels as C++, "" without such kernels. It renames locals, so call it last.
std::string generate_lanes(Program& program, const GenerateOptions& options);

}  // namespace ranvier::nmodl
