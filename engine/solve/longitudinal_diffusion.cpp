#include "engine/solve/longitudinal_diffusion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_error.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

LongitudinalDiffusion::LongitudinalDiffusion(ModelData& data, MechanismType& type, std::uint32_t first,
                                             std::uint32_t count)
    : data_(data), type_(type) {
    std::vector<Section*> roots;
    std::set<Section*> seen;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t compartment = type.compartment(type.table().id(first + i));
        if (compartment == MechanismType::nowhere) continue;
        instance_of_[compartment] = static_cast<std::int32_t>(i);
        Section& root = data.homes[compartment].section->root();
        if (seen.insert(&root).second) roots.push_back(&root);
    }
    for (Section* root : roots) {
        std::vector<Section*> order{root};
        for (std::size_t k = 0; k < order.size(); ++k) {
            append(*order[k]);
            for (Section* child : order[k]->children()) order.push_back(child);
        }
    }
    states_.resize(nodes_.size());
    factors_.resize(nodes_.size());
    for (auto* values : {&above_, &below_, &diagonal_, &rhs_}) values->resize(nodes_.size());
}

std::int32_t LongitudinalDiffusion::place_of(std::uint32_t compartment) const {
    const auto found = place_of_.find(compartment);
    return found == place_of_.end() ? -1 : found->second;
}

void LongitudinalDiffusion::append(Section& section) {
    std::int32_t previous = parent_of_first(section);
    const std::size_t before = nodes_.size();
    for (int j = 0; j < section.nseg(); ++j) {
        const std::uint32_t compartment = section.node(j);
        const auto instance = instance_of_.find(compartment);
        if (instance == instance_of_.end()) return;
        if (nodes_.size() == before) shapes_.push_back({&section, 0, 0, 0});
        const auto place = static_cast<std::int32_t>(nodes_.size());
        place_of_[compartment] = place;
        nodes_.push_back({instance->second, previous, &section, j == 0});
        previous = place;
    }
}

// The node to which a section's first node is connected. Ends of sections have no volume: the next node beyond a far
// end is the last segment of that section, and beyond a root the parent's first segment.
std::int32_t LongitudinalDiffusion::parent_of_first(const Section& section) const {
    const Section* parent = section.parent();
    if (!parent) return -1;
    const std::uint32_t at = section.near_compartment();
    const Home& home = data_.homes[at];
    std::int32_t place = place_of(at);
    if (place < 0 && home.segment == Home::far_end) place = place_of(home.section->node(home.section->nseg() - 1));
    return place < 0 ? place_of(parent->node(0)) : place;
}

void LongitudinalDiffusion::take_state(rv_instances& in, int which, std::size_t node) {
    if (type_.description()->diffusion(&in, nodes_[node].instance, which, &states_[node]) == 0) return;
    throw MechanismError(fmt::format("{}: LONGITUDINAL_DIFFUSION failed", type_.name()));
}

void LongitudinalDiffusion::take_states(rv_instances& in, int which) {
    for (std::size_t k = 0; k < nodes_.size(); ++k) take_state(in, which, k);
    update_factors();
    find_coefficients();
}

void LongitudinalDiffusion::solve(rv_instances& in) {
    if (type_.description()->diffusions) return solve_together(in);
    for (int which = 0; which < type_.description()->diffusion_count; ++which) {
        take_states(in, which);
        for (std::size_t k = 0; k < nodes_.size(); ++k) rhs_[k] = *states_[k].state / in.dt;
        eliminate(in.dt);
        for (std::size_t k = 0; k < nodes_.size(); ++k) *states_[k].state = rhs_[k];
    }
}

void LongitudinalDiffusion::make_lanes(rv_instances& in) {
    const auto count = static_cast<std::size_t>(type_.description()->diffusion_count);
    std::vector<std::int32_t> parents;
    for (const Node& node : nodes_) parents.push_back(node.parent);
    lanes_.emplace(std::move(parents), count);
    for (std::size_t which = 0; which < count; ++which) {
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            take_state(in, static_cast<int>(which), k);
            values_.push_back(states_[k].state);
        }
    }
    expressions_.resize(2 * count * static_cast<std::size_t>(in.count));
}

