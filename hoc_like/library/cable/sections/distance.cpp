#include "hoc_like/library/cable/sections/distance.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::hoc {

namespace {

using engine::Section;

/// A compartment in relation to a section: one of its segments, its far end, or the compartment where it begins.
struct Node {
    const Section* section;
    std::uint32_t compartment;
};

/// Distance from the beginning of the section to the compartment's center [um].
double from_beginning(const Node& node) {
    const Section& section = *node.section;
    if (node.compartment == section.near_compartment()) return 0;
    if (node.compartment == section.far_compartment()) return section.L();
    int j = 0;
    while (section.node(j) != node.compartment) ++j;
    return section.L() * ((j + .5) / section.nseg());
}

/// Moves one section up: adds the distance to the section's beginning, which is a compartment of an ancestor.
void climb(Node& node, double& walked) {
    walked += from_beginning(node);
    node = {node.section->parent(), node.section->near_compartment()};
}

int depth(const Section* section) {
    int n = 0;
    for (; section->parent(); section = section->parent()) ++n;
    return n;
}

/// Whether `a` comes after `b` when sections are numbered level by level; both have the same depth.
bool is_numbered_later(const Section* a, const Section* b) {
    while (a->parent() != b->parent()) {
        a = a->parent();
        b = b->parent();
    }
    if (!a->parent()) return a->id() > b->id();
    const auto siblings = a->parent()->children();
    return std::find(siblings.begin(), siblings.end(), a) > std::find(siblings.begin(), siblings.end(), b);
}

}  // namespace

double path_distance(const CablePoint& from, const CablePoint& to) {
    double walked = 0;
    Node a{from.section, from.section->compartment_at(from.x)}, b{to.section, to.section->compartment_at(to.x)};
    int depth_a = depth(a.section), depth_b = depth(b.section);
    // Like in NEURON, the section with the higher number climbs first, which fixes the order of summation.
    while (a.section != b.section) {
        if (depth_a == 0 && depth_b == 0) return -1;
        const bool a_climbs = depth_a != depth_b ? depth_a > depth_b : is_numbered_later(a.section, b.section);
        climb(a_climbs ? a : b, walked);
        --(a_climbs ? depth_a : depth_b);
    }
    return walked + std::abs(from_beginning(a) - from_beginning(b));
}

}  // namespace ranvier::hoc
