#pragma once

#include <vector>

#include "hoc_like/library/data/random_stream.hpp"

namespace ranvier::hoc {

// The generators of GNU's libg++ that NEURON had up to 8.2. A number takes two draws of 32 bits, the first of which are
// the lower bits of the fraction of a number in [1, 2), less 1.

/// Base of both: they have no position to go to.
class OldStream : public RandomStream {
  public:
    double uniform() final;
    double sequence() const final;
    void set_sequence(double position) final;

  protected:
    virtual std::uint32_t bits() = 0;
};

/// ACG: additive congruential generator (Knuth, The Art of Computer Programming 2, section 3.2.2, algorithm A) whose
/// numbers pick from a table that a linear congruential generator fills; then their bytes are permuted. Good seeds are
/// any; `size` (7 to 98) chooses among 28 lags.
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
    std::size_t row_;                  // of the table of lags
    std::vector<std::uint32_t> sums_;  // the additive generator's
    std::vector<std::uint32_t> mixed_;
    std::size_t j_ = 0, k_ = 0;
    std::uint32_t linear_ = 0;
};

/// MLCG: difference of two multiplicative congruential generators (P. L'Ecuyer, Comm. ACM 31 (1988) 742), with libg++'s
/// remainder where the paper has a quotient.
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
