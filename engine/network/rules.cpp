#include "engine/network/rules.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/network/packed.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// The artificial cell of a gid; false if it has none here.
InstanceId Rules::cell_of(Gid gid) const {
    const std::uint32_t* source = gids_.find(gid);
    return source && *source != nothing ? sources_[*source].instance : InstanceId{};
}

Rules::Cells Rules::cells_of_limit() const {
    Cells cells;
    for (const Gid gid : limit_) {
        if (const InstanceId cell = cell_of(gid)) cells.insert(packed(cell));
    }
    return cells;
}

void Rules::erase_others(const std::shared_ptr<const Rule>& rule,
                         std::vector<std::pair<std::uint32_t, InstanceId>>& here) {
    if (!are_limited_) return;
    Cells cells = cells_of_limit();
    std::erase_if(here, [&](const auto& target) { return !cells.contains(packed(target.second)); });
    limited_.push_back({rule, std::move(cells)});
}

std::function<bool(Gid)> Rules::target_test() const {
    return [this, are_limited = are_limited_, cells = cells_of_limit()](Gid gid) {
        return !are_limited || cells.contains(packed(cell_of(gid)));
    };
}

void Rules::check(std::span<const Gid> gids) const {
    for (const Gid gid : gids) {
        const InstanceId cell = cell_of(gid);
        if (!cell) continue;
        for (const auto& [rule, cells] : limited_) {
            // The targets of a list from a file are those of its connections that were read.
            const bool is_target = rule->kind == Rule::Kind::table || rule->targets.contains(gid);
            if (!is_target || cells.contains(packed(cell))) continue;
            throw std::invalid_argument(fmt::format(
                "replay: gid {} was not among the chosen cells when pc.connect made the connections onto them: choose it "
                "before the network is made",
                gid));
        }
    }
}

}  // namespace ranvier::engine
