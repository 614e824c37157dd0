#include "engine/rule/cell_positions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/rule/digest.hpp"
#include "engine/rule/disc.hpp"

namespace ranvier::engine {

namespace {

void check_finite(double x) {
    if (!std::isfinite(x)) throw std::invalid_argument("position: a coordinate is infinite or not a number");
}

void check_finite(const Point& point) {
    check_finite(point.x);
    check_finite(point.y);
    check_finite(point.z);
}

void check_bounds(char axis, double low, double high) {
    check_finite(low);
    check_finite(high);
    if (low > high) throw std::invalid_argument(fmt::format("position: {} from {:g} to {:g} um", axis, low, high));
}

struct Check {
    void operator()(const std::vector<Point>& points) const {
        if (points.size() != gids.size()) {
            throw std::invalid_argument(fmt::format("position: the Vectors have {} elements, but there are {} cells",
                                                    points.size(), gids.size()));
        }
        for (const Point& point : points) check_finite(point);
    }
    void operator()(const Box& box) const {
        check_bounds('x', box.low.x, box.high.x);
        check_bounds('y', box.low.y, box.high.y);
        check_bounds('z', box.low.z, box.high.z);
    }
    void operator()(const Cylinder& cylinder) const {
        check_finite({cylinder.x, cylinder.radius, cylinder.z});
        if (cylinder.radius < 0) throw std::invalid_argument(fmt::format("position: radius {:g} um", cylinder.radius));
        check_bounds('y', cylinder.low, cylinder.high);
    }
    const GidSet& gids;
};

struct AddTo {
    void operator()(const std::vector<Point>& points) const {
        for (const Point& point : points) digest.add(point);
    }
    void operator()(const Box& box) const {
        digest.add(box.low);
        digest.add(box.high);
    }
    void operator()(const Cylinder& c) const {
        for (const double x : {c.x, c.z, c.radius, c.low, c.high}) digest.add(x);
    }
    Digest& digest;
};

double between(double low, double high, std::uint64_t word) {
    return low + (high - low) * unit_interval(word);
}

/// The point of one gid.
struct Draw {
    Point operator()(const std::vector<Point>& points) const { return points[at]; }
    Point operator()(const Box& box) const {
        const auto first = random.pair(Use::position, subject, 0), second = random.pair(Use::position, subject, 1);
        return {between(box.low.x, box.high.x, first.word[0]), between(box.low.y, box.high.y, first.word[1]),
                between(box.low.z, box.high.z, second.word[0])};
    }
    Point operator()(const Cylinder& cylinder) const {
        const auto height = random.pair(Use::position, subject, 0);
        std::uint64_t next = 1;
        const InDisc at_height = in_unit_disc(random, Use::position, subject, next);
        return {cylinder.x + cylinder.radius * at_height.u, between(cylinder.low, cylinder.high, height.word[0]),
                cylinder.z + cylinder.radius * at_height.v};
    }
    const KeyedRandom& random;
    std::uint32_t subject;
    std::uint32_t at;  // among the gids
};

}  // namespace

void check_locations(const Locations& locations, const GidSet& gids) {
    std::visit(Check{gids}, locations);
}

std::uint64_t digest(const Locations& locations, const GidSet& gids) {
    Digest digest;
    digest.add(gids);
    digest.add(std::uint64_t{locations.index()});
    std::visit(AddTo{digest}, locations);
    return digest.sum();
}

void CellPositions::set(GidSet gids, Locations locations, const KeyedRandom& random) {
    sets_.push_back({std::move(gids), std::move(locations), random});
}

std::optional<Point> CellPositions::of(Gid gid) const {
    for (auto set = sets_.rbegin(); set != sets_.rend(); ++set) {
        const std::uint32_t at = set->gids.position(gid);
        if (at != GidSet::absent) {
            return std::visit(Draw{set->random, static_cast<std::uint32_t>(gid), at}, set->locations);
        }
    }
    return std::nullopt;
}

}  // namespace ranvier::engine
