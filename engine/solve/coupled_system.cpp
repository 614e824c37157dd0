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
    const double* v = data.compartments.column(col_v) + first;
    for (State::Node& node : state_->nodes) {
        node.v = v[node.row];
        node.d = data.d[first + static_cast<std::size_t>(node.row)];
        node.rhs = data.rhs[first + static_cast<std::size_t>(node.row)];
    }
    state_->gathered = true;
}

void CoupledSystem::solve() {
    State& s = *state_;
    s.update_layers();
    s.assemble();
    s.solve();
    for (const State::Node& node : s.nodes) {
        s.data.rhs[s.first_row + static_cast<std::size_t>(node.row)] = s.equations[node.unknown];
    }
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
    std::vector<double*> around;
    for (std::size_t k = 0; k < s.layers; ++k) around.push_back(s.vext(k));
    double* const i_membrane = s.column(Extracellular::i_membrane);
    const double* const sav_g = s.column(Extracellular::sav_g);
    const double* const sav_rhs = s.column(Extracellular::sav_rhs);
    for (const State::Node& node : s.nodes) {
        v[node.row] = node.v + (cells.secondorder ? 2. : 1.) * s.equations[node.unknown];
        if (node.outside != State::none) {
            const std::int32_t at = node.outside;
            for (std::size_t k = 0; k < s.layers; ++k) around[k][at] += s.equations[s.unknown_of_layer(node, k)];
            v[node.row] -= s.equations[node.unknown + 1];
            rhs[node.row] -= s.equations[node.unknown + 1];
            i_membrane[at] = sav_g[at] * rhs[node.row] + sav_rhs[at];
        }
        i_cap[node.row] = factor * cm[node.row] * rhs[node.row];
        not_finite += v[node.row] * 0.;
    }
    s.gathered = false;
    return not_finite;
}

}  // namespace ranvier::engine
