#include "engine/solve/impedance/impedance.hpp"

#include <numbers>

#include "engine/cell/model_data.hpp"
#include "engine/solve/impedance/complex_numbers.hpp"
#include "engine/solve/layout.hpp"

namespace ranvier::engine {

ImpedanceOrder::ImpedanceOrder(const ModelData& data) : place(data.homes.end(), nowhere) {
    SectionKinds kinds;
    for (const auto& root : data.sections.all()) {
        if (root->parent()) continue;
        const CellOrder cell = order_cell(*root, kinds);
        const auto first = static_cast<std::int32_t>(row.size());
        for (std::size_t j = 0; j < cell.compartments.size(); ++j) {
            place[cell.compartments[j]] = static_cast<std::uint32_t>(row.size());
            row.push_back(data.compartments.row(cell.compartments[j]));
            parent.push_back(cell.parent[j] < 0 ? -1 : first + cell.parent[j]);
        }
    }
}

void ImpedanceSolution::compute(const ModelData& data, std::shared_ptr<const ImpedanceOrder> order,
                                std::uint32_t compartment, double frequency_Hz) {
    order_ = std::move(order);
    factor(data, frequency_Hz);
    const std::size_t n = order_->row.size();
    knows_transfer_.assign(n, 0);
    knows_input_.assign(n, 0);
    transfer_.assign(n, 0.);
    input_.resize(n);
    const std::uint32_t at = order_->place.at(compartment);
    if (at == ImpedanceOrder::nowhere) return;
    transfer_[at] = 1.e2 / area_[at];  // 1 nA
    for (std::size_t j = at; order_->parent[j] >= 0;) {
        const auto up = static_cast<std::size_t>(order_->parent[j]);
        transfer_[up] -= transfer_[j] * pivot_[j];
        j = up;
    }
}

// In NEURON's order of operations, as everything here.
void ImpedanceSolution::factor(const ModelData& data, double frequency_Hz) {
    const double omega = 1e-6 * 2 * std::numbers::pi * frequency_Hz;  // omega * cm is in S/cm2
    const std::size_t n = order_->row.size();
    const double* cm = data.compartments.column(col_cm);
    const double* area = data.compartments.column(col_area);
    for (auto* values : {&d_, &pivot_}) values->resize(n);
    for (auto* values : {&b_, &area_}) values->resize(n);
    for (std::size_t j = 0; j < n; ++j) {
        const std::uint32_t row = order_->row[j];
        d_[j] = {data.d[row], cm[row] * omega};
        b_[j] = data.b[row];
        area_[j] = area[row];
    }
    for (std::size_t j = 0; j < n; ++j) {
        if (order_->parent[j] < 0) continue;
        const auto up = static_cast<std::size_t>(order_->parent[j]);
        d_[j].real(d_[j].real() - b_[j]);
        d_[up].real(d_[up].real() - data.a[order_->row[j]]);
    }
    for (std::size_t j = n; j-- > 0;) {
        if (order_->parent[j] < 0) continue;
        pivot_[j] = quotient(data.a[order_->row[j]], d_[j]);
        d_[static_cast<std::size_t>(order_->parent[j])] -= pivot_[j] * b_[j];
    }
}

template <class Next>
void ImpedanceSolution::descend(std::vector<char>& known, std::size_t place, Next&& next) {
    path_.clear();
    for (auto j = static_cast<std::int32_t>(place); j >= 0 && !known[static_cast<std::size_t>(j)];
         j = order_->parent[static_cast<std::size_t>(j)]) {
        path_.push_back(static_cast<std::size_t>(j));
    }
    for (; !path_.empty(); path_.pop_back()) {
        next(path_.back());
        known[path_.back()] = 1;
    }
}

ImpedanceSolution::Complex ImpedanceSolution::transfer(std::uint32_t compartment) {
    const std::uint32_t place = order_->place.at(compartment);
    if (place == ImpedanceOrder::nowhere) return 0.;
    descend(knows_transfer_, place, [&](std::size_t j) {
        const std::int32_t up = order_->parent[j];
        if (up >= 0) transfer_[j] -= b_[j] * transfer_[static_cast<std::size_t>(up)];
        transfer_[j] = quotient(transfer_[j], d_[j]);
    });
    return transfer_[place];
}

ImpedanceSolution::Complex ImpedanceSolution::input(std::uint32_t compartment) {
    const std::uint32_t place = order_->place.at(compartment);
    if (place == ImpedanceOrder::nowhere) return 0.;
    descend(knows_input_, place, [&](std::size_t j) {
        const std::int32_t up = order_->parent[j];
        const Complex seen = up < 0 ? 0. : input_[static_cast<std::size_t>(up)] * pivot_[j] * b_[j];
        input_[j] = quotient(up < 0 ? Complex(1) : Complex(1) + seen, d_[j]);
    });
    return order_->parent[place] < 0 ? input_[place] : input_[place] * (1e2 / area_[place]);
}

}  // namespace ranvier::engine
