#include "engine/rule/cell_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "engine/rule/rotation.hpp"

namespace ranvier::engine {
namespace {

constexpr Gid cell_count = 100000;
const KeyedRandom place_key(7, 3);

std::vector<Point> drawn(const Locations& places) {
    const GidSet gids = GidSet::range(0, cell_count);
    CellPositions positions;
    positions.set(gids, places, place_key);
    std::vector<Point> points;
    for (Gid gid = 0; gid < cell_count; ++gid) points.push_back(*positions.of(gid));
    return points;
}

/// Expects that the values lie in [0, 1) and have the moments of a uniform distribution, within 5 standard errors.
void expect_uniform(const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double u : values) {
        EXPECT_TRUE(u >= 0 && u < 1) << u;
        sum += u, squares += u * u;
    }
    const double n = static_cast<double>(values.size());
    EXPECT_NEAR(sum / n, 1 / 2., 5 * std::sqrt(1 / 12. / n));
    EXPECT_NEAR(squares / n, 1 / 3., 5 * std::sqrt(4 / 45. / n));
}

/// Expects that two uniform variables have no correlation, within 5 standard errors.
void expect_independent(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - 0.5) * (b[i] - 0.5);
    EXPECT_NEAR(sum * 12 / static_cast<double>(a.size()), 0, 5 / std::sqrt(static_cast<double>(a.size())));
}

using Coordinate = std::function<double(const Point&)>;
std::vector<double> mapped(const std::vector<Point>& points, const Coordinate& coordinate) {
    std::vector<double> values;
    for (const Point& point : points) values.push_back(coordinate(point));
    return values;
}

TEST(CellPositions, AreUniformInABox) {
    const auto points = drawn(Box{{-100, 0, 5}, {300, 50, 7}});
    const auto x = mapped(points, [](const Point& p) { return (p.x + 100) / 400; }),
               y = mapped(points, [](const Point& p) { return p.y / 50; }),
               z = mapped(points, [](const Point& p) { return (p.z - 5) / 2; });
    for (const auto* each : {&x, &y, &z}) expect_uniform(*each);
    expect_independent(x, y);
    expect_independent(x, z);
    expect_independent(y, z);
}

TEST(CellPositions, AreUniformInACylinder) {
    const auto points = drawn(Cylinder{.x = 10, .z = -20, .radius = 200, .low = -1500, .high = -1000});
    const auto area =
                   mapped(points, [](const Point& p) { return (std::pow(p.x - 10, 2) + std::pow(p.z + 20, 2)) / 4e4; }),
               turn = mapped(points, [](const Point& p) { return std::atan2(p.z + 20, p.x - 10) / (2 * M_PI) + 0.5; }),
               height = mapped(points, [](const Point& p) { return (p.y + 1500) / 500; });
    for (const auto* each : {&area, &turn, &height}) expect_uniform(*each);
    expect_independent(area, turn);
    expect_independent(area, height);
    expect_independent(turn, height);
}

TEST(CellPositions, DependOnTheGidAndTheKeyOnly) {
    const Box box{{0, 0, 0}, {1, 1, 1}};
    CellPositions one, other;
    one.set(GidSet::range(0, 100), box, place_key);
    other.set(GidSet::list({42, 7}), box, place_key);
    EXPECT_EQ(one.of(7), other.of(7));
    EXPECT_EQ(one.of(42), other.of(42));
    EXPECT_NE(one.of(42), one.of(7));
    other.set(GidSet::list({42, 7}), box, KeyedRandom(7, 4));
    EXPECT_NE(one.of(7), other.of(7));
}

TEST(CellPositions, AreThoseThatWereSetLast) {
    CellPositions positions;
    positions.set(GidSet::list({5, 3}), std::vector<Point>{{1, 2, 3}, {4, 5, 6}}, place_key);
    EXPECT_EQ(positions.of(3), (Point{4, 5, 6}));
    EXPECT_EQ(positions.of(4), std::nullopt);
    positions.set(GidSet::range(3, 1), std::vector<Point>{{7, 8, 9}}, place_key);
    EXPECT_EQ(positions.of(3), (Point{7, 8, 9}));
    EXPECT_EQ(positions.of(5), (Point{1, 2, 3}));
    positions.clear();
    EXPECT_EQ(positions.of(3), std::nullopt);
}

TEST(CellPositions, RefuseWhatIsNoPlace) {
    const GidSet two = GidSet::range(0, 2);
    EXPECT_NO_THROW(check_locations(std::vector<Point>(2), two));
    EXPECT_NO_THROW(check_locations(Box{{0, 0, 0}, {0, 1, 1}}, two));  // flat
    EXPECT_THROW(check_locations(std::vector<Point>(3), two), std::invalid_argument);
    EXPECT_THROW(check_locations(std::vector<Point>{{}, {0, NAN, 0}}, two), std::invalid_argument);
    EXPECT_THROW(check_locations(Box{{0, 2, 0}, {1, 1, 1}}, two), std::invalid_argument);
    EXPECT_THROW(check_locations(Box{{0, 0, 0}, {1, 1, INFINITY}}, two), std::invalid_argument);
    EXPECT_THROW(check_locations(Cylinder{0, 0, -1, 0, 1}, two), std::invalid_argument);
    EXPECT_THROW(check_locations(Cylinder{0, 0, 1, 1, 0}, two), std::invalid_argument);
}

double length(const Point& p) {
    return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
}

/// Archimedes: of a uniform direction, each coordinate is uniform.
void expect_uniform_directions(const std::vector<Point>& points) {
    for (const auto axis : {&Point::x, &Point::y, &Point::z}) {
        expect_uniform(mapped(points, [axis](const Point& p) { return (p.*axis + 1) / 2; }));
    }
}

TEST(Rotation, OfSO3TurnsEachAxisAnywhere) {
    std::vector<Point> x, y;
    for (std::uint32_t gid = 0; gid < static_cast<std::uint32_t>(cell_count); ++gid) {
        const Rotation rotation = Rotation::random(place_key, gid);
        x.push_back(rotation({1, 0, 0}));
        y.push_back(rotation({0, 1, 0}));
        const Point z = rotation({0, 0, 1});
        EXPECT_NEAR(length(x.back()), 1, 1e-14);
        EXPECT_NEAR(x.back().x * y.back().x + x.back().y * y.back().y + x.back().z * y.back().z, 0, 1e-14);
        EXPECT_NEAR(x.back().y * y.back().z - x.back().z * y.back().y, z.x, 1e-14);  // no reflection
    }
    expect_uniform_directions(x);
    expect_uniform_directions(y);
}

TEST(Rotation, AboutYKeepsHeightsAndTurnsUniformly) {
    std::vector<double> turns;
    for (std::uint32_t gid = 0; gid < static_cast<std::uint32_t>(cell_count); ++gid) {
        const Point turned = Rotation::random_about_y(place_key, gid)({2, 5, 0});
        EXPECT_EQ(turned.y, 5);
        EXPECT_NEAR(std::hypot(turned.x, turned.z), 2, 1e-14);
        turns.push_back(std::atan2(turned.z, turned.x) / (2 * M_PI) + 0.5);
    }
    expect_uniform(turns);
    const Point quarter = Rotation::about_y(M_PI / 2)({1, 2, 3});
    EXPECT_NEAR(quarter.x, 3, 1e-15);
    EXPECT_EQ(quarter.y, 2);
    EXPECT_NEAR(quarter.z, -1, 1e-15);
}

}  // namespace
}  // namespace ranvier::engine
