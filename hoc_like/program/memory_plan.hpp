#pragma once

#include <cstdint>
#include <string>

#include "engine/connection/rule_bytes.hpp"
#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// Watches over the memory that connections by rule will take.
///
/// A run that would not fit into the machine's memory is an error before the first of a rule's connections is made. An
/// estimate counts these connections instead of making them, and ends the script when its first run begins. Connections
/// that are made singly are made in either case, and counted.
class MemoryPlan {
  public:
    enum class Use : std::uint8_t { refuse, estimate };

    /// `limit`: of --memory [bytes]; 0: the machine's memory. `force`: how a user makes the connections all the same.
    MemoryPlan(hoc::Session& session, Use use, std::uint64_t limit, std::string force = "--force");

    /// Collective. Prints the estimate on rank 0, unless a run has begun and has ended the script with it.
    void tell();

  private:
    bool look(const engine::Rule& rule, const engine::RulePart& part);
    void check(double synapses) const;

    hoc::Session& session_;
    Use use_;
    std::uint64_t limit_;
    std::string force_;
    engine::RuleBytes planned_;  // by rules since the last run began
    bool has_told_ = false;
};

}  // namespace ranvier::program
