#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace ranvier::engine {

/// Tells those who have made tables of a network that it changes.
class NetworkChanges {
  public:
    /// Grows with each change.
    std::uint64_t version() const { return version_; }
    /// Must be called before any change on which tables depend.
    void announce() {
        ++version_;
        if (before_next_) std::exchange(before_next_, nullptr)();
    }
    /// `call` is called before the next change, once; null: no longer. It replaces an earlier one.
    void before_next(std::function<void()> call) { before_next_ = std::move(call); }

    /// From now on, connections are no longer removed when what they refer to is deleted: the whole network ends.
    void end() { are_over_ = true; }
    bool are_over() const { return are_over_; }

  private:
    std::uint64_t version_ = 1;
    std::function<void()> before_next_;
    bool are_over_ = false;
};

}  // namespace ranvier::engine
