#pragma once

#include <cstdint>

namespace ranvier::exchange {

/// A random order of the numbers 0 to n-1, without a list of them: a generalized Feistel cipher with cycle walking (Black
/// & Rogaway 2002, CT-RSA, LNCS 2271:114-130).
///
/// 1. place(i) differs for each i < n, is below n, and depends on n and the seed only.
/// 2. number_at(place(i)) == i.
class Permutation {
  public:
    Permutation(std::uint32_t n, std::uint64_t seed);

    /// Where number i < n stands. O(1).
    std::uint32_t place(std::uint32_t i) const;
    /// The number at a place < n. O(1).
    std::uint32_t number_at(std::uint32_t place) const;

  private:
    /// A number below left_ * right_, in two digits.
    struct Digits {
        std::uint64_t low, high;
    };
    Digits split(std::uint64_t x) const { return {x % left_, x / left_}; }
    std::uint64_t join(Digits x) const { return x.low + left_ * x.high; }
    std::uint64_t shift(int round, std::uint64_t digit) const;

    std::uint64_t n_, left_, right_, seed_;
};

}  // namespace ranvier::exchange
