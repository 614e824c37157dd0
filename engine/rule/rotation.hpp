#pragma once

#include <array>

#include "engine/rule/keyed_random.hpp"
#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// A rotation about the origin.
class Rotation {
  public:
    /// By an angle [rad] about the y axis: z turns toward x.
    static Rotation about_y(double angle);
    /// By a random angle about the y axis. Like all random rotations, it depends on the subject (a gid) and the key only.
    static Rotation random_about_y(const KeyedRandom& random, std::uint32_t subject);
    /// One of all rotations, with uniform density on SO(3), by the quaternion of Marsaglia 1972, "Choosing a point from the
    /// surface of a sphere" (Annals of Mathematical Statistics 43).
    static Rotation random(const KeyedRandom& random, std::uint32_t subject);

    Point operator()(const Point& p) const {
        return {m_[0] * p.x + m_[1] * p.y + m_[2] * p.z, m_[3] * p.x + m_[4] * p.y + m_[5] * p.z,
                m_[6] * p.x + m_[7] * p.y + m_[8] * p.z};
    }

  private:
    explicit Rotation(const std::array<double, 9>& matrix) : m_(matrix) {}
    static Rotation about_y(double cosine, double sine);
    std::array<double, 9> m_;  // by rows
};

}  // namespace ranvier::engine
