#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Prints the tree as NMODL, for `--print-after` and the tests of passes.
std::string to_nmodl(const Program& program);
std::string to_nmodl(const Statements& statements, int indent = 0);
std::string to_nmodl(const Expression& expression);

/// The keyword of a block: "DERIVATIVE".
const char* keyword(BlockKind kind);

}  // namespace ranvier::nmodl
