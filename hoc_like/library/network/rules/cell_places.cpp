#include "hoc_like/library/network/rules/cell_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

CellPlaces::CellPlaces(const Context& context, CellSections& finder, const ObjectPtr& cell, engine::Gid gid)
    : context_(context), gid_(gid) {
    CellSections::Sections soma;
    if (finder.has(cell, "soma")) {
        finder.add(cell, gid, "soma", soma);
    } else {
        const auto source = context.network.gids().source_of(gid);
        soma.push_back(&context.network.sources().info(*source).section->root());
    }
    soma_ = {soma.front(), 0.5};
}

CellPlace CellPlaces::at(const engine::Section& section, double x) const {
    return {distance(section, x), context_.model.load(section, *context_.model.range_variable("diam"), 0, x),
            order(section), [this, &section, x] { return height(section, x); }};
}

void CellPlaces::evaluate(const std::vector<PlaceFunction>& functions, const engine::Section& section, double x,
                          std::vector<std::vector<double>>& to) const {
    for (std::size_t e = 0; e < functions.size(); ++e) to[e].push_back(value(functions[e], section, x));
}

double CellPlaces::value(const PlaceFunction& function, const engine::Section& section, double x) const {
    const double value = function(at(section, x));
    if (std::isfinite(value)) return value;
    throw std::invalid_argument(
        fmt::format("{} is {} at {}({:g}) of gid {}", function.text(), value, section.name(), x, gid_));
}

/// A section that continues another one's end alone begins at no branch point.
double CellPlaces::order(const engine::Section& section) const {
    double count = 0;
    for (const engine::Section* each = &section; each->parent() && each->parent() != soma_.section;
         each = each->parent()) {
        if (each == soma_.section) break;
        const auto siblings = each->parent()->children();
        const bool is_alone = std::none_of(siblings.begin(), siblings.end(), [&](const engine::Section* other) {
            return other != each && other->parent_x() == each->parent_x();
        });
        const bool is_at_end = each->parent_x() == 1 - each->parent()->child_end();
        if (!is_alone || !is_at_end) ++count;
    }
    return count;
}

/// Between the 3-D points, along the section's length.
double CellPlaces::height(const engine::Section& section, double x) const {
    const auto points = section.points();
    if (points.size() < 2) {
        throw std::invalid_argument(fmt::format("y: section {} of gid {} has no 3-D points", section.name(), gid_));
    }
    const double arc = x * points.back().arc;
    const auto behind = std::find_if(points.begin() + 1, points.end() - 1,
                                     [arc](const engine::Point3d& point) { return point.arc >= arc; });
    const engine::Point3d &a = *(behind - 1), &b = *behind;
    const double share = b.arc > a.arc ? (arc - a.arc) / (double{b.arc} - a.arc) : 0;
    return a.y + share * (double{b.y} - a.y);
}

}  // namespace ranvier::hoc
