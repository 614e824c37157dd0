#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/event/event_queue.hpp"
#include "engine/event/fired_spikes.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Sources;

/// The way of a spike on its rank, from its source to the queues of the blocks that hold its targets.
///
/// A spike has one event for each table of its connections, which moves on to the source's next delay once a group has
/// been delivered. In NEURON's order, each group has one from the beginning, or each connection.
class SpikeRoutes {
  public:
    /// Both must outlive this object.
    SpikeRoutes(const Connections& connections, const Sources& sources)
        : connections_(connections), sources_(sources) {}
    /// By block. They must outlive this object, or be replaced.
    void set_queues(std::span<EventQueue* const> queues);

    /// Queues a spike's deliveries in one block.
    void queue_in(std::uint32_t block, const Fired& spike);
    /// Queues a spike's deliveries in all blocks that are chosen, except `except`. Threads may choose different blocks at
    /// the same time.
    template <class Choose>
    void distribute(const Fired& spike, std::uint32_t except, Choose is_chosen) {
        for (const Fan& fan : connections_.fans(spike.source)) {
            const std::uint32_t block = connections_.tables()[fan.table].block;
            if (block != except && is_chosen(block)) push_groups(spike, fan);
        }
    }
    void distribute(const Fired& spike, std::uint32_t except) {
        distribute(spike, except, [](std::uint32_t) { return true; });
    }

    /// Orders the spikes of equal time: the source's gid, or 2^31 + its number.
    std::uint32_t source_key(SourceId source) const;
    /// The key of deliveries to targets of a mechanism.
    std::uint64_t key(SourceId source, MechanismId mechanism) const {
        return event_key(EventClass::connection, connection_subject(source_key(source), mechanism));
    }
    /// Adds the events of a spike that are still due: those later than `after` [ms].
    void add_due(const Fired& spike, double after, std::vector<Event>& to) const;

  private:
    Event event_of(const Fired& spike, TableNumber table, Group group) const;
    void push_groups(const Fired& spike, const Fan& fan);
    struct Way {
        EventQueue* queue;
        std::vector<Bundle> bundles;  // of the spike that is being queued
    };

    const Connections& connections_;
    const Sources& sources_;
    std::vector<Way> ways_;  // by block
};

}  // namespace ranvier::engine
