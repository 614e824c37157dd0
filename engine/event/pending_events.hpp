#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/event/event_tables.hpp"
#include "engine/event/event_weights.hpp"

namespace ranvier::engine {

/// An event out of its queue, by names that stay valid when blocks and tables change, in place of the receiver and key of
/// a self event or WATCH event, and of the weight. The event of a group has none: it is valid only as long as connections
/// are not arranged.
struct PendingEvent {
    Event event;
    InstanceId receiver = {};
    WeightName weight = {};   ///< without a connection, the event's own number says which
    bool is_movable = false;  ///< net_move moves this one
};

struct PendingWatch {
    InstanceId instance;
    Watch watch;
};

/// All that is pending on a rank.
struct PendingEvents {
    std::vector<PendingEvent> events;
    std::vector<PendingWatch> watches;
    std::vector<std::uint8_t> above;  ///< by source: whether its variable is above the threshold
};

// --- out of the queues ------------------------------------------------------------------------------------------------

/// The events of a block, in no order, one by one: without those of WATCHes that have been replaced, and with groups of
/// samples, and of deliveries in NEURON's order, taken apart. Weights are not named.
std::vector<PendingEvent> pending_events(BlockEvents& block, const SharedParts& shared);
/// The armed WATCHes of all blocks.
std::vector<PendingWatch> pending_watches(const EventTables& tables);
/// Adds what is pending in all blocks, which keep it.
void take_out(const EventTables& tables, const SharedParts& shared, PendingEvents& to);
/// Replaces each group by the events of its connections, by number, and sorts all in the order in which to put them back.
/// Connections must not have been arranged since the groups were taken out.
void take_groups_apart(PendingEvents& pending, Connections& connections, TieOrder order);

// --- into the queues --------------------------------------------------------------------------------------------------

/// Queues an event; in no block if what receives it no longer exists.
void put_back(const PendingEvent& pending, const EventTables& tables, const SharedParts& shared);
void put_back(const PendingWatch& pending, const EventTables& tables, const SharedParts& shared);

/// Throws std::runtime_error if a saved event cannot belong to this model, whose time is `t` [ms]: saved states may come
/// from strangers. Events for what has been deleted since are accepted. Samples are checked by Player::check.
void check_pending(const PendingEvents& saved, double t, const Model& model, const EventWeights& weights);

// --- names ------------------------------------------------------------------------------------------------------------

/// The first connection that a group's event delivers to, in its table.
std::uint32_t first_connection(const Event& group, const Connections& connections);
/// Identifies an event by a hash of indices of this rank.
std::uint64_t identity(const PendingEvent& pending, const Connections& connections);
/// The weights that a self event of pending_events refers to; null: none.
double* weights_of(const PendingEvent& pending, const EventTables& tables, const SharedParts& shared);

}  // namespace ranvier::engine
