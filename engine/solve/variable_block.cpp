#include "engine/solve/variable_block.hpp"

namespace ranvier::engine {

void VariableBlock::list_shares() {
    std::vector<std::int32_t> number(parent.size(), -1);
    for (std::size_t k = 0; k < algebraic.size(); ++k) {
        number[static_cast<std::size_t>(algebraic[k])] = static_cast<std::int32_t>(k);
    }
    shares.clear();
    shared.assign(algebraic.size(), 0.);
    const auto share = [&](std::int32_t row, std::int32_t neighbor, double coefficient) {
        const std::int32_t k = number[static_cast<std::size_t>(row)];
        if (k < 0) return;
        shares.push_back({row, neighbor, -coefficient});
        shared[static_cast<std::size_t>(k)] -= coefficient;
    };
    for (const VariableBlock::Edge& edge : edges) {
        share(edge.row, edge.up, edge.b);
        share(edge.up, edge.row, edge.a);
    }
}

void VariableBlock::find_diagonal(double capacity_factor, const double* cm, double* d) const {
    for (std::size_t i = 0; i < parent.size(); ++i) {
        d[i] = conductance[i] + capacity_factor * cm[i] - to_parent[i] - to_child[i];
    }
    for (const std::size_t k : further_children) d[edges[k].up] -= edges[k].a;
}

}  // namespace ranvier::engine
