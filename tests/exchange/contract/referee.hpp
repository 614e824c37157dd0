#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/spike_exchange.hpp"

namespace ranvier::exchange::testing {

/// Observes all fired and handed-over spikes on all simulated ranks of a run, and counts errors.
class Referee {
  public:
    struct Faults {
        int lost = 0;
        int doubled = 0;
        int late = 0;
        int unknown = 0;

        friend bool operator==(const Faults&, const Faults&) = default;
    };

    explicit Referee(int ranks) : due_(ranks) {}

    /// A spike fired in the step that ends at `fired`, which `rank` listens for: its first delivery there falls after
    /// the step `due`.
    void fired(const Spike& spike, Step fired, int rank, Step due) {
        due_[rank].emplace(key(spike), Fate{fired, due, 0, false});
    }

    /// A boundary of a rank: the spikes that it was handed, and the end of its next interval.
    void handed_over(int rank, std::span<const Spike> spikes, Step boundary, Step next_boundary) {
        for (const Spike& spike : spikes) {
            const auto found = due_[rank].find(key(spike));
            if (found == due_[rank].end()) {
                ++faults_.unknown;
            } else if (++found->second.times > 1) {
                ++faults_.doubled;
            }
        }
        for (auto& [which, fate] : due_[rank]) {
            const bool may_be_needed = fate.fired <= boundary && fate.due <= next_boundary;
            if (fate.times > 0 || fate.is_late || !may_be_needed) continue;
            fate.is_late = true;
        }
        for (const Spike& spike : spikes) {
            const auto found = due_[rank].find(key(spike));
            if (found != due_[rank].end() && std::exchange(found->second.is_late, false)) ++faults_.late;
        }
    }

    /// At the end of the run.
    Faults faults() const {
        Faults all = faults_;
        for (const auto& fates : due_) {
            all.lost += static_cast<int>(
                std::count_if(fates.begin(), fates.end(), [](const auto& each) { return each.second.times == 0; }));
        }
        return all;
    }

    std::int64_t expected() const {
        std::int64_t sum = 0;
        for (const auto& fates : due_) sum += static_cast<std::int64_t>(fates.size());
        return sum;
    }

  private:
    using Key = std::pair<Gid, std::uint64_t>;
    struct Fate {
        Step fired, due;
        int times;
        bool is_late;
    };

    static Key key(const Spike& spike) { return {spike.gid, std::bit_cast<std::uint64_t>(spike.t)}; }

    std::vector<std::map<Key, Fate>> due_;  // by rank
    Faults faults_;
};

}  // namespace ranvier::exchange::testing
