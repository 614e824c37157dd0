#include "engine/network/rule_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/rule/gid_set.hpp"

namespace ranvier::engine {

std::vector<std::uint32_t> positions_here(const Network& network, const GidSet& gids) {
    std::vector<std::uint32_t> here;
    for (const Gid gid : network.gids().cells()) {
        const std::uint32_t position = gids.position(gid);
        if (position != GidSet::absent) here.push_back(position);
    }
    std::sort(here.begin(), here.end());
    return here;
}

RuleTargets artificial_targets(const Network& network, const GidSet& targets) {
    RuleTargets cells;
    for (const std::uint32_t position : positions_here(network, targets)) {
        const InstanceId instance = network.sources()[*network.gids().find(targets[position])].instance;
        if (!instance) {
            throw std::invalid_argument(
                fmt::format("gid {} is not an artificial cell: say onto which of its synapses pc.connect is to connect "
                            "it, as in \"onto\", \"syn\"",
                            targets[position]));
        }
        cells.add(position, {&instance, 1});
    }
    return cells;
}

}  // namespace ranvier::engine
