#include "engine/event/spike_routes.hpp"

#include "engine/event/bundles.hpp"
#include "engine/network/sources.hpp"

namespace ranvier::engine {

void SpikeRoutes::set_queues(std::span<EventQueue* const> queues) {
    ways_.clear();
    for (EventQueue* queue : queues) ways_.push_back({queue, {}});
}

void SpikeRoutes::queue_in(std::uint32_t block, const Fired& spike) {
    for (const Fan& fan : connections_.fans(spike.source)) {
        if (connections_.tables()[fan.table].block == block) push_groups(spike, fan);
    }
}

void SpikeRoutes::push_groups(const Fired& spike, const Fan& fan) {
    const ConnectionTable& table = connections_.tables()[fan.table];
    Way& way = ways_[table.block];
    if (table.order == TableOrder::delay_and_receiver) {
        way.queue->push(event_of(spike, fan.table, fan.group));
        return;
    }
    const bool are_bundled = has_bundles(table, fan.group);
    way.bundles.clear();
    for (Group g = fan.group;; ++g) {
        const Event event = event_of(spike, fan.table, g);
        if (are_bundled) {
            add_bundle(table, event, way.bundles);
        } else {
            way.queue->push(event);
        }
        if (table.is_last_of_source(g)) break;
    }
    if (are_bundled) way.queue->push_bundles(way.bundles);
}

Event SpikeRoutes::event_of(const Fired& spike, TableNumber table, Group group) const {
    const ConnectionTable& of = connections_.tables()[table];
    return Event::group(spike.t + of.delay(group), key(spike.source, of.mechanism), spike.t, table, group);
}

// Sources without a gid reach only cells of their rank, where their order of creation is the same in any run.
std::uint32_t SpikeRoutes::source_key(SourceId source) const {
    if (source == SourceId::none) return index_of(source);
    const Gid gid = is_input(source) ? gid_of_input(source) : sources_[source].gid;
    return gid >= 0 ? static_cast<std::uint32_t>(gid) : (0x80000000u | index_of(source));
}

void SpikeRoutes::add_due(const Fired& spike, double after, std::vector<Event>& to) const {
    for (const Fan& fan : connections_.fans(spike.source)) {
        const ConnectionTable& table = connections_.tables()[fan.table];
        const bool goes_on = table.order == TableOrder::delay_and_receiver;  // to the groups of longer delays
        for (Group g = fan.group;; ++g) {
            Event event = event_of(spike, fan.table, g);
            if (goes_on) event.sequence = index_of(g) - index_of(fan.group);
            if (event.t > after) add_each(table, fan.group, event, to);
            if ((goes_on && event.t > after) || table.is_last_of_source(g)) break;
        }
    }
}

}  // namespace ranvier::engine
