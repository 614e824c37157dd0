#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// The table of entry points (rv_mechanism) and the exported function that returns it, in the language of the program.
void print_description(const Plan& plan, const std::string& exported, CppWriter& out);

}  // namespace ranvier::nmodl
