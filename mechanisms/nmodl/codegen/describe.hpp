#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// Prints the table of entry points (rv_mechanism) and the exported function that returns it, in the program's
/// language.
void print_description(const Plan& plan, const std::string& exported, CppWriter& out);

}  // namespace ranvier::nmodl
