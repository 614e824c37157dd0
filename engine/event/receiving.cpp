// Delivers due events from the queue to the NET_RECEIVE blocks of mechanisms.
#include "engine/event/delivery.hpp"

namespace ranvier::engine {

void BlockEvents::push_netcon(double t, std::uint32_t netcon) {
    const std::uint32_t source = delivery_.network_.source[netcon];
    Event e{};
    e.t = t;
    e.key = delivery_.source_key(source);
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
        dispatch(queue.pop());
        ++deliveries;
    } while (error.empty() && queue.due(til));
    block.t = t_saved;
}

void BlockEvents::deliver_first() {
    const double t_saved = block.t;
    dispatch(queue.pop());
    ++deliveries;
    block.t = t_saved;
}

void BlockEvents::dispatch(const Event& e) {
    switch (e.type) {
        case EventType::self: {
            if (has_handle[e.index] && e.value == 1. && handle_sequence[e.index] == e.sequence) has_handle[e.index] = 0;
            ++counts.self_events;
            const Receiver& to = receivers[e.index];
            receive(to, e.t, delivery_.weight_at(e.extra), e.value);
            break;
        }
        case EventType::watch:
            if (e.extra >= arming[e.index]) receive(receivers[e.index], e.t, nullptr, e.value);
            break;
        case EventType::group: {
            const auto& first = delivery_.group_first_;
            for (std::uint32_t k = first[e.index]; k < first[e.index + 1]; ++k) {
                deliver_netcon(e.t, delivery_.order_[k]);
            }
            if (e.index + 1 < e.extra) {
                Event next = e;
                ++next.index;
                ++next.sequence;
                next.t = e.value + delivery_.network_.delay[delivery_.order_[first[next.index]]];
                queue.push(next);
            }
            break;
        }
        case EventType::netcon:
            deliver_netcon(e.t, e.index);
            break;
        case EventType::sample:
            if (watcher) watcher->about_to_look(e.t);
            block.t = e.t;
            deliveries += delivery_.samples_->sample(e, queue) - 1;
            break;
    }
}

void BlockEvents::deliver_netcon(double t, std::uint32_t netcon) {
    ++counts.netcons;
    const Network::State& net = delivery_.network_;
    const std::uint32_t receiver = delivery_.target_place_[net.target[netcon]].receiver;
    receive(receivers[receiver], t, delivery_.network_.weights.data() + net.weight_begin[netcon], 0.);
}

void BlockEvents::receive(const Receiver& to, double t, double* weight, double flag) {
    if (watcher && to.mechanism->kind != RV_ARTIFICIAL_CELL) watcher->about_to_change(t);
    block.t = t;
    to.in->t = t;
    if (to.mechanism->net_receive(to.in, to.i, weight, flag) != 0 && error.empty()) {
        fail(to.in, to.i, "NET_RECEIVE failed");
    }
}

}  // namespace ranvier::engine
