#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/cell/watched_matrix.hpp"

namespace ranvier::engine {

/// Equations c dy/dt + g y = b that are solved together with the cable equations (docs: "LinearMechanism").
///
/// The first nodes.size() elements of y are potentials of compartments (layer 0: inside, v + vext[0]; k: vext[k-1]),
/// and their equations are added to the current balance of the compartments [mA/cm2; nA in zero-area ones]. The other
/// elements are variables of the mechanism itself. Owners of the matrices and vectors may change them at any time.
struct LinearMechanism {
    struct Node {
        std::uint32_t compartment;
        int layer;
    };
    std::vector<Node> nodes;
    std::shared_ptr<const WatchedMatrix> c, g;
    std::shared_ptr<std::vector<double>> y, y0, b;  ///< y0 may be null: 0
    std::function<void()> before;                   ///< called before b - g y is computed; may be null

    std::size_t size() const { return y->size(); }
};

}  // namespace ranvier::engine
