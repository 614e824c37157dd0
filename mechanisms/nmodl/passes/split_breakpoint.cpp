#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

#include <algorithm>

namespace ranvier::nmodl {

bool has_currents(const Program& program) {
    const auto& neuron = program.neuron;
    if (!neuron.nonspecific.empty() || !neuron.electrode.empty()) return true;
    for (const auto& ion : neuron.ions) {
        for (const auto& name : ion.writes) {
            if (name == "i" + ion.name) return true;
        }
    }
    return false;
}

namespace {

/// Moves SOLVE statements out: as in NEURON, they run in every step, regardless of conditions around them.
void take_solves(Statement& around, Statements& body, Statements& solves, Diagnostics& diagnostics) {
    Statements rest;
    for (auto& statement : body) {
        take_solves(*statement, statement->otherwise, solves, diagnostics);
        if (statement->kind == StatementKind::Solve) {
            if (around.kind != StatementKind::Block) {
                diagnostics.warning(statement->where,
                                    "this SOLVE runs in every step, regardless of conditions around it, as in NEURON");
            }
            solves.push_back(std::move(statement));
            continue;
        }
        take_solves(*statement, statement->body, solves, diagnostics);
        rest.push_back(std::move(statement));
    }
    body = std::move(rest);
}

}  // namespace

void split_breakpoint(Program& program, Diagnostics& diagnostics) {
    auto* breakpoint = program.block(BlockKind::Breakpoint);
    if (!breakpoint) return;
    Block advance;
    advance.kind = BlockKind::Procedure;
    advance.name = advance_block;
    advance.where = breakpoint->where;
    advance.is_solved = true;
    Statements rest;
    for (auto& statement : breakpoint->body) {
        if (statement->kind == StatementKind::Solve) {
            advance.body.push_back(std::move(statement));
            continue;
        }
        take_solves(*statement, statement->body, advance.body, diagnostics);
        take_solves(*statement, statement->otherwise, advance.body, diagnostics);
        rest.push_back(std::move(statement));
    }
    // Without currents there is nothing to compute while the matrix is set up: as in NEURON, the other statements run
    // after the states are solved.
    if (!has_currents(program)) {
        for (auto& statement : rest) advance.body.push_back(std::move(statement));
        rest.clear();
    }
    // CONDUCTANCE uses values that the other statements compute.
    std::stable_partition(rest.begin(), rest.end(),
                          [](const StatementPtr& s) { return s->kind != StatementKind::Conductance; });
    breakpoint->body = std::move(rest);
    if (!advance.body.empty()) program.blocks.push_back(std::move(advance));
}

}  // namespace ranvier::nmodl
