#include "engine/solve/coupled_system.hpp"

#include <utility>

#include "engine/cell/mechanism_error.hpp"
#include "engine/solve/coupled_state.hpp"

namespace ranvier::engine {

CoupledSystem::CoupledSystem(ModelData& data, std::uint32_t first_row, std::span<const CellOrder* const> cells,
                             std::vector<std::shared_ptr<LinearMechanism>> linear)
    : state_(std::make_unique<State>(data, first_row, std::move(linear))) {
    for (const CellOrder* cell : cells) state_->add_cell(*cell);
    state_->finish();
}

CoupledSystem::~CoupledSystem() = default;
CoupledSystem::CoupledSystem(CoupledSystem&&) noexcept = default;

bool CoupledSystem::has_extracellular() const {
    return state_->any_outside;
}

void CoupledSystem::initialize_extracellular() {
    for (const State::Node& node : state_->nodes) {
        if (node.outside == State::none) continue;
        for (std::size_t k = 0; k < state_->layers; ++k) state_->vext(k)[node.outside] = 0;
        state_->column(Extracellular::i_membrane)[node.outside] = 0;
    }
}

void CoupledSystem::initialize_linear() {
    if (!state_->linear.empty() && state_->data.cells.secondorder != 0) {
        throw MechanismError("a LinearMechanism needs secondorder = 0");
    }
    for (std::size_t k = 0; k < state_->linear.size(); ++k) {
        const LinearPart& part = state_->linear[k];
        LinearMechanism& m = part.mechanism();
        part.check_sizes();
        state_->take_potentials(k);
        for (std::size_t i = m.nodes.size(); i < m.size(); ++i) (*m.y)[i] = m.y0 ? (*m.y0)[i] : 0.;
    }
}

std::size_t CoupledSystem::size() const {
    return state_->nodes.size();
}

void CoupledSystem::add_vext(std::span<const std::int32_t> rows, double* v) const {
    const double* const around = state_->vext(0);
    const std::vector<std::int32_t>& outside = state_->outside_of_row;
    for (const std::int32_t row : rows) {
        const auto at = static_cast<std::size_t>(row);
        if (at < outside.size() && outside[at] != State::none) v[row] += around[outside[at]];
    }
}

void CoupledSystem::gather() {
    ModelData& data = state_->data;
    const std::size_t first = state_->first_row;
    const double* const v = data.compartments.column(col_v) + first;
    const double* const d = data.d.data() + first;
    const double* const rhs = data.rhs.data() + first;
    for (State::Node& node : state_->nodes) {
        node.v = v[node.row];
        node.d = d[node.row];
        node.rhs = rhs[node.row];
    }
    state_->gathered = true;
}

void CoupledSystem::solve() {
    State& s = *state_;
    s.update_layers();
    s.assemble();
    s.solve();
    double* const rhs = s.data.rhs.data() + s.first_row;
    const double* const x = s.equations.values();
    for (const State::Node& node : s.nodes) rhs[node.row] = x[node.unknown];
}

double CoupledSystem::update() {
    double not_finite = 0;
    State& s = *state_;
    const Cells& cells = s.data.cells;
    const double factor = .001 * s.per_dt();
    Table& compartments = s.data.compartments;
    double* v = compartments.column(col_v) + s.first_row;
    double* i_cap = compartments.column(col_i_cap) + s.first_row;
    const double* cm = compartments.column(col_cm) + s.first_row;
    double* rhs = s.data.rhs.data() + s.first_row;
    for (LinearPart& part : s.linear) part.update(s.equations);
    double* const i_membrane = s.column(Extracellular::i_membrane);
    const double* const sav_g = s.column(Extracellular::sav_g);
    const double* const sav_rhs = s.column(Extracellular::sav_rhs);
    const double weight = cells.secondorder ? 2. : 1.;
    const double* const x = s.equations.values();
    for (const State::Node& node : s.nodes) {
        double potential = node.v + weight * x[node.unknown];
        double change = rhs[node.row];
        if (node.outside != State::none) {
            const std::int32_t at = node.outside;
            for (std::size_t k = 0; k < s.layers; ++k) s.columns.v[k][at] += x[s.unknown_of_layer(node, k)];
            potential -= x[node.unknown + 1];
            change -= x[node.unknown + 1];
            rhs[node.row] = change;
            i_membrane[at] = sav_g[at] * change + sav_rhs[at];
        }
        v[node.row] = potential;
        i_cap[node.row] = factor * cm[node.row] * change;
        not_finite += potential * 0.;
    }
    s.gathered = false;
    return not_finite;
}

}  // namespace ranvier::engine
