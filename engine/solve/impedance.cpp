#include "engine/solve/impedance.hpp"

#include <numbers>

#include "engine/cell/model_data.hpp"
#include "engine/solve/layout.hpp"

namespace ranvier::engine {

namespace {

using Complex = std::complex<double>;

// Solves one cell, in NEURON's order of operations. The real part of d is from conductances, the imaginary part from
// capacitances.
void solve_cell(const ModelData& data, const CellOrder& cell, double omega, ImpedanceSolution& to) {
    const std::size_t n = cell.compartments.size();
    const double* cm = data.compartments.column(col_cm);
    const double* area = data.compartments.column(col_area);
    std::vector<double> conductance(n);
    std::vector<std::uint32_t> row(n);
    for (std::size_t j = 0; j < n; ++j) {
        row[j] = data.compartments.row(cell.compartments[j]);
        conductance[j] = data.d[row[j]];
    }
    for (std::size_t j = 1; j < n; ++j) {
        conductance[j] -= data.b[row[j]];
        conductance[static_cast<std::size_t>(cell.parent[j])] -= data.a[row[j]];
    }
    std::vector<Complex> d(n), pivot(n), transfer(n, 0.), input(n);
    std::size_t at = n;
    for (std::size_t j = 0; j < n; ++j) {
        d[j] = {conductance[j], cm[row[j]] * omega};
        if (cell.compartments[j] == to.at) at = j;
    }
    for (std::size_t j = n; j-- > 1;) {
        pivot[j] = data.a[row[j]] / d[j];
        d[static_cast<std::size_t>(cell.parent[j])] -= pivot[j] * data.b[row[j]];
    }
    if (at < n) {
        transfer[at] = 1.e2 / area[row[at]];  // 1 nA
        for (std::size_t j = at; j > 0; j = static_cast<std::size_t>(cell.parent[j])) {
            transfer[static_cast<std::size_t>(cell.parent[j])] -= transfer[j] * pivot[j];
        }
    }
    transfer[0] /= d[0];
    input[0] = 1. / d[0];
    for (std::size_t j = 1; j < n; ++j) {
        const auto up = static_cast<std::size_t>(cell.parent[j]);
        transfer[j] -= data.b[row[j]] * transfer[up];
        transfer[j] /= d[j];
        input[j] = (Complex(1) + input[up] * pivot[j] * data.b[row[j]]) / d[j];
    }
    for (std::size_t j = 0; j < n; ++j) {
        const std::uint32_t id = cell.compartments[j];
        to.transfer[id] = transfer[j];
        to.input[id] = j == 0 ? input[j] : input[j] * (1e2 / area[row[j]]);
    }
}

}  // namespace

ImpedanceSolution solve_impedance(const ModelData& data, std::uint32_t compartment, double frequency_Hz) {
    ImpedanceSolution solution;
    solution.at = compartment;
    solution.transfer.resize(data.homes.size());
    solution.input.resize(data.homes.size());
    const double omega = 1e-6 * 2 * std::numbers::pi * frequency_Hz;  // omega * cm is in S/cm2
    SectionKinds kinds;
    for (const auto& root : data.sections) {
        if (!root->parent()) solve_cell(data, order_cell(*root, kinds), omega, solution);
    }
    return solution;
}

}  // namespace ranvier::engine
