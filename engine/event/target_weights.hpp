#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "engine/connection/connections.hpp"

namespace ranvier::engine {

/// The weights of the connections onto each target, for mechanisms that go through them. Listed on first use, by any
/// thread.
class TargetWeights {
  public:
    /// `connections` must outlive this object.
    explicit TargetWeights(Connections& connections) : connections_(connections) {}

    /// The arrays of a target's connections, in the order of their creation. `targets`: the number of all. Valid until
    /// `forget`.
    std::span<double* const> onto(TargetNumber target, std::size_t targets);
    /// To be called when connections have been arranged.
    void forget() { first_.clear(); }

  private:
    void list(std::size_t targets);

    Connections& connections_;
    std::mutex mutex_;
    std::vector<std::size_t> first_;  // by target, into weights_; one more at the end
    std::vector<double*> weights_;
};

}  // namespace ranvier::engine
