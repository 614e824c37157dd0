#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rule/metric.hpp"
#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// Points in bins, so that those near another point are found without a look at all.
class NeighborGrid {
  public:
    /// No distance looked for will be above `reach` [um], which may be infinite.
    NeighborGrid(std::span<const Point> points, const Metric& metric, double reach);

    /// Calls act(k) once for each point k that can be within reach of `point`, and for some others.
    template <class Act>
    void for_each_near(const Point& point, Act&& act) const {
        std::array<Range, 3> near;
        for (std::size_t a = 0; a < 3; ++a) near[a] = axes_[a].near(coordinate(point, a));
        for (std::uint32_t i = 0; i < near[0].count; ++i) {
            for (std::uint32_t j = 0; j < near[1].count; ++j) {
                const std::size_t row =
                    axes_[0].bin(near[0], i) * std::size_t{axes_[1].bins} + axes_[1].bin(near[1], j);
                for (std::uint32_t l = 0; l < near[2].count; ++l) {
                    const std::size_t bin = row * axes_[2].bins + axes_[2].bin(near[2], l);
                    for (std::uint32_t k = first_[bin]; k < first_[bin + 1]; ++k) act(points_[k]);
                }
            }
        }
    }

  private:
    /// Bins begin, begin + 1, ..., around the end of an axis that repeats itself.
    struct Range {
        std::uint32_t begin, count;
    };
    struct Axis {
        double origin = 0, width = 1;
        std::uint32_t bins = 1;
        bool repeats = false;

        std::uint32_t of(double x) const;
        Range near(double x) const;
        std::uint32_t bin(const Range& range, std::uint32_t i) const { return (range.begin + i) % bins; }
    };
    static double coordinate(const Point& p, std::size_t axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }
    static Axis make_axis(std::span<const Point> points, std::size_t axis, double period, double reach);
    std::size_t bin_of(const Point& p) const;

    std::array<Axis, 3> axes_;
    std::vector<std::uint32_t> first_;   // by bin, into points_; one more at the end
    std::vector<std::uint32_t> points_;  // bin by bin
};

}  // namespace ranvier::engine
