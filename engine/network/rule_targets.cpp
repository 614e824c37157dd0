#include "engine/network/rule_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/network/network.hpp"
#include "engine/rule/gid_set.hpp"

namespace ranvier::engine {

RuleTargets artificial_targets(const Network& network, const GidSet& targets) {
    std::vector<std::pair<std::uint32_t, InstanceId>> here;
    const Sources& sources = network.sources();
    network.gids().for_each([&](Gid gid, SourceId source) {
        const std::uint32_t position = targets.position(gid);
        if (position == GidSet::absent) return;
        const InstanceId instance = source == SourceId::none ? InstanceId{} : sources[source].instance;
        if (!instance) {
            throw std::invalid_argument(
                fmt::format("gid {} is not an artificial cell: say onto which of its synapses pc.connect is to connect "
                            "it, as in \"onto\", \"syn\"",
                            gid));
        }
        here.emplace_back(position, instance);
    });
    std::sort(here.begin(), here.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    RuleTargets cells;
    for (const auto& [position, instance] : here) cells.add(position, {&instance, 1});
    return cells;
}

}  // namespace ranvier::engine
