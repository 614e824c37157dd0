#include "mechanisms/nmodl/passes/initialize_states.hpp"

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
    for (auto& block : program.blocks) {
        for_each_statement(block.body, [&](Statement& statement) {
            if (statement.kind != StatementKind::Call || statement.value[0]->text != "state_discontinuity") return;
            auto call = std::move(statement.value[0]);
            const auto kind = call->operands[0]->kind;
            if (kind != ExpressionKind::Name && kind != ExpressionKind::Index) {
                diagnostics.error(statement.where, "the first argument of state_discontinuity must be a state");
                return;
            }
            statement.kind = StatementKind::Assign;
            statement.value = std::move(call->operands);
        });
    }
}

}  // namespace ranvier::nmodl
