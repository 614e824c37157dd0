#include "engine/cell/define_shape.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/cell/geometry.hpp"
#include "engine/cell/section.hpp"

namespace ranvier::engine {

namespace {

constexpr double per_section = 100;  // [um] along z, for each section of the preceding cells

/// All sections, parents before children; the roots come first, in order of creation.
std::vector<Section*> parents_first(Cells& cells) {
    std::vector<Section*> order;
    for (const auto& section : cells.sections()) {
        if (!section->parent()) order.push_back(section.get());
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (Section* child : order[i]->children()) order.push_back(child);
    }
    return order;
}

struct Start {
    float x, y, z;  // where the section begins
    float dx, dy;   // the parent's direction
};

std::size_t sections_below(const Section& section) {
    std::size_t n = 0;
    for (const Section* child : section.children()) n += 1 + sections_below(*child);
    return n;
}

/// `before`: the number of sections in the preceding cells.
Start start_of(const Section& section, std::size_t before) {
    const Section* parent = section.parent();
    if (!parent) return {0, 0, static_cast<float>(static_cast<double>(before) * per_section), 1, 0};
    const Point3d &first = parent->points().front(), &last = parent->points().back();
    const double along = parent->child_end() == 0 ? section.parent_x() : 1 - section.parent_x();
    Start start{static_cast<float>(last.x * along + first.x * (1 - along)),
                static_cast<float>(last.y * along + first.y * (1 - along)),
                static_cast<float>(last.z * along + first.z * (1 - along)), static_cast<float>(last.x - first.x),
                static_cast<float>(last.y - first.y)};
    if (along < 0.5) {
        start.dx = -start.dx;
        start.dy = -start.dy;
    }
    return start;
}

/// Siblings that begin at one place share a fan of 0.8 rad around the parent's direction.
float direction_of(const Section& section, const Start& start) {
    const bool known = std::fabs(start.dx) >= 1e-6 || std::fabs(start.dy) >= 1e-6;
    float angle = known ? static_cast<float>(std::atan2(start.dy, start.dx)) : 0.0F;
    const double x = section.parent_x();
    if (x > 0 && x < 1) angle = static_cast<float>(angle + 3.14159265358979323846 / 2);  // also former children
    if (!section.parent()) return angle;
    float siblings = 0, mine = 0;
    for (const Section* sibling : section.parent()->children()) {
        if (sibling == &section) mine = siblings;
        if (sibling->parent_x() == x) ++siblings;
    }
    if (siblings > 1) angle = static_cast<float>(angle + (mine / (siblings - 1.) * .8 - .4));
    return angle;
}

void move_to(Section& section, const Start& start) {
    const auto points = section.points();
    const Point3d& from = section.logical_connection ? *section.logical_connection : points[0];
    const float dx = start.x - static_cast<float>(from.x), dy = start.y - static_cast<float>(from.y),
                dz = start.z - static_cast<float>(from.z);
    if (dx == 0 && dy == 0 && dz == 0) return;
    if (section.logical_connection) {
        section.logical_connection->x = start.x;
        section.logical_connection->y = start.y;
        section.logical_connection->z = start.z;
    }
    section.move_points([&](const Point3d& p) -> Point3d { return {p.x + dx, p.y + dy, p.z + dz, p.diam}; });
}

void draw_straight(Cells& cells, Section& section, const Start& start) {
    const RangeVariable diam = *cells.range_variable("diam");
    std::vector<double> diameters;
    for (int i = 0; i < section.nseg(); ++i) {
        diameters.push_back(cells.load(cells.reference(section, diam, 0, (i + 0.5) / section.nseg())));
    }
    if (section.child_end() == 1) std::reverse(diameters.begin(), diameters.end());  // from the parent on
    const double length = section.L();
    const float angle = direction_of(section, start);  // float: its sine and cosine are single precision, too
    const auto x1 = static_cast<float>(start.x + length * std::cos(angle));
    const auto y1 = static_cast<float>(start.y + length * std::sin(angle));
    std::vector<Point3d> points{{start.x, start.y, start.z, diameters.front()}};
    for (int j = 0; j < section.nseg(); ++j) {
        const double part = (j + 0.5) / section.nseg();
        points.push_back({start.x * (1 - part) + x1 * part, start.y * (1 - part) + y1 * part, start.z,
                          diameters[static_cast<std::size_t>(j)]});
    }
    points.push_back({x1, y1, start.z, diameters.back()});
    measure_arc(points, 0);
    points.back().arc = length;  // the section keeps its length
    section.set_points(points);
}

}  // namespace

void take_shapes_anew(Cells& cells) {
    for (const auto& section : cells.sections()) {
        section->set_Ra(section->Ra());
        cells.area(*section, 0.5);
    }
}

void define_shape(Cells& cells, bool move) {
    take_shapes_anew(cells);
    std::size_t before = 0;
    for (Section* section : parents_first(cells)) {
        const Start start = start_of(*section, before);
        if (!section->parent()) before += 1 + sections_below(*section);
        if (section->points().empty()) {
            draw_straight(cells, *section, start);
        } else if (section->parent() && move) {
            move_to(*section, start);
        }
    }
}

}  // namespace ranvier::engine
