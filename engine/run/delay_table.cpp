#include "engine/run/delay_table.hpp"

#include <algorithm>
#include <unordered_map>

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
    std::unordered_map<Gid, std::uint32_t> shortest;  // by gid: the connection with the shortest delay
    for (std::uint32_t n = 0; n < network.flags.size(); ++n) {
        if (!(network.flags[n] & Network::State::exists_flag) || network.source[n] == nothing) continue;
        const Source& source = network.sources[network.source[n]];
        if (!source.is_input || network.target[n] == nothing) continue;
        const auto [place, is_new] = shortest.try_emplace(source.gid, n);
        if (!is_new && network.delay[n] < network.delay[place->second]) place->second = n;
    }
    const CellGids cells(network);
    DelayTable table;
    for (const Gid gid : wanted) {
        const auto found = shortest.find(gid);
        if (found == shortest.end()) {  // no connection has a target: any delay is possible
            table.least_delays.push_back(whole_steps(1e300, dt));
            table.nearest_targets.push_back(-1);
            continue;
        }
        table.least_delays.push_back(whole_steps(network.delay[found->second], dt));
        table.nearest_targets.push_back(cells.gid_of(network.targets[network.target[found->second]]));
    }
    for (const Gid gid : owned) {
        const auto found = network.areas.find(gid);
        table.areas.push_back(found == network.areas.end() ? -1 : found->second);
    }
    return table;
}

}  // namespace ranvier::engine
