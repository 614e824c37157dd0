#pragma once

#include <cstdint>
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
    /// Calls act(source, factor) for each source with a factor > 0, in no particular order.
    template <class Act>
    void for_each_near(std::uint32_t target, Act&& act) const {
        grid_.for_each_near(targets_[target], [&](std::uint32_t source) {
            if (const double factor = profile_.at(distance(source, target)); factor > 0) act(source, factor);
        });
    }
    /// How many sources a target has if each is connected with `probability` times its factor, on average over some targets.
    double mean_indegree(double probability) const;

  private:
    Metric metric_;
    DistanceProfile profile_;
    std::vector<Point> sources_, targets_;
    NeighborGrid grid_;
};

}  // namespace ranvier::engine
