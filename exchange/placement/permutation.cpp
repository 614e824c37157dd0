#include "exchange/placement/permutation.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::exchange {

namespace {

constexpr int rounds = 6;

/// The last steps of SplitMix64 (Steele, Lea & Flood 2014, OOPSLA, 453-472).
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace

// The digits' bases are about sqrt(n), and their product is less than n + sqrt(n) + 1: few numbers are walked over.
Permutation::Permutation(std::uint32_t n, std::uint64_t seed)
    : n_(n),
      left_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(std::sqrt(n))))),
      right_(std::max<std::uint64_t>(1, (n + left_ - 1) / left_)),
      seed_(mix(seed)) {}

std::uint64_t Permutation::shift(int round, std::uint64_t digit) const {
    return mix(mix(seed_ + static_cast<std::uint64_t>(round)) + digit);
}

std::uint32_t Permutation::place(std::uint32_t i) const {
    std::uint64_t x = i;
    do {
        Digits d = split(x);
        for (int round = 0; round < rounds; round += 2) {
            d.low = (d.low + shift(round, d.high) % left_) % left_;
            d.high = (d.high + shift(round + 1, d.low) % right_) % right_;
        }
        x = join(d);
    } while (x >= n_);
    return static_cast<std::uint32_t>(x);
}

std::uint32_t Permutation::number_at(std::uint32_t place) const {
    std::uint64_t x = place;
    do {
        Digits d = split(x);
        for (int round = rounds; round > 0; round -= 2) {
            d.high = (d.high + right_ - shift(round - 1, d.low) % right_) % right_;
            d.low = (d.low + left_ - shift(round - 2, d.high) % left_) % left_;
        }
        x = join(d);
    } while (x >= n_);
    return static_cast<std::uint32_t>(x);
}

}  // namespace ranvier::exchange
