#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/network/network_changes.hpp"
#include "engine/network/network_ids.hpp"
#include "engine/solve/grouping.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Connections;
class Model;

/// POINTERs of mechanisms onto weights of connections, by which mechanisms of plasticity learn.
///
/// Weights move when connections are made, arranged or changed. So a POINTER gets the present address of its weight before
/// code of mechanisms runs: when a run's tables are built, and when a script calls a FUNCTION.
class WeightPointers {
  public:
    /// All arguments must outlive this object.
    WeightPointers(Model& model, NetworkChanges& changes, Connections& connections)
        : model_(model), changes_(changes), connections_(connections) {}

    /// Makes POINTER k of the instance point to a weight, counted from 0, of a connection.
    void add(InstanceId instance, int k, std::uint32_t connection, int weight);
    /// To be called before POINTER k is made to point to something else than a weight.
    void forget(InstanceId instance, int k);
    /// The instance no longer exists.
    void forget(InstanceId instance);
    /// The NetCon and the number of the weight to which POINTER k points; nothing if it points to no weight.
    std::optional<std::pair<NetConId, int>> pointed_to(InstanceId instance, int k) const;

    /// Gives each POINTER the address of its weight. To be called before code of mechanisms runs outside of a run, too:
    /// weights move.
    void aim();
    /// To be called before a connection ends: a POINTER to its weight keeps the last value.
    void keep_last(std::uint32_t connection);
    /// An instance and the target of the connection to whose weight it points advance in one block. `targets`: by number.
    void add_bonds(std::span<const InstanceId> targets, std::vector<Bond>& bonds) const;

  private:
    struct Pointer {
        InstanceId instance;
        int k;
        std::uint32_t connection;
        int weight;
        double last;  ///< of a connection that has ended
    };
    std::vector<std::unique_ptr<Pointer>>::const_iterator find(InstanceId instance, int k) const;
    double*& slot_of(const Pointer& pointer) const;

    Model& model_;
    NetworkChanges& changes_;
    Connections& connections_;
    std::vector<std::unique_ptr<Pointer>> pointers_;  // by address: slots may hold that of `last`
};

}  // namespace ranvier::engine
