#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::bindings {

/// The numbers of the nodes of all cells as NEURON has them on one thread: the roots come first, then the other nodes cell by
/// cell, breadth first, each section from its parent's end outwards.
class NodeNumbers {
  public:
    /// The number of a compartment in the present structure; as in NEURON, 0 before the first finitialize.
    int of(engine::Model& model, std::uint32_t compartment);

  private:
    using Version = std::pair<std::uint64_t, std::uint64_t>;
    void list(engine::Model& model);
    void list_cell(engine::Section& root);
    void add(std::uint32_t compartment) { numbers_.emplace(compartment, static_cast<int>(numbers_.size())); }

    Version version_;  // of what is listed
    std::unordered_map<std::uint32_t, int> numbers_;
};

}  // namespace ranvier::bindings