void LongitudinalDiffusion::solve_together(rv_instances& in) {
    const rv_mechanism& description = *type_.description();
    if (!lanes_) make_lanes(in);
    if (description.diffusions(&in, expressions_.data()) != 0) {
        throw MechanismError(fmt::format("{}: LONGITUDINAL_DIFFUSION failed", type_.name()));
    }
    const std::size_t n = nodes_.size();
    const auto count = static_cast<std::size_t>(in.count);
    const auto states = static_cast<std::size_t>(description.diffusion_count);
    // Bits are compared: a change is a change even if it compares equal (-0) or never does (NaN).
    const bool is_same = seen_.size() == expressions_.size() &&
                         std::memcmp(seen_.data(), expressions_.data(), seen_.size() * sizeof(double)) == 0;
    if (update_factors() || !is_same) {
        const auto value = [&](std::size_t column, std::size_t node) {
            return expressions_[column * count + static_cast<std::size_t>(nodes_[node].instance)];
        };
        lanes_->set_coefficients(
            factors_, [&](std::size_t state, std::size_t node) { return value(2 * state, node); },
            [&](std::size_t state, std::size_t node) { return value(2 * state + 1, node); });
        seen_ = expressions_;
    }
    for (std::size_t s = 0; s < states; ++s) {
        for (std::size_t k = 0; k < n; ++k) lanes_->concentration(s, k) = *values_[s * n + k];
    }
    lanes_->step(in.dt);
    for (std::size_t s = 0; s < states; ++s) {
        for (std::size_t k = 0; k < n; ++k) *values_[s * n + k] = lanes_->concentration(s, k);
    }
}

std::span<double* const> LongitudinalDiffusion::derivatives_of(rv_instances& in, int which) {
    const rv_mechanism& description = *type_.description();
    derivatives_.resize(static_cast<std::size_t>(description.diffusion_count));
    std::vector<double*>& found = derivatives_[static_cast<std::size_t>(which)];
    if (!found.empty()) return found;
    std::unordered_map<const double*, double*> derivative_of;
    for (std::int32_t k = 0; k < description.ode_state_count; ++k) {
        const rv_ode_state& state = description.ode_states[k];
        for (std::int32_t i = 0; i < in.count; ++i) {
            const double* value = nullptr;
            if (state.column >= 0) {
                value = in.field[state.column] + i;
            } else {
                const rv_ion& ion = in.ion[state.ion];
                value = (state.is_outside ? ion.outside : ion.inside) + (ion.index ? ion.index[i] : ion.first + i);
            }
            derivative_of[value] = in.derivative[k] + i;
        }
    }
    for (const rv_diffusing& state : states_) found.push_back(derivative_of.at(state.state));
    return found;
}

void LongitudinalDiffusion::find_current_slopes(rv_instances& in) {
    const rv_mechanism& description = *type_.description();
    current_slopes_.resize(static_cast<std::size_t>(description.diffusion_count));
    for (std::vector<double>& slopes : current_slopes_) slopes.assign(nodes_.size(), 0.);
    for (int ion = 0; ion < description.ion_count; ++ion) {
        if (description.ions[ion].use & RV_READS_CURRENT) add_current_slopes(in, ion);
    }
}

// Derivatives are linear in the current: their difference between current di/dv and current 0 is d(derivative)/dv.
void LongitudinalDiffusion::add_current_slopes(rv_instances& in, int number) {
    const rv_mechanism& description = *type_.description();
    const MechanismType& type = data_.type(type_.ions()[static_cast<std::size_t>(number)]);
    const double coefficient = nernst_slope(type.valence(), data_.cells.celsius);
    const rv_ion& ion = in.ion[number];
    const auto row = [&](std::int32_t i) { return ion.index ? ion.index[i] : ion.first + i; };
    std::vector<double> currents;
    for (std::int32_t i = 0; i < in.count; ++i) currents.push_back(ion.current[row(i)]);
    for (const double sign : {1., -1.}) {
        for (std::int32_t i = 0; i < in.count; ++i) ion.current[row(i)] = sign > 0 ? ion.current_dv[row(i)] : 0.;
        if (description.derivatives(&in) != 0) throw MechanismError(fmt::format("{}: SOLVE failed", type_.name()));
        for (int which = 0; which < description.diffusion_count; ++which) {
            take_states(in, which);
            const auto derivative = derivatives_of(in, which);
            std::vector<double>& slopes = current_slopes_[static_cast<std::size_t>(which)];
            for (std::size_t k = 0; k < nodes_.size(); ++k) slopes[k] += sign * coefficient * *derivative[k];
        }
    }
    for (std::int32_t i = 0; i < in.count; ++i) ion.current[row(i)] = currents[static_cast<std::size_t>(i)];
}

