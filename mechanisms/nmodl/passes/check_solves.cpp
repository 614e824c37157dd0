#include "mechanisms/nmodl/passes/check_solves.hpp"

#include <set>

namespace ranvier::nmodl {
namespace {

/// An example of SOLVE for such a block; "" for blocks that need none.
std::string usual_method(BlockKind kind) {
    switch (kind) {
        case BlockKind::Derivative:
            return "cnexp";
        case BlockKind::Kinetic:
            return "sparse";
        case BlockKind::Linear:
            return "simeq";
        case BlockKind::Nonlinear:
            return "newton";
        default:
            return "";
    }
}

}  // namespace

void check_solves(const Program& program, Diagnostics& diagnostics) {
    std::set<std::string> solved;
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Solve) solved.insert(s.name);
        });
    }
    for (const auto& block : program.blocks) {
        const auto method = usual_method(block.kind);
        if (method.empty() || solved.contains(block.name)) continue;
        diagnostics.warning(block.where,
                            "no SOLVE names '" + block.name + "': its equations are never solved, as in NEURON",
                            "BREAKPOINT { SOLVE " + block.name + " METHOD " + method + " ... }");
    }
}

}  // namespace ranvier::nmodl
