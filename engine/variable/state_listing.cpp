#include "engine/variable/state_listing.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/node_order.hpp"

namespace ranvier::engine {

namespace {

constexpr auto last = std::numeric_limits<std::uint32_t>::max();

/// Which state comes before which in the list.
class StateOrder {
  public:
    explicit StateOrder(const Model& model) : model_(model) {
        std::vector<const Section*> roots;
        for (const auto& section : model.sections()) {
            if (!section->parent()) roots.push_back(section.get());
        }
        for_each_node(roots, [&](std::uint32_t compartment) {
            nodes_.emplace(compartment, static_cast<std::uint32_t>(nodes_.size()));
        });
        std::uint32_t next = 1;  // after potentials
        for (const MechanismId id : model.running_order()) mechanisms_[id] = next++;
    }

    std::uint32_t node(const OdeState& state) const {
        const auto found = nodes_.find(state.compartment);
        return found == nodes_.end() ? last : found->second;
    }
    /// Mechanism, node, row. The states of an instance have equal keys, and so do the potentials at a node.
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    Key key(const OdeState& state) const {
        if (!state.owner) return {0, node(state), 0};
        const Table& table = model_.mechanism(state.owner.mechanism).table();
        return {mechanisms_.at(state.owner.mechanism), node(state), table.row(state.owner.id)};
    }

  private:
    const Model& model_;
    std::unordered_map<std::uint32_t, std::uint32_t> nodes_;  // by compartment
    std::unordered_map<MechanismId, std::uint32_t> mechanisms_;
};

}  // namespace

std::vector<ListedStates> list_states(const Model& model, const std::vector<VariableIntegrator*>& integrators) {
    const StateOrder order_of(model);
    std::vector<std::pair<std::uint32_t, ListedStates>> all;  // with the nodes of their first potentials
    for (VariableIntegrator* integrator : integrators) {
        const std::vector<OdeState>& states = integrator->system().map().states();
        std::vector<StateOrder::Key> keys;
        std::uint32_t first = last;
        for (const OdeState& state : states) {
            keys.push_back(order_of.key(state));
            if (!state.owner) first = std::min(first, order_of.node(state));  // a synapse may be at the root
        }
        std::vector<std::uint32_t> order(states.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return keys[k]; });
        all.push_back({first, {integrator, std::move(order)}});
    }
    std::ranges::stable_sort(all, {}, [](const auto& each) { return each.first; });
    std::vector<ListedStates> listed;
    for (auto& [first, states] : all) listed.push_back(std::move(states));
    return listed;
}

std::vector<double> listed(const ListedStates& states, const std::vector<double>& values) {
    std::vector<double> to;
    if (values.empty()) return to;  // nothing is known yet
    to.reserve(values.size());
    for (const std::uint32_t k : states.order) to.push_back(values[k]);
    return to;
}

std::vector<double> unlisted(const ListedStates& states, const std::vector<double>& values) {
    std::vector<double> to(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) to[states.order[k]] = values[k];
    return to;
}

}  // namespace ranvier::engine
