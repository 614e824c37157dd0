#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/rule/distance_profile.hpp"
#include "engine/rule/metric.hpp"
#include "engine/rule/neighbor_grid.hpp"
#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// Where the sources and targets of a rule are, and how their connections depend on it. Later positions of the cells do
/// not change it. It takes 28 bytes for each source and 24 for each target.
class Space {
  public:
    /// By position among the rule's sources and targets.
    Space(const Metric& metric, DistanceProfile profile, std::vector<Point> sources, std::vector<Point> targets)
        : metric_(metric),
          profile_(std::move(profile)),
          sources_(std::move(sources)),
          targets_(std::move(targets)),
          grid_(sources_, metric_, profile_.reach()) {}

    const DistanceProfile& profile() const { return profile_; }
    const Metric& metric() const { return metric_; }
    /// Of a source from a target [um].
    double distance(std::uint32_t source, std::uint32_t target) const {
        return metric_.distance(sources_[source], targets_[target]);
    }
    /// Sources, ascending, and the factors of their distances.
    struct Near {
        std::vector<std::uint32_t> sources;
        std::vector<double> factors;
    };
    /// Finds the sources with a factor > 0. `found` may be used for one target after another.
    void find_near(std::uint32_t target, Near& found) const;
    /// How many sources a target has if each is connected with `probability` times its factor, on average over some targets.
    double mean_indegree(double probability) const;
    /// How many sources are near enough, on average over some targets.
    double mean_near() const;

  private:
    /// The sum of value(factor) over the sources near a target, on average over `some` targets.
    double mean_over_near(std::size_t some, const std::function<double(double factor)>& value) const;

    Metric metric_;
    DistanceProfile profile_;
    std::vector<Point> sources_, targets_;
    NeighborGrid grid_;
};

}  // namespace ranvier::engine
