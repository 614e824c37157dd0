// The operations of variable steps on a block's trees, edge by edge, because cells are small and need little work each.
#include "engine/solve/cell_block.hpp"
#include "engine/solve/variable_block.hpp"

namespace ranvier::engine {

// Along a cable, a row's own edge comes right before the edge of its child, so the row's sum stays in a register.
void CellBlock::add_axial_currents() {
    const double* v = v_.data();
    std::int32_t kept = -1;
    double sum = 0;  // of the row of the last edge
    for (const VariableBlock::Edge& edge : variable_->edges) {
        const double dv = v[edge.up] - v[edge.row];
        rhs_[edge.up] = (edge.up == kept ? sum : rhs_[edge.up]) + edge.a * dv;
        kept = edge.row;
        sum = rhs_[edge.row] - edge.b * dv;
        rhs_[edge.row] = sum;
    }
}

// Eliminates from the leaves to the root (Hines 1984), with NEURON's quotients. d becomes the diagonal's reciprocal,
// because a chain of products takes less time than a chain of quotients. Along an unbranched cable, each row's values
// follow from the previous row's and stay in registers, because memory has a higher latency than arithmetic.
void CellBlock::eliminate_and_substitute() {
    const VariableBlock& of = *variable_;
    std::int32_t kept = -1;  // the row that d and rhs belong to
    double d = 0, rhs = 0;
    const auto put_down = [&] {
        if (kept < 0) return;
        d_[kept] = d;
        rhs_[kept] = rhs;
    };
    for (std::size_t k = of.edges.size(); k-- > 0;) {
        const VariableBlock::Edge& edge = of.edges[k];
        if (edge.row != kept) {
            put_down();
            d = d_[edge.row];
            rhs = rhs_[edge.row];
        }
        const double quotient = edge.a / d;
        d_[edge.row] = 1. / d;
        rhs_[edge.row] = rhs;
        kept = edge.up;
        d = d_[edge.up] - quotient * edge.b;
        rhs = rhs_[edge.up] - quotient * rhs;
    }
    put_down();
    for (const std::int32_t row : of.roots) rhs_[row] /= d_[row];
    kept = -1;
    for (const VariableBlock::Edge& edge : of.edges) {
        rhs = (rhs_[edge.row] - edge.b * (edge.up == kept ? rhs : rhs_[edge.up])) * d_[edge.row];
        rhs_[edge.row] = rhs;
        kept = edge.row;
    }
}

}  // namespace ranvier::engine
