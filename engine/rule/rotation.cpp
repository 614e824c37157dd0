#include "engine/rule/rotation.hpp"

#include <cmath>

#include "engine/rule/disc.hpp"

namespace ranvier::engine {

Rotation Rotation::about_y(double cosine, double sine) {
    return Rotation({cosine, 0, sine, 0, 1, 0, -sine, 0, cosine});
}

Rotation Rotation::about_y(double angle) {
    return about_y(std::cos(angle), std::sin(angle));
}

Rotation Rotation::random_about_y(const KeyedRandom& random, std::uint32_t subject) {
    std::uint64_t next = 0;
    const auto [u, v, square] = in_unit_disc(random, Use::rotation, subject, next);
    return about_y((u * u - v * v) / square, 2 * u * v / square);  // of twice the angle of (u, v), which is as uniform
}

Rotation Rotation::random(const KeyedRandom& random, std::uint32_t subject) {
    std::uint64_t next = 0;
    const InDisc first = in_unit_disc(random, Use::rotation, subject, next);
    const InDisc second = in_unit_disc(random, Use::rotation, subject, next);
    const double scale = std::sqrt((1 - first.square) / second.square);
    const double a = first.u, b = first.v, c = scale * second.u, d = scale * second.v;
    return Rotation({a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),  //
                     2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),  //
                     2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d});
}

}  // namespace ranvier::engine
