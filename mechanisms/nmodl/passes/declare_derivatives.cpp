#include "mechanisms/nmodl/passes/declare_derivatives.hpp"

#include <set>

#include "mechanisms/nmodl/passes/solver_states.hpp"

namespace ranvier::nmodl {
namespace {

/// Declares the variable of a derivative unless it exists.
void declare(Program& program, const std::string& name, const Symbol& state, bool is_state) {
    const int length = state.length;
    auto* symbol = program.symbol(name);
    if (!symbol) {
        program.symbols.emplace_back();
        symbol = &program.symbols.back();
        symbol->name = name;
        symbol->length = length;
    }
    if (is_state) {
        symbol->role = Role::State;
        symbol->is_visible = true;
    }
}

}  // namespace

void declare_derivatives(Program& program, Diagnostics& diagnostics) {
    for (const auto& block : program.blocks) {
        if (block.kind != BlockKind::Derivative) continue;
        std::set<std::string> assigned;
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Assign) assigned.insert(s.value[0]->text);
        });
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Assign) return;
            const auto [state, order] = derivative_name(program, s.value[0]->text);
            if (!state || order < 2) return;
            const auto base = *state;  // declarations may move the symbols
            for (int k = 1; k < order; ++k) {
                const auto lower = derivative_of(base.name, k);
                if (assigned.contains(lower)) {
                    diagnostics.error(s.where, "a derivative of '" + base.name +
                                                   "' is given here, so a lower derivative cannot be given as well");
                }
                declare(program, lower, base, true);
            }
        });
    }
}

}  // namespace ranvier::nmodl
