#include "engine/event/rule_targets.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/event/network_state.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

namespace {

/// The artificial cell of a gid; false if it has none here.
InstanceId cell_of(const Network::State& network, Gid gid) {
    const std::uint32_t* source = network.owned.find(gid);
    return source && *source != nothing ? network.sources[*source].instance : InstanceId{};
}

}  // namespace

RuleTargets::Cells RuleTargets::cells_of(const Network::State& network) const {
    Cells cells;
    for (const Gid gid : gids_) {
        if (const InstanceId cell = cell_of(network, gid)) cells.insert(Network::State::pack(cell));
    }
    return cells;
}

void RuleTargets::erase_others(const Network::State& network, const std::shared_ptr<const Rule>& rule,
                               std::vector<std::pair<std::uint32_t, InstanceId>>& here) {
    if (!is_limited_) return;
    Cells cells = cells_of(network);
    std::erase_if(here, [&](const auto& target) { return !cells.contains(Network::State::pack(target.second)); });
    limited_.push_back({rule, std::move(cells)});
}

std::function<bool(Gid)> RuleTargets::test(const Network::State& network) const {
    return [&network, is_limited = is_limited_, cells = cells_of(network)](Gid gid) {
        return !is_limited || cells.contains(Network::State::pack(cell_of(network, gid)));
    };
}

void RuleTargets::check(const Network::State& network, std::span<const Gid> gids) const {
    for (const Gid gid : gids) {
        const InstanceId cell = cell_of(network, gid);
        if (!cell) continue;
        for (const auto& [rule, cells] : limited_) {
            // The targets of a list from a file are those of its connections that were read.
            const bool is_target = rule->kind == Rule::Kind::table || rule->targets.contains(gid);
            if (!is_target || cells.contains(Network::State::pack(cell))) continue;
            throw std::invalid_argument(fmt::format(
                "replay: gid {} was not among the chosen cells when pc.connect made the connections onto them: choose it "
                "before the network is made",
                gid));
        }
    }
}

}  // namespace ranvier::engine
