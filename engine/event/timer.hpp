#pragma once

#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Adds the time from construction to destruction [s], times `weight`, to a sum; does not read the clock if the weight
/// is 0.
class Timer {
  public:
    Timer(const exchange::Transport& transport, double& sum, double weight = 1)
        : transport_(transport), sum_(sum), weight_(weight), begin_(weight > 0 ? transport.clock() : 0) {}
    ~Timer() {
        if (weight_ > 0) sum_ += weight_ * (transport_.clock() - begin_);
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

  private:
    const exchange::Transport& transport_;
    double& sum_;
    double weight_;
    double begin_;
};

}  // namespace ranvier::engine
