#pragma once

#include <algorithm>

namespace ranvier::exchange {

/// The capacity, in spikes, of a buffer of equal length on all ranks: grows by a factor of 1.5 after an interval in
/// which a rank had more spikes, and shrinks by 1.1 after each interval in which none had (Albers et al. 2022, Front.
/// Neuroinform. 16:837549, 4.1.2). Ranks that count the same intervals agree on the size.
class AdaptiveSize {
  public:
    AdaptiveSize(int spikes, bool is_adaptive) : size_(spikes), is_adaptive_(is_adaptive) {}

    int spikes() const { return static_cast<int>(size_); }

    void follow(bool overflowed) {
        if (!is_adaptive_) return;
        size_ = overflowed ? std::min(most, std::max(size_ * 1.5, size_ + 1)) : std::max(1., size_ / 1.1);
    }

  private:
    static constexpr double most = 1'000'000;

    double size_;
    bool is_adaptive_;
};

}  // namespace ranvier::exchange
