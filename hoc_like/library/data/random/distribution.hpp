#pragma once

#include <optional>

#include "hoc_like/library/data/random/random_stream.hpp"

namespace ranvier::hoc {

/// A distribution with its parameters, which draws from a stream. The algorithms and the order in which they consume
/// the stream's numbers reproduce NEURON 9's Random class bit by bit.
class Distribution {
  public:
    enum class Kind {
        uniform,    ///< a <= x < b
        discunif,   ///< whole numbers a .. b
        normal,     ///< mean a, variance b; polar method (Law & Kelton 1982, p. 259)
        lognormal,  ///< mean a, variance b
        poisson,    ///< mean a
        binomial,   ///< a trials of probability b
        geometric,  ///< 1 + number of draws below a
        hypergeo,   ///< mean a, variance b
        negexp,     ///< mean a
        erlang,     ///< mean a, variance b
        weibull,    ///< alpha a, beta b
    };

    Distribution(Kind kind, double a, double b);
    double operator()(RandomStream& stream);
    /// The second of the two numbers that the polar method produces, if still unused.
    const std::optional<double>& waiting() const { return second_normal_; }
    void set_waiting(std::optional<double> number) { second_normal_ = number; }

  private:
    double draw_normal(RandomStream& stream);
    Kind kind_;
    double a_;
    double b_;
    std::optional<double> second_normal_;
};

}  // namespace ranvier::hoc
