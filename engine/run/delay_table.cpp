#include "engine/run/delay_table.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/network/cell_gids.hpp"

namespace ranvier::engine {

DelayTable make_delay_table(const Model& model, const Network& network, std::span<const Gid> owned,
                            std::span<const Gid> wanted, double dt) {
    using Reach = std::pair<double, TargetNumber>;  // delay [ms] and target
    std::unordered_map<Gid, Reach> shortest;        // by gid
    network.connections().for_each([&](const Connection& it) {
        if (it.target == TargetNumber::none || !is_input(it.source)) return;
        const Reach reach{it.delay, it.target};
        const auto [place, is_new] = shortest.try_emplace(gid_of_input(it.source), reach);
        if (!is_new) place->second = std::min(place->second, reach);
    });
    const CellGids cells(network, model);
    DelayTable table;
    for (const Gid gid : wanted) {
        const auto found = shortest.find(gid);
        if (found == shortest.end()) {  // no connection has a target: any delay is possible
            table.least_delays.push_back(whole_steps(1e300, dt));
            table.nearest_targets.push_back(-1);
            continue;
        }
        table.least_delays.push_back(whole_steps(found->second.first, dt));
        table.nearest_targets.push_back(cells.gid_of(network.targets()[found->second.second]));
    }
    for (const Gid gid : owned) table.areas.push_back(network.gids().area(gid).value_or(-1));
    return table;
}

}  // namespace ranvier::engine
