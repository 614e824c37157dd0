#include "engine/run/delay_table.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/cell/section.hpp"
#include "engine/event/network_state.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

constexpr double rounding = 1e-9;  // of a step; NEURON's

/// Finds the gid of a target's cell.
class CellGids {
  public:
    explicit CellGids(const Network::State& network) : network_(network) {
        for (const auto& [gid, k] : network.owned) {
            if (k == nothing) continue;
            const Source& source = network.sources[k];
            if (source.section) {
                by_root_.emplace(&source.section->root(), gid);
            } else if (source.instance) {
                by_instance_.emplace(Network::State::pack(source.instance), gid);
            }
        }
    }

    Gid gid_of(InstanceId target) const {
        if (Section* section = network_.model.place(target).section) {
            const auto found = by_root_.find(&section->root());
            return found == by_root_.end() ? Gid{-1} : found->second;
        }
        const auto found = by_instance_.find(Network::State::pack(target));
        return found == by_instance_.end() ? Gid{-1} : found->second;
    }

  private:
    const Network::State& network_;
    std::unordered_map<const Section*, Gid> by_root_;
    std::unordered_map<std::uint64_t, Gid> by_instance_;
};

}  // namespace

exchange::Step whole_steps(double ms, double dt) {
    const double steps = ms / dt + rounding;
    return steps >= 1e15 ? static_cast<exchange::Step>(1e15) : static_cast<exchange::Step>(steps);
}

DelayTable make_delay_table(const Network::State& network, std::span<const Gid> owned, std::span<const Gid> wanted,
                            double dt) {
    using Reach = std::pair<double, std::uint32_t>;  // delay [ms] and target
    std::unordered_map<Gid, Reach> shortest;         // by gid
    network.connections.for_each([&](const Connection& it) {
        if (it.target == nothing || !is_input(it.source)) return;
        const Reach reach{it.delay, it.target};
        const auto [place, is_new] = shortest.try_emplace(gid_of_input(it.source), reach);
        if (!is_new) place->second = std::min(place->second, reach);
    });
    const CellGids cells(network);
    DelayTable table;
    for (const Gid gid : wanted) {
        const auto found = shortest.find(gid);
        if (found == shortest.end()) {  // no connection has a target: any delay is possible
            table.least_delays.push_back(whole_steps(1e300, dt));
            table.nearest_targets.push_back(-1);
            continue;
        }
        table.least_delays.push_back(whole_steps(found->second.first, dt));
        table.nearest_targets.push_back(cells.gid_of(network.targets[found->second.second]));
    }
    for (const Gid gid : owned) table.areas.push_back(network.areas.of(gid).value_or(-1));
    return table;
}

}  // namespace ranvier::engine
