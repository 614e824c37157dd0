// Delivers due events from the queue to the NET_RECEIVE blocks of mechanisms.
#include <algorithm>
#include <limits>

#include "engine/event/bundles.hpp"
#include "engine/event/delivery.hpp"

namespace ranvier::engine {

namespace {

constexpr double no_delay = std::numeric_limits<double>::quiet_NaN();  // of self events

}  // namespace

void BlockEvents::push_netcon(double t, std::uint32_t netcon) {
    Event e{};
    e.t = t;
    e.key = delivery_.delivery_key(delivery_.network_.connections[netcon]);
    e.sequence = nothing;
    e.index = netcon;
    e.type = EventType::netcon;
    queue.push(e);
}

void BlockEvents::push_sample(double t, std::uint32_t index, std::uint32_t extra) {
    queue.push(sample_event(t, index, extra));
}

void BlockEvents::deliver(double til) {
    if (!queue.due(til)) return;
    const double t_saved = block.t;
    do {
        deliver_next();
    } while (error.empty() && queue.due(til));
    block.t = t_saved;
}

void BlockEvents::deliver_first() {
    const double t_saved = block.t;
    dispatch(queue.pop_single());
    ++entries;
    block.t = t_saved;
}

// Of deliveries that are together, all, if none of them can add events, which would come between them.
void BlockEvents::deliver_next() {
    const bool are_taken_together = !sends_on_spikes || queue.tie_order() == TieOrder::canonical;
    const bool is_timed = group_times.begin();
    const Event next = are_taken_together ? queue.pop() : queue.pop_single();
    dispatch(next);
    if (is_timed) group_times.end(next.type == EventType::group);
    entries += std::max(1u, next.together);
}

void BlockEvents::dispatch(const Event& e) {
    switch (e.type) {
        case EventType::self: {
            ++counts.self_events;
            const Receiver& to = receivers[e.index];
            receive(to, e.t, delivery_.weight_at(e.extra, to.table), e.value, no_delay);
            break;
        }
        case EventType::watch:
            if (e.extra >= arming[e.index]) receive(receivers[e.index], e.t, nullptr, e.value, no_delay);
            break;
        case EventType::group:
            deliver_group(e);
            break;
        case EventType::netcon:
            deliver_netcon(e.t, e.index);
            break;
        case EventType::sample:
            if (watcher) watcher->about_to_look(e.t);
            block.t = e.t;
            entries += delivery_.samples_->sample(e, queue) - 1;
            break;
    }
}

void BlockEvents::deliver_group(const Event& e) {
    Connections& connections = delivery_.network_.connections;
    ConnectionTable& table = connections.table(e.extra);
    const bool goes_on = table.order == TableOrder::delay_and_receiver;  // to the source's next delay
    const std::uint32_t last = goes_on ? table.last_at_once(e.index) : e.index;
    const auto [begin, end] =
        goes_on ? ConnectionRange{table.first_of(e.index), table.first_of(last + 1)} : connections_of(table, e);
    const double delay = table.delay(e.index);
    counts.netcons += end - begin;
    deliveries += end - begin;
    group_times.begin_receiving();
    if (table.receive_group && !watcher) {
        receive_group(table, begin, end, e.t, delay);
    } else {
        for (std::uint32_t k = begin; k < end; ++k) {
            if (table.receiver[k] == nothing) continue;  // a script has changed the connection, called by this spike
            receive(receivers[table.receiver[k]], e.t, table.weights.data() + table.weight_begin(k), 0., delay);
        }
    }
    group_times.end_receiving();
    if (!goes_on || table.is_last_of_source(last)) return;
    Event next = e;
    next.index = last + 1;
    next.sequence += next.index - e.index;
    next.t = e.value + table.delay(next.index);
    queue.push(next);
}

void BlockEvents::receive_group(ConnectionTable& table, std::uint32_t begin, std::uint32_t end, double t,
                                double delay) {
    const Slot& slot = slot_of(receivers[table.first_receiver]);
    block.t = t;
    slot.in->t = t;
    slot.in->delay = delay;
    const int failed = slot.description->net_receive_group(slot.in, static_cast<std::int32_t>(end - begin),
                                                           table.receiver.data() + begin, table.first_receiver,
                                                           table.weights.data() + table.weight_begin(begin));
    if (failed != 0 && error.empty()) {
        const std::uint32_t k = begin + static_cast<std::uint32_t>(failed) - 1;
        fail(slot.in, index_of(receivers[table.receiver[k]]), "NET_RECEIVE failed");
    }
}

void BlockEvents::deliver_netcon(double t, std::uint32_t netcon) {
    ++counts.netcons;
    ++deliveries;
    const Connections& connections = delivery_.network_.connections;
    const std::uint32_t receiver = delivery_.target_place_[connections.target(netcon)].receiver;
    receive(receivers[receiver], t, connections.weights(netcon).data(), 0., connections.delay(netcon));
}

void BlockEvents::receive(const Receiver& to, double t, double* weight, double flag, double delay) {
    const Slot& slot = slot_of(to);
    if (watcher && slot.description->kind != RV_ARTIFICIAL_CELL) watcher->about_to_change(t);
    block.t = t;
    slot.in->t = t;
    slot.in->delay = delay;
    const std::int32_t i = index_of(to);
    if (slot.description->net_receive(slot.in, i, weight, flag) != 0 && error.empty()) {
        fail(slot.in, i, "NET_RECEIVE failed");
    }
}

}  // namespace ranvier::engine
