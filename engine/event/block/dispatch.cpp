// Delivers due events from the queue to the NET_RECEIVE blocks of mechanisms.
#include <algorithm>
#include <limits>

#include "engine/event/block/block_events.hpp"
#include "engine/event/bundles.hpp"

namespace ranvier::engine {

namespace {

constexpr double no_delay = std::numeric_limits<double>::quiet_NaN();  // of self events

/// Receivers as compiled mechanisms take them, from one on.
const std::uint32_t* indices_of(const std::vector<Receiver>& receivers, std::size_t begin) {
    return reinterpret_cast<const std::uint32_t*>(receivers.data() + begin);
}

}  // namespace

void BlockEvents::deliver(double til) {
    if (!queue_.due(til)) return;
    const double t_saved = block.t;
    do {
        deliver_next();
    } while (!failures_.any() && queue_.due(til));
    block.t = t_saved;
}

void BlockEvents::deliver_first() {
    const double t_saved = block.t;
    dispatch(queue_.pop_single());
    ++meter_.entries;
    block.t = t_saved;
}

// Of deliveries that are together, all, if none of them can add events, which would come between them.
void BlockEvents::deliver_next() {
    const bool are_taken_together = !receivers_.send_on_spikes() || queue_.tie_order() == TieOrder::canonical;
    const bool is_timed = meter_.group_times.begin();
    const Event next = are_taken_together ? queue_.pop() : queue_.pop_single();
    dispatch(next);
    if (is_timed) meter_.group_times.end(next.type == EventType::group);
    meter_.entries += std::max(1u, next.together);
}

void BlockEvents::dispatch(const Event& e) {
    switch (e.type) {
        case EventType::self: {
            ++meter_.self_events;
            double* const weight = shared_.weights.at(e.weight(), receivers_.table(e.receiver()));
            receive(e.receiver(), e.t, weight, e.flag(), no_delay);
            break;
        }
        case EventType::watch:
            if (watches_.is_valid(e)) receive(e.receiver(), e.t, nullptr, e.flag(), no_delay);
            break;
        case EventType::group:
            deliver_group(e);
            break;
        case EventType::netcon:
            deliver_connection(e);
            break;
        case EventType::sample:
            if (watcher_) watcher_->about_to_look(e.t);
            block.t = e.t;
            meter_.entries += shared_.samples->sample(e, queue_) - 1;
            break;
    }
}

void BlockEvents::deliver_group(const Event& e) {
    ConnectionTable& table = shared_.connections.table(e.table());
    const bool goes_on = table.order == TableOrder::delay_and_receiver;  // to the source's next delay
    const Group first = e.group(), last = goes_on ? table.last_at_once(first) : first;
    const auto [begin, end] =
        goes_on ? ConnectionRange{table.first_of(first), table.first_of(next(last))} : connections_of(table, e);
    const double delay = table.delay(first);
    meter_.netcons += end - begin;
    meter_.deliveries += end - begin;
    meter_.group_times.begin_receiving();
    if (table.receive_group && !watcher_) {
        receive_group(table, begin, end, e.t, delay);
    } else {
        for (std::uint32_t k = begin; k < end; ++k) {
            if (table.receiver[k] == Receiver::none)
                continue;  // a script has changed the connection, called by this spike
            receive(table.receiver[k], e.t, table.weights.data() + table.weight_begin(k), 0., delay);
        }
    }
    meter_.group_times.end_receiving();
    if (!goes_on || table.is_last_of_source(last)) return;
    const Group of_next = next(last);
    Event event = Event::group(e.spike_time() + table.delay(of_next), e.key, e.spike_time(), e.table(), of_next);
    event.sequence = e.sequence + (index_of(of_next) - index_of(first));
    queue_.push(event);
}

void BlockEvents::receive_group(ConnectionTable& table, std::uint32_t begin, std::uint32_t end, double t,
                                double delay) {
    const Receivers::Slot& slot = receivers_.slot(table.first_receiver);
    block.t = t;
    slot.in->t = t;
    slot.in->delay = delay;
    const int failed = slot.description->net_receive_group(
        slot.in, static_cast<std::int32_t>(end - begin), indices_of(table.receiver, begin),
        index_of(table.first_receiver), table.weights.data() + table.weight_begin(begin));
    if (failed != 0 && !failures_.any()) {
        const std::uint32_t k = begin + static_cast<std::uint32_t>(failed) - 1;
        failures_.fail(slot.in, receivers_.index(table.receiver[k]), "NET_RECEIVE failed");
    }
}

void BlockEvents::deliver_connection(const Event& e) {
    ++meter_.netcons;
    ++meter_.deliveries;
    const ConnectionsByNumber connections = shared_.connections.by_number();
    const std::uint32_t n = e.connection();
    const Receiver to = shared_.targets[index_of(connections.target(n))].receiver;
    receive(to, e.t, connections.weights(n).data(), 0., connections.delay(n));
}

void BlockEvents::receive(Receiver to, double t, double* weight, double flag, double delay) {
    const Receivers::Slot& slot = receivers_.slot(to);
    if (watcher_ && slot.description->kind != RV_ARTIFICIAL_CELL) watcher_->about_to_change(t);
    block.t = t;
    slot.in->t = t;
    slot.in->delay = delay;
    const std::int32_t i = receivers_.index(to);
    if (slot.description->net_receive(slot.in, i, weight, flag) != 0 && !failures_.any()) {
        failures_.fail(slot.in, i, "NET_RECEIVE failed");
    }
}

}  // namespace ranvier::engine
