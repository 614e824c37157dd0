#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/event/block/block_events.hpp"
#include "engine/variable/crossings.hpp"

namespace ranvier::engine {

/// The crossings of a block's thresholds and WATCHes, for condition order 2.
class BlockCrossings {
  public:
    /// Looks at all after a step. What crosses where the integrator has restarted is sent at once.
    void find(BlockEvents& events, const StepTime& time);
    /// Sends what has crossed within the step by `til` [ms].
    void send(BlockEvents& events, double til);
    /// The first pending crossing [ms]; infinity if there is none.
    double next() const { return std::min(thresholds_.next(), watches_.next()); }

  private:
    /// WATCHes are armed and disarmed, so their crossings are matched by arming.
    struct WatchKey {
        Receiver receiver = Receiver::none;
        std::int32_t number = 0;
        std::uint32_t arming = 0;
        bool operator==(const WatchKey&) const = default;
    };
    static WatchKey key_of(const Watch& watch) { return {watch.receiver, watch.number, watch.arming}; }

    Crossings<std::size_t> thresholds_;  // by number in the block
    Crossings<WatchKey> watches_;
};

}  // namespace ranvier::engine
