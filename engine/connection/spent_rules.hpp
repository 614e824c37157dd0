#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/rule_connections.hpp"
#include "engine/connection/target_place.hpp"

namespace ranvier::engine {

/// Frees the sources of hidden rules as soon as all tables that contain their connections are full. Threads may fill
/// different tables.
class SpentRules {
  public:
    SpentRules(std::span<RuleConnections> rules, std::span<const TargetPlace> targets, std::size_t tables)
        : rules_(rules), needs_(tables, std::vector<bool>(rules.size())), pending_(rules.size()) {
        for (std::size_t r = 0; r < rules.size(); ++r) {
            if (!rules[r].is_hidden) continue;
            for (const TargetNumber target : rules[r].targets)
                needs_[index_of(targets[index_of(target)].table)][r] = true;
            for (const std::vector<bool>& needs : needs_) pending_[r] += needs[r] ? 1 : 0;
        }
    }
    void note_filled(TableNumber table) {
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            if (needs_[index_of(table)][r] && --pending_[r] == 0) rules_[r].incoming.release_sources();
        }
    }

  private:
    std::span<RuleConnections> rules_;
    std::vector<std::vector<bool>> needs_;             // by table, then by rule
    std::vector<std::atomic<std::uint32_t>> pending_;  // by rule: tables that are not full
};

}  // namespace ranvier::engine
