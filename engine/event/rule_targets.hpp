#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/event/network.hpp"

namespace ranvier::engine {

/// The cells onto which rules make connections: all, or those that a replay runs. The others need no inputs, so that a
/// replay takes memory and time in proportion to the cells that it runs.
class RuleTargets {
  public:
    /// From now on, connections are made only onto cells with one of these gids.
    void limit_to(std::vector<Gid> gids) {
        gids_ = std::move(gids);
        is_limited_ = true;
    }
    bool is_limited() const { return is_limited_; }

    /// Erases the targets of a rule onto which no connections are made; `here` holds their positions among the rule's
    /// targets, and the cells.
    void erase_others(const Network::State& network, const std::shared_ptr<const Rule>& rule,
                      std::vector<std::pair<std::uint32_t, InstanceId>>& here);
    /// Tells for a gid whether connections are made onto its cell.
    std::function<bool(Gid)> test(const Network::State& network) const;
    /// Throws std::invalid_argument if one of the cells with these gids lacks the connections of a rule.
    void check(const Network::State& network, std::span<const Gid> gids) const;

  private:
    using Cells = std::set<std::uint64_t>;  // packed
    Cells cells_of(const Network::State& network) const;
    struct Limited {
        std::shared_ptr<const Rule> rule;
        Cells cells;  // onto which it made connections
    };

    bool is_limited_ = false;
    std::vector<Gid> gids_;
    std::vector<Limited> limited_;
};

}  // namespace ranvier::engine
