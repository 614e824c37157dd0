#include "mechanisms/nmodl/passes/initialize_states.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

namespace ranvier::nmodl {
namespace {

StatementPtr start_value(const Program& program, const Symbol& state) {
    const auto* start = program.symbol(state.name + "0");
    auto value = start ? make_name(start->name) : make_number(state.value);
    if (state.length == 0) return make_assign(make_name(state.name), std::move(value));
    auto loop = make_statement(StatementKind::From, state.where);
    loop->name = "k_";
    loop->value.push_back(make_number("0"));
    loop->value.push_back(make_number(static_cast<double>(state.length - 1)));
    loop->body.push_back(make_assign(make_index(state.name, make_name("k_")), std::move(value)));
    return loop;
}

/// Reversal potentials that are in WRITE but not in READ.
std::vector<std::string> written_potentials(const Program& program) {
    std::vector<std::string> names;
    for (const auto& ion : program.neuron.ions) {
        const auto name = "e" + ion.name;
        const auto in = [&](const std::vector<std::string>& list) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        if (in(ion.writes) && !in(ion.reads)) names.push_back(name);
    }
    return names;
}

Block& block_for(Program& program, BlockKind kind, const char* name) {
    if (auto* found = kind == BlockKind::Procedure ? program.block(name) : program.block(kind)) return *found;
    Block made;
    made.kind = kind;
    made.name = name;
    made.is_solved = kind == BlockKind::Procedure;
    program.blocks.push_back(std::move(made));
    return program.blocks.back();
}

/// Makes the ion take the mechanism's value whenever instances are computed, even if the value is not assigned.
void keep_potentials(Program& program) {
    for (const auto& name : written_potentials(program)) {
        const auto keep = [&](Block& block) { block.body.push_back(make_assign(make_name(name), make_name(name))); };
        keep(block_for(program, BlockKind::Initial, ""));
        const bool current = has_currents(program) && program.block(BlockKind::Breakpoint);
        if (current) keep(*program.block(BlockKind::Breakpoint));
        if (!current || program.block(advance_block)) keep(block_for(program, BlockKind::Procedure, advance_block));
    }
}

}  // namespace

void initialize_states(Program& program, Diagnostics& diagnostics) {
    Statements starts;
    for (const auto& symbol : program.symbols) {
        if (symbol.role == Role::State && symbol.storage == Storage::Field) {
            starts.push_back(start_value(program, symbol));
        }
    }
    if (!starts.empty()) {
        auto* initial = program.block(BlockKind::Initial);
        if (!initial) {
            Block made;
            made.kind = BlockKind::Initial;
            program.blocks.push_back(std::move(made));
            initial = &program.blocks.back();
        }
        for (auto& statement : initial->body) starts.push_back(std::move(statement));
        initial->body = std::move(starts);
    }
    keep_potentials(program);
    for (auto& block : program.blocks) {
        for_each_statement(block.body, [&](Statement& statement) {
            if (statement.kind != StatementKind::Call || statement.value[0]->text != "state_discontinuity") return;
            auto call = std::move(statement.value[0]);
            const auto kind = call->operands[0]->kind;
            if (kind != ExpressionKind::Name && kind != ExpressionKind::Index) {
                diagnostics.error(statement.where, "the first argument of state_discontinuity must be a state");
                return;
            }
            auto jump = make_statement(StatementKind::Assign, statement.where);
            jump->value = std::move(call->operands);
            if (block.kind != BlockKind::Breakpoint || !has_currents(program)) {
                statement = std::move(*jump);
                return;
            }
            statement.kind = StatementKind::If;
            statement.value.clear();
            statement.value.push_back(make_name(may_jump));
            statement.body.push_back(std::move(jump));
        });
    }
}

}  // namespace ranvier::nmodl
