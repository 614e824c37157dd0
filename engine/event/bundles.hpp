#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/event/event_queue.hpp"

namespace ranvier::engine {

// The deliveries of a spike in NEURON's order of events.
//
// 1. As in NEURON, a source with more than two connections, all of one delay, has one event for all of them; otherwise each
//    connection has its own event.
// 2. Events of one spike and one delay follow each other in the queue, as the events of other spikes were inserted before
//    or after all of them. So they stay together, in a bundle, and are taken apart only when they are delivered, if at
//    all. This does not hold if another delay of the spike can lead to the same time, rounded.

/// The order of connections in the table of each of `blocks` blocks: by delay if their events can be kept together.
TableOrder order_by_insertion(const Connections& connections, std::size_t blocks);

/// Whether all connections of a source share an event; for tables in the order of creation.
std::function<bool(SourceId source)> sources_with_one_event(const Connections& connections);

/// Whether the events of a source are bundles. `group`: its first one.
bool has_bundles(const ConnectionTable& table, Group group);

/// Adds the events of a group, as a bundle or several. `event`: that of the group.
void add_bundle(const ConnectionTable& table, Event event, std::vector<Bundle>& to);

/// The connections that an event of EventType::group delivers to, in the group that it names.
ConnectionRange connections_of(const ConnectionTable& table, const Event& event);

/// Adds the events that this event stands for.
void add_singles(const Event& event, std::vector<Event>& to);
/// Adds the events of a group, one by one. `event`: that of the group; `first_group`: that of its source.
void add_each(const ConnectionTable& table, Group first_group, const Event& event, std::vector<Event>& to);

}  // namespace ranvier::engine
