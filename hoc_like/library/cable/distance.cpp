#include "hoc_like/library/cable/distance.hpp"

#include <cmath>

namespace ranvier::hoc {

namespace {

/// One section up: the point where `p`'s section is connected, and the length walked to its connected end.
CablePoint up(CablePoint p, double& walked) {
    walked += std::abs(p.x - p.section->child_end()) * p.section->L();
    return {p.section->parent(), p.section->parent_x()};
}

int depth(const engine::Section* section) {
    int n = 0;
    for (; section->parent(); section = section->parent()) ++n;
    return n;
}

}  // namespace

double path_distance(CablePoint a, CablePoint b) {
    double walked = 0;
    int depth_a = depth(a.section), depth_b = depth(b.section);
    for (; depth_a > depth_b; --depth_a) a = up(a, walked);
    for (; depth_b > depth_a; --depth_b) b = up(b, walked);
    while (a.section != b.section) {
        a = up(a, walked);
        b = up(b, walked);
        if (!a.section || !b.section) return -1;
    }
    return walked + std::abs(a.x - b.x) * a.section->L();
}

}  // namespace ranvier::hoc
