#pragma once

#include <cstdint>
#include <span>

#include "exchange/runs.hpp"
#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The steps at which advances end, one after the other.
class AdvanceEnds {
  public:
    explicit AdvanceEnds(std::span<const Run> runs) : runs_(runs) {}
    bool any() const { return run_ < runs_.size(); }
    Step next() const { return runs_[run_].first + runs_[run_].stride * k_; }
    void pop() {
        if (++k_ < runs_[run_].count) return;
        k_ = 0;
        ++run_;
    }

  private:
    std::span<const Run> runs_;
    std::size_t run_ = 0;
    std::int64_t k_ = 0;
};

}  // namespace ranvier::exchange
