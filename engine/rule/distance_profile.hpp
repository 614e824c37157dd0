#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ranvier::engine {

/// A factor of the probability that two cells are connected, by their distance.
struct DistanceProfile {
    enum class Kind : std::uint8_t {
        flat,         ///< 1
        exponential,  ///< exp(-d / scale)
        gaussian,     ///< exp(-d^2 / (2 scale^2))
        table         ///< linear between the points of a table; the first factor before it, 0 behind it
    };
    Kind kind = Kind::flat;
    double scale = 0;                                         ///< [um]
    double cutoff = std::numeric_limits<double>::infinity();  ///< beyond it, the factor is 0 [um]
    std::vector<double> distances = {}, factors = {};         ///< of the table [um]

    double at(double distance) const;
    /// The same for each of many, to the bit.
    void replace_by_factors(std::span<double> distances) const;
    /// No distance beyond this one has a factor above 0 [um].
    double reach() const;
    /// Throws std::invalid_argument if factors are negative or not finite, or distances do not ascend.
    void check() const;
};

}  // namespace ranvier::engine
