#pragma once

#include "engine/rule/gid_set.hpp"
#include "hoc_like/library/cable/sections/distance.hpp"
#include "hoc_like/library/network/cells/cell_sections.hpp"
#include "hoc_like/library/network/rules/place_function.hpp"

namespace ranvier::hoc {

/// Where the segments of a cell are, seen from its soma: the first section of the member `soma` or, in a cell without it,
/// the root of the tree in which the source of its gid is.
class CellPlaces {
  public:
    CellPlaces(const Context& context, CellSections& finder, const ObjectPtr& cell, engine::Gid gid);

    /// Path from the middle of the soma [um].
    double distance(const engine::Section& section, double x) const { return path_distance(soma_, {&section, x}); }
    CellPlace at(const engine::Section& section, double x) const;
    /// Appends the value of each function at a place, to[e] that of functions[e]. Throws std::invalid_argument if one is not a
    /// number.
    void evaluate(const std::vector<PlaceFunction>& functions, const engine::Section& section, double x,
                  std::vector<std::vector<double>>& to) const;
    /// The value of a function at a place. Throws std::invalid_argument, which names place and gid, if it is not finite.
    double value(const PlaceFunction& function, const engine::Section& section, double x) const;

  private:
    double order(const engine::Section& section) const;
    double height(const engine::Section& section, double x) const;

    const Context& context_;
    engine::Gid gid_;
    CablePoint soma_;
};

}  // namespace ranvier::hoc
