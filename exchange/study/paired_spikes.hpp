#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange/strategy/alltoall.hpp"
#include "exchange/strategy/spike_codec.hpp"

namespace ranvier::exchange {

/// Uncompressed [bytes].
inline std::size_t full_bytes(std::int64_t spikes) {
    return static_cast<std::size_t>(spikes) * full_spike_bytes;
}

/// What a rank sends to each other, whether it has spikes for it or not [bytes]: a header (per_target.hpp) and room.
inline std::size_t bytes_of_pair() {
    constexpr std::size_t header = 12;
    return header + full_bytes(AlltoallOptions{}.fixed);
}

/// What does not fit there [bytes].
inline std::size_t rest_of(std::int64_t spikes) {
    return full_bytes(std::max<std::int64_t>(0, spikes - AlltoallOptions{}.fixed));
}

/// The spikes of an interval that each rank has for each other.
class PairedSpikes {
  public:
    explicit PairedSpikes(std::size_t ranks) : sent_(ranks), received_(ranks, 0) {}

    void add(int from, std::span<const int> targets) {
        std::vector<int>& sent = sent_[static_cast<std::size_t>(from)];
        sent.insert(sent.end(), targets.begin(), targets.end());
        for (const int to : targets) ++received_[static_cast<std::size_t>(to)];
    }
    std::int64_t received(std::size_t rank) const { return received_[rank]; }

    /// Calls act(target, spikes) for each rank for which this one has spikes, ascending.
    template <class Act>
    void for_each_target(std::size_t from, const Act& act) {
        std::vector<int>& sent = sent_[from];
        std::ranges::sort(sent);
        for (auto at = sent.begin(); at != sent.end();) {
            const auto next = std::upper_bound(at, sent.end(), *at);
            act(static_cast<std::size_t>(*at), static_cast<std::int64_t>(next - at));
            at = next;
        }
    }
    void clear() {
        for (auto& sent : sent_) sent.clear();
        std::ranges::fill(received_, 0);
    }

  private:
    std::vector<std::vector<int>> sent_;  // by rank: a target for each spike
    std::vector<std::int64_t> received_;
};

}  // namespace ranvier::exchange
