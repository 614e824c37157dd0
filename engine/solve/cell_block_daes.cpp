// A block's equations for variable steps by IDA, including algebraic ones: C y' = f(y). The unknowns include all
// voltages, extracellular potentials and variables of LinearMechanisms (docs: "CVode.use_daspk").
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/cell/model_data.hpp"
#include "engine/solve/capacity_unit.hpp"
#include "engine/solve/cell_block.hpp"
#include "engine/solve/variable_block.hpp"

namespace ranvier::engine {

namespace {

/// Sets secondorder to 0 during its lifetime: it is meaningless for variable steps, but the functions that assemble
/// equations depend on it.
class FirstOrder {
  public:
    explicit FirstOrder(Cells& cells) : cells_(cells), secondorder_(std::exchange(cells.secondorder, 0)) {}
    ~FirstOrder() { cells_.secondorder = secondorder_; }
    FirstOrder(const FirstOrder&) = delete;
    FirstOrder& operator=(const FirstOrder&) = delete;

  private:
    Cells& cells_;
    int secondorder_;
};

}  // namespace

bool CellBlock::has_algebraic_equations() const {
    return !coupled_.empty() || lacks_capacitance();
}

// The ends of sections lack it, too, but their voltages follow from those of their neighbors.
bool CellBlock::lacks_capacitance() const {
    const double* cm = data_.compartments.column(col_cm) + first_row_;
    for (std::size_t row = 0; row < compartment_count_; ++row) {
        if (cm[row] != 0) continue;
        const std::uint32_t id = data_.compartments.id(first_row_ + row);
        if (data_.homes[id].segment >= 0) return true;
    }
    return false;
}

// Order: voltages by row, mechanism states, then the coupled systems' own unknowns.
std::span<const OdeState> CellBlock::dae_states() {
    if (variable_ && variable_->with_algebraic) return variable_->states;
    check_variable();
    variable_ = std::make_unique<VariableBlock>();
    variable_->with_algebraic = true;
    list_phases();
    list_tree();
    list_mechanism_states();
    variable_->mechanisms_end = variable_->states.size();
    variable_->is_coupled.assign(compartment_count_, false);
    for (CoupledSystem& system : coupled_) {
        variable_->first_of_coupled.push_back(variable_->states.size());
        system.list_states(variable_->states, variable_->is_coupled);
    }
    return variable_->states;
}

void CellBlock::evaluate_dae(double dt) {
    const FirstOrder first_order(data_.cells);
    VariableBlock& of = *variable_;
    stamp_phases(dt);
    call_each(phases_.concentrations, &rv_mechanism::concentrations, "SOLVE");
    const VariableBlock::Evaluation evaluation(of);
    find_currents();
    of.assembled_capacity = capacity_unit / dt;
    for (CoupledSystem& system : coupled_) system.gather();
    std::copy(d_, d_ + compartment_count_, of.conductance.begin());
    add_axial_currents();
    find_derivatives();
}

void CellBlock::residual(const double* rate, double* residual) {
    const FirstOrder first_order(data_.cells);
    const VariableBlock& of = *variable_;
    Table& compartments = data_.compartments;
    const double* cm = compartments.column(col_cm) + first_row_;
    double* i_cap = compartments.column(col_i_cap) + first_row_;
    for (std::size_t row = 0; row < compartment_count_; ++row) {
        i_cap[row] = capacity_unit * cm[row] * rate[row];
        residual[row] = i_cap[row] - rhs_[row];
    }
    for (std::size_t k = compartment_count_; k < of.mechanisms_end; ++k) {
        residual[k] = rate[k] - *of.states[k].derivative;
    }
    for (std::size_t k = 0; k < coupled_.size(); ++k) {
        coupled_[k].residual(rate, rate + of.first_of_coupled[k], residual, residual + of.first_of_coupled[k]);
    }
    call_each(phases_.after_solve, &rv_mechanism::after_solve, "AFTER SOLVE");
}

// Solves (cj C - df/dy) x = b.
void CellBlock::solve_dae(double cj, double* x) {
    const FirstOrder first_order(data_.cells);
    VariableBlock& of = *variable_;
    const double factor = capacity_unit * cj;
    const double* cm = data_.compartments.column(col_cm) + first_row_;
    std::copy(x, x + compartment_count_, rhs_);
    of.find_diagonal(factor, cm, d_);
    eliminate_and_substitute();
    for (std::size_t k = compartment_count_; k < of.mechanisms_end; ++k) *of.states[k].derivative = x[k] / cj;
    // The coupled systems overwrite the tree's results in their rows.
    double* membrane_d = data_.saved.d.data() + first_row_;
    if (has_extracellular_) {
        for (std::size_t i = 0; i < compartment_count_; ++i) membrane_d[i] += (factor - of.assembled_capacity) * cm[i];
        of.assembled_capacity = factor;
    }
    const double dt = data_.cells.dt;
    data_.cells.dt = 1 / cj;
    for (std::size_t k = 0; k < coupled_.size(); ++k) coupled_[k].solve_with(x, x + of.first_of_coupled[k], rhs_);
    data_.cells.dt = dt;
    solve_mechanisms(1 / cj);
    std::copy(rhs_, rhs_ + compartment_count_, x);
    for (std::size_t k = compartment_count_; k < of.mechanisms_end; ++k) x[k] = *of.states[k].derivative;
}

// Two backward Euler steps move y onto the algebraic equations; the steps are so short that capacitances keep their
// voltages. A third step gives the rates.
void CellBlock::find_rates(double step, double* rate) {
    const FirstOrder first_order(data_.cells);
    VariableBlock& of = *variable_;
    const double dt = data_.cells.dt;
    data_.cells.dt = step;
    const auto advance = [&] {
        setup_matrix();
        solve();
        update_voltage();
    };
    advance();
    advance();
    std::vector<double> y;
    for (const OdeState& state : of.states) y.push_back(*state.value);
    advance();
    for (std::size_t k = 0; k < y.size(); ++k) {
        rate[k] = (*of.states[k].value - y[k]) / step;
        *of.states[k].value = y[k];
    }
    evaluate_dae(step);
    for (std::size_t k = compartment_count_; k < of.mechanisms_end; ++k) rate[k] = *of.states[k].derivative;
    data_.cells.dt = dt;
}

}  // namespace ranvier::engine
