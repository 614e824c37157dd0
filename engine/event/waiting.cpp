// Pending events, for saving and restoring states.
#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/event/bundles.hpp"
#include "engine/event/delivery.hpp"

namespace ranvier::engine {

std::vector<Delivery::Waiting> Delivery::waiting() const {
    std::vector<Waiting> all;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
        const BlockEvents& events = *blocks_[b];
        const std::size_t begin = all.size();
        for (const Event& event : single_events(events)) {
            const bool is_disarmed = event.type == EventType::watch && event.extra < events.arming[event.index];
            if (!is_disarmed) all.push_back({b, event, events.queue.is_movable(event)});
        }
        std::sort(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(), [](const Waiting& x, const Waiting& y) {
            return std::tie(x.event.t, x.event.key, x.event.sequence) <
                   std::tie(y.event.t, y.event.key, y.event.sequence);
        });
    }
    return all;
}

std::vector<Event> Delivery::single_events(const BlockEvents& events) const {
    std::vector<Event> all;
    for (const Event& event : events.queue.events()) {
        if (event.type != EventType::sample || event.value == 0) {
            add_singles(event, all);
            continue;
        }
        std::uint32_t sequence = 0;
        for (Event single : samples_->each_alone(event)) {
            if (tie_order_ == TieOrder::canonical) single.key = event_key(EventClass::play, single.index);
            single.sequence = sequence++;
            all.push_back(single);
        }
    }
    return all;
}

std::uint64_t Delivery::identity(const Waiting& waiting) const {
    const Event& e = waiting.event;
    std::uint64_t subject = e.index;
    if (e.type == EventType::self || e.type == EventType::watch) subject = Network::State::pack(receiver(waiting));
    if (e.type == EventType::group) subject = static_cast<std::uint64_t>(e.extra) << 32 | first_connection(e);
    // The finalizer of splitmix64 (Steele et al. 2014, OOPSLA) over each word.
    const auto mix = [](std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    };
    std::uint64_t identity = mix(static_cast<std::uint64_t>(e.type) + 1);
    for (const std::uint64_t word : {std::bit_cast<std::uint64_t>(e.t), subject}) identity = mix(identity ^ word);
    return identity;
}

std::vector<Delivery::PendingWatch> Delivery::watches() const {
    std::vector<PendingWatch> all;
    for (const auto& events : blocks_) {
        for (const BlockEvents::Watch& watch : events->watches) {
            all.push_back({events->instance_of(watch.receiver), watch});
        }
    }
    return all;
}

std::vector<std::uint8_t> Delivery::above() const {
    std::vector<std::uint8_t> all(network_.sources.size(), 0);
    for (const auto& events : blocks_) {
        for (std::size_t k = 0; k < events->above.size(); ++k) all[events->threshold_source[k]] = events->above[k];
    }
    return all;
}

Delivery::Waiting Delivery::event_of(InstanceId to, EventType type, double t, double flag, std::uint32_t extra) const {
    const Model::Location at = model_.locate(to);
    const BlockEvents& events = *blocks_[at.block];
    Event e{};
    e.t = t;
    e.key = self_key(to.mechanism, at.index, type == EventType::self ? flag : 0.);
    e.value = flag;
    e.index = events.receiver_of(events.block.instances(to.mechanism), static_cast<std::int32_t>(at.index));
    e.extra = extra;
    e.type = type;
    return {at.block, e};
}

void Delivery::add_netcon_event(std::uint32_t netcon, double t, std::uint32_t sequence,
                                std::vector<Waiting>& to) const {
    const Connection it = network_.connections[netcon];
    const TargetPlace place = target_place_[it.target];
    if (place.receiver == nothing) return;
    Event e{};
    e.t = t;
    e.key = delivery_key(it);
    e.sequence = sequence;
    e.index = netcon;
    e.type = EventType::netcon;
    to.push_back({place.block, e});
}

void Delivery::add_deliveries(std::uint32_t source, double t_spike, double after, std::vector<Waiting>& to) const {
    const Connections& connections = network_.connections;
    const bool goes_on = tie_order_ == TieOrder::canonical;  // the event moves on to the groups of longer delays
    for (const Fan& fan : connections.fans(source)) {
        const ConnectionTable& table = connections.tables()[fan.table];
        std::vector<Event> events;
        for (std::uint32_t g = fan.group;; ++g) {
            Event e = group_event({t_spike, source}, fan.table, g);
            if (goes_on) e.sequence = g - fan.group;
            if (e.t > after) add_each(table, fan.group, e, events);
            if ((goes_on && e.t > after) || table.is_last_of_source(g)) break;
        }
        for (const Event& e : events) to.push_back({table.block, e});
    }
}

std::uint32_t Delivery::first_connection(const Event& event) const {
    return connections_of(network_.connections.tables()[event.extra], event).begin;
}

// Events of an instance are distinguished by the order in which they were sent.
void Delivery::push(const Waiting& waiting) {
    BlockEvents& events = *blocks_[waiting.block];
    Event event = waiting.event;
    if (event.type == EventType::self || event.type == EventType::watch) event.sequence = events.sequence_++;
    if (event.type == EventType::watch) events.armings_ = std::max(events.armings_, event.extra);
    if (event.type == EventType::self && event.value == 1. && waiting.is_movable) {
        events.queue.push_movable(event);
    } else {
        events.queue.push(event);
    }
}

void Delivery::arm(PendingWatch pending) {
    if (!pending.instance || !model_.exists(pending.instance)) return;
    const Model::Location at = model_.locate(pending.instance);
    BlockEvents& events = *blocks_[at.block];
    const rv_instances* in = events.block.instances(pending.instance.mechanism);
    pending.watch.receiver = events.receiver_of(in, static_cast<std::int32_t>(at.index));
    events.watches.push_back(pending.watch);
    events.armings_ = std::max(events.armings_, pending.watch.arming);
}

void Delivery::refill(std::span<const Waiting> events, std::span<const PendingWatch> watches,
                      std::span<const std::uint8_t> above) {
    for (const Waiting& each : events) push(each);
    for (const PendingWatch& each : watches) arm(each);
    for (const auto& block : blocks_) {
        for (std::size_t k = 0; k < block->above.size(); ++k) block->above[k] = above[block->threshold_source[k]];
    }
}

}  // namespace ranvier::engine
