#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// Draws the sources of one target after another, with probabilities that depend on their distances.
///
/// pairwise_bernoulli: each pair by a random number that belongs to the two gids, so that the cost grows with the number of
/// sources within reach. fixed_indegree: so many sources, with probabilities in proportion to the factors of their distances.
class NearSources {
  public:
    using Add = std::function<void(std::uint32_t source)>;
    /// Calls add(source) for each source drawn, in ascending order unless it may be drawn more than once. `self`: the source
    /// that is the target itself and must not be drawn; GidSet::absent if none. Throws std::invalid_argument, which names
    /// the gid, if too few sources are near enough.
    void draw(const Rule& rule, std::uint32_t target, std::uint32_t self, const Add& add);

  private:
    struct Near {
        std::uint32_t source;
        double factor;
    };
    void find(const Rule& rule, std::uint32_t target, std::uint32_t self);
    void draw_with_repeats(const Rule& rule, Gid gid, const Add& add);
    void draw_different(const Rule& rule, Gid gid, const Add& add);

    std::vector<Near> near_;  // ascending
    Space::Near found_;
};

}  // namespace ranvier::engine
