#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

namespace {

class GuiMathObject final : public Native {};

/// In single precision, as NEURON's: distance of a point to the line through (x1, y1) and (x2, y2), or to the part between them.
double distance_to_line(Call& call, bool is_segment) {
    const double x = call.number(0) - call.number(2), y = call.number(1) - call.number(3);
    const double dx = call.number(4) - call.number(2), dy = call.number(5) - call.number(3);
    const double length = dx * dx + dy * dy;
    double along = length > 0 ? (x * dx + y * dy) / length : 0;
    if (is_segment) along = std::clamp(along, 0., 1.);
    return static_cast<float>(std::hypot(x - along * dx, y - along * dy));
}

Result is_inside(Call& call) {
    const double x = call.number(0), y = call.number(1);
    const bool is = x >= call.number(2) && x <= call.number(4) && y >= call.number(3) && y <= call.number(5);
    return is ? 1. : 0.;
}

/// 1 down, 2 to nearest, 3 to zero, 4 up; returns the direction before.
Result rounding(Call& call) {
    constexpr std::array directions{FE_DOWNWARD, FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD};
    const auto before = std::ranges::find(directions, std::fegetround()) - directions.begin();
    if (call.size() > 0) {
        const auto chosen = static_cast<std::size_t>(call.integer(0, 1, 4));
        std::fesetround(directions[chosen - 1]);
    }
    return static_cast<double>(before + 1);
}

}  // namespace

/// hoc's GUIMath: distances to lines, and the direction of rounding.
void register_gui_math(Registry& registry) {
    ClassDefinition definition;
    definition.name = "GUIMath";
    definition.signature = "GUIMath()";
    definition.doc = "Distances in the plane, and the direction of rounding.";
    definition.construct = [](Call&) { return std::make_unique<GuiMathObject>(); };
    definition.methods = {
        {"d2line", "d2line(x, y, x1, y1, x2, y2)", "Distance of (x, y) to the line through two points.",
         [](Call& call) -> Result { return distance_to_line(call, false); }},
        {"d2line_seg", "d2line_seg(x, y, x1, y1, x2, y2)", "Distance of (x, y) to the line between two points.",
         [](Call& call) -> Result { return distance_to_line(call, true); }},
        {"inside", "inside(x, y, left, bottom, right, top)", "1 if (x, y) is in the rectangle or on its border.",
         is_inside},
        {"feround", "feround([direction])",
         "Sets the direction of rounding (1 down, 2 to nearest, 3 to zero, 4 up) and returns the previous one.",
         rounding},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
