#include "engine/network/rules.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/network/packed.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// Nothing if the gid has no source here.
std::optional<Rules::Cell> Rules::cell_of(Gid gid) const {
    const SourceId* id = gids_.find(gid);
    if (!id || *id == SourceId::none) return std::nullopt;
    const Source& source = sources_[*id];
    return Cell(source.section(), source.section() ? 0 : packed(source.instance));
}

Rules::Cells Rules::cells_of_limit() const {
    Cells cells;
    for (const Gid gid : limit_) {
        if (const auto cell = cell_of(gid)) cells.insert(*cell);
    }
    return cells;
}

RuleTargets Rules::limited(const std::shared_ptr<const Rule>& rule, RuleTargets here) {
    if (!are_limited_) return here;
    Cells cells = cells_of_limit();
    RuleTargets left;
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (!contains(cells, cell_of(rule->targets[here.positions[i]]))) continue;
        left.add_cell_of(here, i);
    }
    limited_.push_back({rule, std::move(cells)});
    return left;
}

std::function<bool(Gid)> Rules::target_test() const {
    return [this, are_limited = are_limited_, cells = cells_of_limit()](Gid gid) {
        return !are_limited || contains(cells, cell_of(gid));
    };
}

void Rules::check(std::span<const Gid> gids) const {
    for (const Gid gid : gids) {
        const auto cell = cell_of(gid);
        if (!cell) continue;
        for (const auto& [rule, cells] : limited_) {
            // The targets of a list from a file are those of its connections that were read.
            const bool is_target = rule->kind == Rule::Kind::table || rule->targets.contains(gid);
            if (!is_target || cells.contains(*cell)) continue;
            throw std::invalid_argument(fmt::format(
                "replay: gid {} was not among the chosen cells when pc.connect made the connections onto them: choose it "
                "before the network is made",
                gid));
        }
    }
}

}  // namespace ranvier::engine
