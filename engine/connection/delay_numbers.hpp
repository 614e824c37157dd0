#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Numbers the distinct delays of a table.
class DelayNumbers {
  public:
    std::uint32_t number(double ms) {
        Known& known = recent_[(std::bit_cast<std::uint64_t>(ms) * 0x9e3779b97f4a7c15) >> 54];
        if (ms == known.ms) return known.number;
        const auto [found, is_new] = numbers_.try_emplace(ms, static_cast<std::uint32_t>(values_.size()));
        if (is_new) values_.push_back(ms);
        known = {ms, found->second};
        return found->second;
    }
    const std::vector<double>& values() const { return values_; }
    std::vector<double> take_values() { return std::move(values_); }
    /// The place of each delay among all, sorted.
    std::vector<std::uint32_t> ranks() const;

  private:
    std::vector<double> values_;
    std::unordered_map<double, std::uint32_t> numbers_;
    struct Known {
        double ms = -1;
        std::uint32_t number = 0;
    };
    std::array<Known, 1024> recent_;  // looked up first, by a hash of the delay
};

}  // namespace ranvier::engine
