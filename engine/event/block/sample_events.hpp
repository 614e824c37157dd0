#pragma once

#include <cstdint>
#include <vector>

#include "engine/event/event_queue.hpp"

namespace ranvier::engine {

/// The handler of the queue's `sample` events, implemented by the run.
class SampleEvents {
  public:
    virtual ~SampleEvents() = default;
    /// Handles a due event that push_sample queued with this number, t and beginning. Called on the block's thread.
    /// Returns the number of samples taken, which may include those of following events.
    virtual std::int64_t sample(const Event& due, EventQueue& queue) = 0;
    /// Splits a group of samples that are taken together into single events, in order.
    virtual std::vector<Event> each_alone(const Event& samples) const = 0;
    /// The block of the recorded or played variable.
    virtual std::uint32_t block_of_sample(std::uint32_t number) const = 0;
};

}  // namespace ranvier::engine
