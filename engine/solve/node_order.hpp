#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/cell/section.hpp"

namespace ranvier::engine {

/// Calls act(compartment) for the compartments of some cells in NEURON's order of nodes: all roots, then the sections cell
/// by cell, breadth first, each from its parent's end. `roots`: the cells' root sections.
template <class Act>
void for_each_node(std::span<const Section* const> roots, Act&& act) {
    for (const Section* root : roots) act(root->near_compartment());
    for (const Section* root : roots) {
        std::vector<const Section*> queue{root};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Section& section = *queue[i];
            queue.insert(queue.end(), section.children().begin(), section.children().end());
            for (int j = 0; j < section.nseg(); ++j) act(section.node(j));
            act(section.far_compartment());
        }
    }
}

}  // namespace ranvier::engine
