#pragma once

#include <vector>

#include "hoc_like/library/data/random/random_stream.hpp"

namespace ranvier::hoc {

// The generators of GNU's libg++ that NEURON had up to 8.2. A number uses two draws of 32 bits as the fraction bits of
// a number in [1, 2), lower bits first, and subtracts 1.

/// Base of both generators, which have no settable position.
class OldStream : public RandomStream {
  public:
    double uniform() final;
    double sequence() const final;
    void set_sequence(double position) final;

  protected:
    virtual std::uint32_t bits() = 0;
};

/// ACG: additive congruential generator (Knuth, The Art of Computer Programming 2, section 3.2.2, algorithm A). Its
/// numbers select words from a table that a linear congruential generator fills; the bytes of each word are then
/// permuted. Any seed is good; `size` (7 to 98) selects one of 28 lags.
class AcgStream final : public OldStream {
  public:
    AcgStream(std::uint32_t seed, int size);
    void reset() override;
    std::vector<std::uint32_t> words() const override;
    void set_words(const std::vector<std::uint32_t>& words) override;

  protected:
    std::uint32_t bits() override;

  private:
    std::uint32_t seed_;
    std::size_t row_;                  // in the table of lags
    std::vector<std::uint32_t> sums_;  // state of the additive generator
    std::vector<std::uint32_t> mixed_;
    std::size_t j_ = 0, k_ = 0;
    std::uint32_t linear_ = 0;
};

/// MLCG: difference of two multiplicative congruential generators (P. L'Ecuyer, Comm. ACM 31 (1988) 742). Like libg++,
/// it takes a remainder where the paper has a quotient.
class MlcgStream final : public OldStream {
  public:
    MlcgStream(std::uint32_t seed1, std::uint32_t seed2);
    void reset() override;
    std::vector<std::uint32_t> words() const override;
    void set_words(const std::vector<std::uint32_t>& words) override;

  protected:
    std::uint32_t bits() override;

  private:
    std::int32_t seeds_[2];
    std::int32_t state_[2] = {};
};

}  // namespace ranvier::hoc
