#pragma once

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

/// The tree after a pass. `text` lacks NEURON { SUFFIX x }.
inline std::unique_ptr<Program> tree_after(const char* pass, const std::string& text, Math math = Math::libm) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", "NEURON { SUFFIX x }\n" + text, diagnostics);
    run_passes(*program, math, diagnostics, pass);
    return program;
}

/// One block's statements after a pass, as NMODL.
inline std::string block_after(const char* pass, const std::string& block, const std::string& text) {
    return to_nmodl(tree_after(pass, text)->block(block)->body);
}

}  // namespace ranvier::nmodl
