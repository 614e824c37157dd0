#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// POINTERs of mechanisms onto weights of connections, by which mechanisms of plasticity learn.
///
/// Weights move when connections are made, arranged or changed. So a POINTER gets the present address of its weight before
/// code of mechanisms runs: when a run's tables are built, and when a script calls a FUNCTION.
class WeightPointers {
  public:
    /// Makes POINTER k of the instance point to a weight, counted from 0, of a connection.
    void add(Model& model, Connections& connections, InstanceId instance, int k, std::uint32_t connection, int weight);
    /// POINTER k no longer points to a weight.
    void forget(InstanceId instance, int k);
    /// The instance no longer exists.
    void forget(InstanceId instance);

    struct Target {
        std::uint32_t connection;
        int weight;
    };
    /// The weight to which a POINTER points; null if it points to none.
    const Target* find(InstanceId instance, int k) const;

    /// Gives each POINTER the address of its weight.
    void aim(Model& model, Connections& connections);
    /// To be called before a connection ends: a POINTER to its weight keeps the last value.
    void keep_last(Model& model, Connections& connections, std::uint32_t connection);
    /// An instance and the target of the connection to whose weight it points advance in one block. `targets`: by number.
    void add_bonds(Connections& connections, std::span<const InstanceId> targets, std::vector<Bond>& bonds) const;

  private:
    struct Pointer {
        InstanceId instance;
        int k;
        Target target;
        double last;  ///< of a connection that has ended
    };
    std::vector<std::unique_ptr<Pointer>> pointers_;  // by address: slots may hold that of `last`
};

}  // namespace ranvier::engine
