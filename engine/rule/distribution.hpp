#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/rule/gid_set.hpp"
#include "engine/rule/keyed_random.hpp"

namespace ranvier::engine {

/// How the weights or delays of a rule's connections are chosen. Units are those of the quantity; delays are in ms.
struct Distribution {
    enum class Kind : std::uint8_t {
        constant,     ///< a
        uniform,      ///< between a and b
        normal,       ///< mean a, standard deviation b
        lognormal,    ///< the logarithm has mean a and standard deviation b
        exponential,  ///< mean a
        values,       ///< values[connection]
        of_place,  ///< value number `a` of the place of the connection's synapse (RuleTargets::values), not drawn here
    };
    enum class Outside : std::uint8_t { clip, redraw };

    Kind kind = Kind::constant;
    double a = 0, b = 0;
    /// Values outside of [low, high] are set to the nearer bound or drawn again.
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
    Outside outside = Outside::redraw;
    double resolution =
        0;  ///< values are rounded to multiples of it, and those below half of it to one; 0: not rounded
    /// By position of the target, then by connection of this target; or by the rule's own order (a table).
    std::shared_ptr<const std::vector<double>> values;

    bool is_drawn() const { return kind != Kind::constant && kind != Kind::values && kind != Kind::of_place; }
    /// No value is below this one.
    double least() const;
    /// Throws std::invalid_argument that begins with `name` if no such numbers can be drawn, or hardly any.
    void check(const char* name) const;
    /// The numbers of the connections k[0], k[1], ... onto `target`. `first`: the place of connection 0 among `values`.
    /// Throws std::invalid_argument if none of 100,000 draws lies in [low, high].
    void draw(const KeyedRandom& random, Use use, Gid target, std::span<const std::uint32_t> k, std::size_t first,
              std::span<double> to) const;
    /// The number of connection k alone. `at`: its place among `values`.
    double draw_one(const KeyedRandom& random, Use use, Gid target, std::uint32_t k, std::size_t at) const {
        double x;
        draw(random, use, target, {&k, 1}, at - k, {&x, 1});
        return x;
    }

  private:
    void check_parameters(const char* name) const;
    void check_bounds(const char* name) const;
    double within_bounds(double x, const KeyedRandom& random, Use use, Gid target, std::uint32_t k) const;
};

/// The nearest multiple of `resolution` that is at least `resolution`; both > 0.
double rounded(double x, double resolution);

}  // namespace ranvier::engine
