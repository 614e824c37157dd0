#include "engine/solve/block.hpp"
#include "engine/solve/coupled_state.hpp"

// A CoupledSystem's part in variable steps.

namespace ranvier::engine {

void CoupledSystem::list_states(std::vector<OdeState>& states, std::vector<bool>& is_coupled_row) const {
    State& s = *state_;
    const MechanismType& type = s.data.type(s.data.extracellular_id);
    for (const State::Node& node : s.nodes) {
        is_coupled_row[static_cast<std::size_t>(node.row)] = true;
        if (node.outside == State::none) continue;
        for (std::size_t k = 0; k < s.layers; ++k) {
            const auto column = static_cast<std::uint16_t>(s.data.extracellular->vext(static_cast<int>(k)));
            const std::uint32_t id = type.table().id(static_cast<std::size_t>(node.outside));
            states.push_back({s.vext(k) + node.outside, nullptr, {type.id(), column, id}, 0, node.compartment});
        }
    }
    for (const LinearPart& part : s.linear) {
        LinearMechanism& m = part.mechanism();
        for (std::size_t i = m.nodes.size(); i < part.unknowns().size(); ++i) {
            states.push_back({m.y->data() + i, nullptr, {}, 0});
        }
    }
}

namespace {

// The rates of all unknowns: potentials inside (`rate` holds the rates of v), potentials of layers, and y.
Eigen::VectorXd rates_of_unknowns(const CoupledSystem::State& s, const double* rate, const double* own_rate) {
    Eigen::VectorXd rates(s.equations.size());
    s.visit_own([&](std::int32_t unknown) { rates[unknown] = *own_rate++; });
    for (const CoupledSystem::State::Node& node : s.nodes) {
        rates[node.unknown] = rate[node.row];
        if (node.outside != CoupledSystem::State::none) rates[node.unknown] += rates[node.unknown + 1];
    }
    return rates;
}

// Adds the capacitive currents between the layers of a compartment.
void add_capacitances_outside(const CoupledSystem::State& s, const CoupledSystem::State::Node& node,
                              const Eigen::VectorXd& rates, Eigen::VectorXd& sum) {
    if (node.parent == CoupledSystem::State::none || s.data.homes[node.compartment].segment < 0) return;  // no area
    for (std::size_t k = 0; k < s.layers; ++k) {
        const double c = .001 * s.column(s.data.extracellular->xc(static_cast<int>(k)))[node.outside];
        const std::int32_t at = s.unknown_of_layer(node, k);
        const bool is_last = k + 1 == s.layers;
        const double current = c * (rates[at] - (is_last ? 0. : rates[at + 1]));
        sum[at] += current;
        if (!is_last) sum[at + 1] -= current;
    }
}

// Adds the capacitive currents of all compartments, and computes i_membrane.
void add_capacitances(const CoupledSystem::State& s, const double* rate, const Eigen::VectorXd& rates,
                      Eigen::VectorXd& sum) {
    const double* cm = s.data.compartments.column(col_cm) + s.first_row;
    const double* membrane_rhs = s.data.saved.rhs.data() + s.first_row;
    for (const CoupledSystem::State::Node& node : s.nodes) {
        const double membrane = .001 * cm[node.row] * rate[node.row];
        sum[node.unknown] += membrane;
        if (node.outside == CoupledSystem::State::none) continue;
        sum[node.unknown + 1] -= membrane;
        s.column(Extracellular::i_membrane)[node.outside] = membrane_rhs[node.row] + membrane;
        add_capacitances_outside(s, node, rates, sum);
    }
}

}  // namespace

void CoupledSystem::residual(const double* rate, const double* own_rate, double* residual, double* own_residual) {
    State& s = *state_;
    s.update_layers();
    s.assemble();
    const Eigen::VectorXd rates = rates_of_unknowns(s, rate, own_rate);
    Eigen::VectorXd sum = -s.equations.b();
    add_capacitances(s, rate, rates, sum);
    for (const LinearPart& part : s.linear) part.add_flows(rates, sum);
    for (const State::Node& node : s.nodes) residual[node.row] = sum[node.unknown];
    s.visit_own([&](std::int32_t unknown) { *own_residual++ = sum[unknown]; });
}

void CoupledSystem::solve_with(const double* rows, double* own, double* solution) {
    State& s = *state_;
    s.assemble();
    for (const State::Node& node : s.nodes) s.equations[node.unknown] = rows[node.row];
    const double* given = own;
    s.visit_own([&](std::int32_t unknown) { s.equations[unknown] = *given++; });
    s.solve();
    s.visit_own([&](std::int32_t unknown) { *own++ = s.equations[unknown]; });
    for (const State::Node& node : s.nodes) {
        solution[node.row] =
            s.equations[node.unknown] - (node.outside == State::none ? 0. : s.equations[node.unknown + 1]);
    }
}

}  // namespace ranvier::engine