void LongitudinalDiffusion::add_derivatives(rv_instances& in) {
    for (int which = 0; which < type_.description()->diffusion_count; ++which) {
        take_states(in, which);
        const auto derivative = derivatives_of(in, which);
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            if (nodes_[k].parent < 0) continue;
            const auto up = static_cast<std::size_t>(nodes_[k].parent);
            const double difference = *states_[k].state - *states_[up].state;
            *derivative[k] += below_[k] * difference;
            *derivative[up] -= above_[k] * difference;
        }
    }
}

void LongitudinalDiffusion::solve_derivatives(rv_instances& in, double gamma) {
    for (int which = 0; which < type_.description()->diffusion_count; ++which) {
        take_states(in, which);
        const auto derivative = derivatives_of(in, which);
        std::vector<double> more = current_slopes_[static_cast<std::size_t>(which)];
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            rhs_[k] = *derivative[k] / gamma;
            if (more[k] != 0) more[k] = std::fabs(more[k] / *states_[k].state);
        }
        eliminate(gamma, more);
        for (std::size_t k = 0; k < nodes_.size(); ++k) *derivative[k] = rhs_[k];
    }
}

bool LongitudinalDiffusion::update_factors() {
    bool changed = false;
    for (Shape& seen : shapes_) {
        const Section& section = *seen.section;
        const Shape now{&section, section.L(), section.rallbranch(), section.nseg()};
        changed |= now.L != seen.L || now.rallbranch != seen.rallbranch || now.nseg != seen.nseg;
        seen = now;
    }
    if (!changed) return false;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        if (nodes_[k].parent < 0) continue;
        const Section& own = *nodes_[k].section;
        const Section& of_parent = *nodes_[static_cast<std::size_t>(nodes_[k].parent)].section;
        const double branches = nodes_[k].is_first ? own.rallbranch() : 1.;
        const double length = own.L() / static_cast<double>(own.nseg());
        const double parent_length = of_parent.L() / static_cast<double>(of_parent.nseg());
        factors_[k].from_parent = 2 * branches / parent_length / (length + parent_length);
        factors_[k].to_parent = 2 / length / (length + parent_length);
    }
    return true;
}

void LongitudinalDiffusion::find_coefficients() {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        if (nodes_[k].parent < 0) continue;
        const auto up = static_cast<std::size_t>(nodes_[k].parent);
        const double conductance = (states_[k].conductance + states_[up].conductance) / 2.;
        above_[k] = -factors_[k].from_parent * conductance / states_[up].volume;
        below_[k] = -factors_[k].to_parent * conductance / states_[k].volume;
    }
}

void LongitudinalDiffusion::eliminate(double dt, std::span<const double> more) {
    const std::size_t n = nodes_.size();
    const auto up = [&](std::size_t k) { return static_cast<std::size_t>(nodes_[k].parent); };
    std::fill(diagonal_.begin(), diagonal_.end(), 0.);
    std::copy(more.begin(), more.end(), diagonal_.begin());
    for (std::size_t k = 0; k < n; ++k) {
        diagonal_[k] += 1. / dt;
        if (nodes_[k].parent < 0) continue;
        diagonal_[k] -= below_[k];
        diagonal_[up(k)] -= above_[k];
    }
    for (std::size_t k = n; k-- > 1;) {
        if (nodes_[k].parent < 0) continue;
        const double ratio = above_[k] / diagonal_[k];
        diagonal_[up(k)] -= ratio * below_[k];
        rhs_[up(k)] -= ratio * rhs_[k];
    }
    for (std::size_t k = 0; k < n; ++k) {
        if (nodes_[k].parent >= 0) rhs_[k] -= below_[k] * rhs_[up(k)];
        rhs_[k] /= diagonal_[k];
    }
}

}  // namespace ranvier::engine
