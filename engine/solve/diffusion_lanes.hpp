#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/storage/aligned.hpp"

namespace ranvier::engine {

/// Implicit diffusion steps of several states on the same tree of segments: one elimination solves for four states at
/// once, in each with the same operations in the same order as for one state alone.
///
/// Coefficients are kept until they are set again, and their factors until dt changes too.
class DiffusionLanes {
  public:
    /// `parents`: by node, parents before children; -1: none.
    DiffusionLanes(std::vector<std::int32_t> parents, std::size_t states);

    /// What the geometry contributes to a node's coefficients [1/um2]: to its parent's equation and to its own.
    struct Factors {
        double from_parent, to_parent;
    };
    /// Sets the coefficients from each node's factors, and from each state's volume (by node) and conductance, found by
    /// calling volume(state, node) and conductance(state, node).
    template <class Volume, class Conductance>
    void set_coefficients(std::span<const Factors> factors, const Volume& volume, const Conductance& conductance) {
        for (std::size_t state = 0; state < states_; ++state) {
            for (std::size_t node = 0; node < parents_.size(); ++node) {
                volume_[place(state, node)] = volume(state, node);
                conductance_[place(state, node)] = conductance(state, node);
            }
        }
        find_coefficients(factors);
    }

    /// The concentration of a state in a node: set it before `step`, which replaces it.
    double& concentration(std::size_t state, std::size_t node) { return concentration_[place(state, node)]; }
    /// Advances all concentrations by dt [ms].
    void step(double dt);

  private:
    static constexpr std::size_t width = 4;
    std::size_t place(std::size_t state, std::size_t node) const {
        return (state / width * parents_.size() + node) * width + state % width;
    }
    void find_coefficients(std::span<const Factors> factors);

    std::vector<std::int32_t> parents_;
    std::size_t states_;
    double dt_ = 0;  // of the factors; 0: none
    // By group of four states, node, and state in the group.
    AlignedVector<double> volume_, conductance_, above_, below_, diagonal_, ratio_, concentration_;
};

}  // namespace ranvier::engine
