#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The tree as NMODL text again: what `--print-after` and the tests of passes show.
std::string to_nmodl(const Program& program);
std::string to_nmodl(const Statements& statements, int indent = 0);
std::string to_nmodl(const Expression& expression);

/// What a block begins with: "DERIVATIVE".
const char* keyword(BlockKind kind);

}  // namespace ranvier::nmodl
