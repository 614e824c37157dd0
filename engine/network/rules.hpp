#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/network/gids.hpp"
#include "engine/network/rule_targets.hpp"
#include "engine/network/sources.hpp"

namespace ranvier::engine {

struct Rule;

/// What a rule makes on this rank.
struct RulePart {
    std::size_t targets = 0;    ///< cells onto which there are connections
    std::uint32_t weights = 0;  ///< of each connection
    double synapses = 0;        ///< [bytes] of those that it makes
};

/// The rules of a network (pc.connect): their numbers, and the cells onto which they make connections on this rank: all, or
/// those that a replay runs. The others need no inputs, so that a replay takes memory and time in proportion to the cells
/// that it runs.
class Rules {
  public:
    /// Both must outlive this object.
    Rules(const Gids& gids, const Sources& sources) : gids_(gids), sources_(sources) {}

    /// The number of the next rule: 0, 1, ...
    std::uint32_t next_number() { return next_++; }

    /// Called before any of a rule's connections is made. It may throw, or return false: then the connections are only
    /// counted.
    using Watch = std::function<bool(const Rule& rule, const RulePart& part)>;
    void set_watch(Watch watch) { watch_ = std::move(watch); }
    bool is_to_be_made(const Rule& rule, const RulePart& part) const { return !watch_ || watch_(rule, part); }

    /// From now on, connections are made only onto cells with one of these gids (a replay runs no others).
    void limit_to(std::vector<Gid> gids) {
        limit_ = std::move(gids);
        are_limited_ = true;
    }
    bool are_limited() const { return are_limited_; }
    /// Tells for a gid whether connections are made onto its cell.
    std::function<bool(Gid)> target_test() const;
    /// Those of a rule's targets on this rank onto which connections are made.
    RuleTargets limited(const std::shared_ptr<const Rule>& rule, RuleTargets here);
    /// Throws std::invalid_argument if one of the cells with these gids lacks the connections of a rule.
    void check(std::span<const Gid> gids) const;

  private:
    /// What fires for a gid: a section, or else an instance (packed). A cell may have several gids.
    using Cell = std::pair<const Section*, std::uint64_t>;
    using Cells = std::set<Cell>;
    std::optional<Cell> cell_of(Gid gid) const;
    Cells cells_of_limit() const;
    static bool contains(const Cells& cells, const std::optional<Cell>& cell) { return cell && cells.contains(*cell); }
    struct Limited {
        std::shared_ptr<const Rule> rule;
        Cells cells;  // onto which it made connections
    };

    const Gids& gids_;
    const Sources& sources_;
    std::uint32_t next_ = 0;
    Watch watch_;
    bool are_limited_ = false;
    std::vector<Gid> limit_;
    std::vector<Limited> limited_;
};

}  // namespace ranvier::engine
