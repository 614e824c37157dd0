#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/rule/gid_set.hpp"
#include "engine/rule/keyed_random.hpp"
#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// All points between two corners.
struct Box {
    Point low, high;
};

/// All points within `radius` of an axis parallel to y, which passes through (x, _, z), between the heights low and high.
struct Cylinder {
    double x, z, radius, low, high;
};

/// Where cells are: each at its own point, or at a random one in a part of space, with uniform density.
using Locations = std::variant<std::vector<Point>, Box, Cylinder>;

/// Throws std::invalid_argument unless all numbers are finite, no lower bound is above its upper one, and, of single points,
/// there is one for each of the gids.
void check_locations(const Locations& locations, const GidSet& gids);

/// The same number for the same arguments; other arguments hardly ever have it.
std::uint64_t digest(const Locations& locations, const GidSet& gids);

/// The positions of cells, on any rank.
///
/// 1. Each rank knows the position of every gid without communication. It calls `set` with the same arguments as the
///    others.
/// 2. A random position depends on the gid and the key of the random numbers only. It is found with additions,
///    multiplications and roots, so its bits are the same on every machine.
/// 3. Single points take 24 bytes each, random ones nothing.
class CellPositions {
  public:
    /// The locations must have been checked. The positions that were set last count.
    void set(GidSet gids, Locations locations, const KeyedRandom& random);
    /// O(number of sets, plus the search in a list of gids).
    std::optional<Point> of(Gid gid) const;
    void clear() { sets_.clear(); }

  private:
    struct Set {
        GidSet gids;
        Locations locations;
        KeyedRandom random;
    };
    std::vector<Set> sets_;
};

}  // namespace ranvier::engine
