#include "engine/rule/neighbor_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ranvier::engine {

namespace {

constexpr double most_bins = 100;  // of an axis

}  // namespace

/// The bin of a coordinate, or the one nearest to it.
std::uint32_t NeighborGrid::Axis::of(double x) const {
    double at = (x - origin) / width;
    if (repeats) at -= std::floor(at / bins) * bins;
    return static_cast<std::uint32_t>(std::clamp(std::floor(at), 0., bins - 1.));
}

NeighborGrid::Range NeighborGrid::Axis::near(double x) const {
    const std::uint32_t at = of(x);
    if (repeats) return bins <= 3 ? Range{0, bins} : Range{at + bins - 1, 3};
    const std::uint32_t begin = at == 0 ? 0 : at - 1, end = std::min(at + 2, bins);
    return {begin, end - begin};
}

NeighborGrid::Axis NeighborGrid::make_axis(std::span<const Point> points, std::size_t axis, double period,
                                           double reach) {
    Axis made;
    if (points.empty() || !std::isfinite(reach)) return made;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Point& p : points) {
        low = std::min(low, coordinate(p, axis));
        high = std::max(high, coordinate(p, axis));
    }
    made.repeats = period > 0;
    made.origin = low;
    const double extent = made.repeats ? period : high - low;
    // Slightly wider than the reach, so that no rounding puts a neighbor two bins away.
    const double least_width = std::max(reach * (1 + 1e-9), extent / most_bins);
    if (!(least_width > 0) || !(extent > 0)) {
        made.repeats = false;
        return made;
    }
    const double fit = std::floor(extent / least_width);
    made.bins = static_cast<std::uint32_t>(made.repeats ? std::max(fit, 1.) : fit + 1);
    made.width = made.repeats ? extent / made.bins : least_width;
    return made;
}

std::size_t NeighborGrid::bin_of(const Point& p) const {
    return (axes_[0].of(p.x) * std::size_t{axes_[1].bins} + axes_[1].of(p.y)) * axes_[2].bins + axes_[2].of(p.z);
}

NeighborGrid::NeighborGrid(std::span<const Point> points, const Metric& metric, double reach) {
    if (metric.x) axes_[0] = make_axis(points, 0, metric.period.x, reach);
    if (metric.y) axes_[1] = make_axis(points, 1, metric.period.y, reach);
    if (metric.z) axes_[2] = make_axis(points, 2, metric.period.z, reach);
    first_.assign(std::size_t{axes_[0].bins} * axes_[1].bins * axes_[2].bins + 1, 0);
    for (const Point& p : points) ++first_[bin_of(p) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    points_.resize(points.size());
    for (std::uint32_t k = 0; k < points.size(); ++k) points_[next[bin_of(points[k])]++] = k;
}

}  // namespace ranvier::engine
