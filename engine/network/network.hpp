#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/network/gids.hpp"
#include "engine/network/network_changes.hpp"
#include "engine/network/network_ids.hpp"
#include "engine/network/recordings.hpp"
#include "engine/network/rules.hpp"
#include "engine/network/sources.hpp"
#include "engine/network/targets.hpp"
#include "engine/network/weight_pointers.hpp"
#include "engine/rule/tasks.hpp"

namespace ranvier::engine {

class Connections;

/// Spike sources, connections and gids of one rank. It makes and changes connections, and hands out the parts that know the
/// rest.
///
/// 1. A NetCon without a target is legal (it records, or defines a source for a gid); so is one without a source.
/// 2. A NetConId is a connection's number. Numbers grow with creation, so each target's connections are in order of
///    creation, on any number of ranks.
/// 3. A Network does not know the number of ranks: its wanted and owned gids are passed to the exchange.
/// User errors throw std::invalid_argument naming gid, source and target.
class Network {
  public:
    explicit Network(Model& model);
    ~Network();

    // --- parts ------------------------------------------------------------------------------------------------------
    Sources& sources();
    const Sources& sources() const;
    Gids& gids();
    const Gids& gids() const;
    Recordings& recordings();
    const Recordings& recordings() const;
    Rules& rules();
    /// POINTERs of mechanisms onto weights.
    WeightPointers& weight_pointers();
    /// For those who build tables of deliveries or save states; scripts change connections by the functions below.
    Connections& connections();
    const Connections& connections() const;
    Targets& targets();
    const Targets& targets() const;
    NetworkChanges& changes();
    const NetworkChanges& changes() const;

    // --- connections ------------------------------------------------------------------------------------------------
    NetConId connect(SourceId source_or_none, InstanceId target_or_none, double delay_ms = 1, double weight0 = 0);
    /// pc.gid_connect: from the source of a gid, wherever it is.
    NetConId gid_connect(Gid gid, InstanceId target);
    /// Connects cells of this rank as a rule says, which must have been checked: `here` has what receives the spikes of each
    /// of its targets on this rank, all of one mechanism. The rule picks one of its cell's synapses for each connection.
    /// Returns the number of connections made on this rank. Throws std::invalid_argument, and connects nothing, if a
    /// synapse is of another mechanism than others, cannot be a target, or is picked where there is none.
    std::uint64_t connect(std::shared_ptr<const Rule> rule, RuleTargets here,
                          const ForEachTask& for_each_task = one_by_one);
    void disconnect(NetConId netcon);  ///< also removes its source if that has no other NetCons, gid or recording
    bool exists(NetConId netcon) const;
    /// The connection's number. Throws std::invalid_argument if it no longer exists.
    std::uint32_t at(NetConId netcon) const;
    SourceId source(NetConId netcon) const;
    InstanceId target(NetConId netcon) const;
    void set_target(NetConId netcon, InstanceId target);
    double delay(NetConId netcon) const;         ///< [ms]
    void set_delay(NetConId netcon, double ms);  ///< >= 0, else throws
    int weight_count(NetConId netcon) const;
    double weight(NetConId netcon, int k) const;
    void set_weight(NetConId netcon, int k, double value);
    /// The address of weight k, valid until connections are made or changed; null if there is none.
    double* weight_place(NetConId netcon, long long k);
    /// Makes POINTER k of a mechanism's instance point to a weight of a NetCon.
    void point_to_weight(InstanceId instance, int k, NetConId netcon, int weight);
    bool active(NetConId netcon) const;
    void set_active(NetConId netcon, bool active);
    /// All NetCons, or those from a source or onto a target, in order of creation.
    std::vector<NetConId> netcons() const;
    std::vector<NetConId> netcons_of(SourceId source) const;
    std::vector<NetConId> netcons_onto(InstanceId target) const;

    /// To be called when a target or a watched variable's section is deleted: the NetCon stays, without that end.
    void forget(InstanceId instance);
    void forget(const Section& section);
    /// To be called before all that refers to the Network is deleted: frees the connections at once. From then on,
    /// `disconnect` and `forget` do nothing.
    void close();

    /// cvode.queue_mode(_, 1) (docs: "queue_mode"): from now on an artificial cell's net_send with flag 1 is delivered after
    /// the connections of the same time, not before. NEURON keeps these events outside of its queue and looks at them
    /// when a connection delivers, for those before it. Each rank must choose the same.
    void set_late_self_events(bool on);
    bool late_self_events() const;

    /// Memory of this rank's share [bytes].
    struct Memory {
        std::size_t connections, sources, queues;
    };
    Memory memory() const;
    /// Those who make the queues tell their size.
    void note_queues(std::size_t bytes);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace ranvier::engine
