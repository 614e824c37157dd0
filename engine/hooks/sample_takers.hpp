#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ranvier::engine {

/// Those who take samples out of their vectors during a run, and so bound the memory that samples need.
///
/// The run calls all of them after each window. The length of windows bounds the number of waiting samples; with variable
/// steps, a fixed number of steps does.
class SampleTakers {
  public:
    /// `owner` identifies the taker until it is removed. Before `set_longest_window`, windows are one step.
    void add(const void* owner, std::function<void()> take);
    void set_longest_window(const void* owner, std::int64_t most_steps);
    void remove(const void* owner);

    void take() const {
        for (const Taker& taker : takers_) taker.take();
    }
    /// At most `steps`; fewer if a taker needs shorter windows.
    std::int64_t longest_window(std::int64_t steps) const;

  private:
    struct Taker {
        const void* owner;
        std::int64_t most_steps;
        std::function<void()> take;
    };
    std::vector<Taker> takers_;
};

}  // namespace ranvier::engine
