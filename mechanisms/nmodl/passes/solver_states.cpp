#include "mechanisms/nmodl/passes/solver_states.hpp"

#include <algorithm>
#include <cctype>

namespace ranvier::nmodl {

DerivativeName derivative_name(const Program& program, const std::string& name) {
    if (name.size() < 2 || name[0] != 'D') return {};
    std::size_t at = 1;
    while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at]))) ++at;
    const auto* state = at < name.size() ? program.symbol(name.substr(at)) : nullptr;
    if (!state || state->role != Role::State) return {};
    return {state, at == 1 ? 1 : std::stoi(name.substr(1, at - 1))};
}

std::string derivative_of(const std::string& state, int order) {
    if (order == 0) return state;
    return (order == 1 ? "D" : "D" + std::to_string(order)) + state;
}

std::vector<ExpressionPtr> elements(const Program& program, const std::string& name) {
    std::vector<ExpressionPtr> all;
    const auto* symbol = program.symbol(name);
    if (!symbol || symbol->length == 0) {
        all.push_back(make_name(name));
        return all;
    }
    for (int k = 0; k < symbol->length; ++k) {
        all.push_back(make_index(name, make_number(std::to_string(k))));
    }
    return all;
}

std::vector<std::string> in_solver_order(const Program& program, std::vector<std::string> names) {
    const auto first_use = [&](const std::string& name) {
        const auto found = program.name_order.find(name);
        return found == program.name_order.end() ? 0 : found->second;
    };
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return a[0] != b[0] ? a[0] < b[0] : first_use(a) > first_use(b);
    });
    return names;
}

void list_states(const Program& program, Block& block) {
    std::vector<std::string> seen;
    for_each_statement(block.body, [&](const Statement& statement) {
        if (statement.kind != StatementKind::Assign) return;
        const auto& name = statement.value[0]->text;
        const auto [state, order] = derivative_name(program, name);
        if (!state || std::find(seen.begin(), seen.end(), name) != seen.end()) return;
        seen.push_back(name);
        for (int k = 0; k < order; ++k) {
            for (auto& one : elements(program, derivative_of(state->name, k))) {
                block.system.states.push_back(std::move(one));
            }
            auto changes = elements(program, derivative_of(state->name, k));
            for (auto& one : changes) {
                one->text = derivative_of(state->name, k + 1);
                block.system.derivatives.push_back(std::move(one));
            }
        }
    });
}

}  // namespace ranvier::nmodl
