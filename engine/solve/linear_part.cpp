#include "engine/solve/linear_part.hpp"

#include <fmt/format.h>

#include <tuple>

#include "engine/cell/mechanism_error.hpp"

namespace ranvier::engine {

void LinearPart::number(std::vector<std::int32_t> of_nodes, std::int32_t& next) {
    unknowns_ = std::move(of_nodes);
    while (unknowns_.size() < mechanism_->size()) unknowns_.push_back(next++);
}

void LinearPart::check_sizes() const {
    const LinearMechanism& m = *mechanism_;
    const std::size_t known = unknowns_.size();
    const auto n = static_cast<Eigen::Index>(known);
    const Eigen::MatrixXd& c = m.c->values();
    const Eigen::MatrixXd& g = m.g->values();
    const bool fits = m.size() == known && m.b->size() == known && c.rows() == n && c.cols() == n && g.rows() == n &&
                      g.cols() == n && (!m.y0 || m.y0->size() == known);
    if (!fits) {
        throw MechanismError(
            fmt::format("LinearMechanism: y has {} elements (initially {}), b has {}; c is {} x {} "
                        "and g {} x {}; all of these sizes must be equal",
                        m.size(), known, m.b->size(), c.rows(), c.cols(), g.rows(), g.cols()));
    }
}

namespace {

// Index of the first element, from `i` on, that is nonzero in c or g; most elements of large matrices are zero.
std::size_t first_nonzero(const double* c, const double* g, std::size_t i, std::size_t n) {
    constexpr std::size_t at_once = 32;
    const auto all_zero = [&] {
        bool any = false;
        for (std::size_t k = i; k < i + at_once; ++k) any |= (c[k] != 0) | (g[k] != 0);
        return !any;
    };
    while (i + at_once <= n && all_zero()) i += at_once;
    while (i < n && c[i] == 0 && g[i] == 0) ++i;
    return i;
}

}  // namespace

// Visits the elements that are nonzero in c or g, column by column, in the order of memory.
template <class Visit>
void LinearPart::visit_nonzero(const Visit& visit) const {
    const LinearMechanism& m = *mechanism_;
    const std::size_t n = m.size();
    for (std::size_t j = 0; j < n; ++j) {
        const double* c = m.c->values().col(static_cast<Eigen::Index>(j)).data();
        const double* g = m.g->values().col(static_cast<Eigen::Index>(j)).data();
        for (std::size_t i = first_nonzero(c, g, 0, n); i < n; i = first_nonzero(c, g, i + 1, n)) {
            visit(i, j, c[i], g[i]);
        }
    }
}

void LinearPart::list_pattern(std::vector<CoupledEquations::Entry>& entries) {
    pattern_.clear();
    entries_.clear();
    visit_nonzero([&](std::size_t row, std::size_t column, double c, double g) {
        entries_.push_back({row, column, c, g, nullptr});
        if (unknowns_[row] == at_ground || unknowns_[column] == at_ground) return;
        pattern_.push_back({row, column, nullptr});
        entries.emplace_back(unknowns_[row], unknowns_[column]);
    });
    c_changes_ = mechanism_->c->changes();
    g_changes_ = mechanism_->g->changes();
}

void LinearPart::find_places(CoupledEquations& equations) {
    for (Place& at : pattern_) at.place = equations.place(unknowns_[at.row], unknowns_[at.column]);
    auto at = pattern_.begin();
    for (Entry& e : entries_) {
        const bool is_at_ground = unknowns_[e.row] == at_ground || unknowns_[e.column] == at_ground;
        e.place = is_at_ground ? nullptr : (at++)->place;
    }
}

bool LinearPart::assemble(CoupledEquations& equations, double per_dt) {
    const LinearMechanism& m = *mechanism_;
    const bool changed = c_changes_ != m.c->changes() || g_changes_ != m.g->changes();
    if (changed && !find_entries()) return false;
    const std::size_t n = unknowns_.size();
    flow_.resize(n);
    for (double& flow : flow_) flow = 0.;
    const double* const y = m.y->data();
    for (const Entry& e : entries_) flow_[e.row] += e.g * y[e.column];
    const double* const b = m.b->data();
    double* const sum = equations.values();
    for (std::size_t i = 0; i < n; ++i) {
        if (unknowns_[i] != at_ground) sum[unknowns_[i]] += b[i] - flow_[i];
    }
    for (const Entry& e : entries_) {
        if (!e.place) continue;
        *e.place += per_dt * e.c;
        *e.place += e.g;
    }
    return true;
}

bool LinearPart::find_entries() {
    entries_.clear();
    bool complete = true;
    auto at = pattern_.begin();
    visit_nonzero([&](std::size_t row, std::size_t column, double c, double g) {
        double* place = nullptr;
        if (unknowns_[row] != at_ground && unknowns_[column] != at_ground) {
            while (at != pattern_.end() && std::tie(at->column, at->row) < std::tie(column, row)) ++at;
            if (at == pattern_.end() || at->row != row || at->column != column) {
                complete = false;
                return;
            }
            place = at->place;
        }
        entries_.push_back({row, column, c, g, place});
    });
    if (!complete) return false;
    c_changes_ = mechanism_->c->changes();
    g_changes_ = mechanism_->g->changes();
    return true;
}

void LinearPart::add_flows(const Eigen::VectorXd& rates, Eigen::VectorXd& sum) const {
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
        if (unknowns_[i] == at_ground) continue;
        for (std::size_t j = 0; j < unknowns_.size(); ++j) {
            if (unknowns_[j] == at_ground) continue;
            const double c = mechanism_->c->values()(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
            if (c != 0) sum[unknowns_[i]] += c * rates[unknowns_[j]];
        }
    }
}

void LinearPart::update(const CoupledEquations& equations) {
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
        if (unknowns_[i] != at_ground) (*mechanism_->y)[i] += equations[unknowns_[i]];
    }
}

}  // namespace ranvier::engine
