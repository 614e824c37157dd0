#include <fmt/format.h>

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/delivery.hpp"
#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

namespace {

/// NEURON's: a threshold that is found crossed at the beginning of a step was crossed this much later [ms].
constexpr double threshold_offset = 1e-10;

/// NEURON's tolerance for a WATCH condition that holds already when it is armed.
constexpr double watch_tolerance = 1e-11;

}  // namespace

BlockEvents::BlockEvents(Delivery& delivery, Block& b, std::uint32_t number)
    : block(b), delivery_(delivery), number_(number) {}

std::uint32_t BlockEvents::receiver_of(const rv_instances* in, std::int32_t i) const {
    for (const Slot& slot : slots) {
        if (slot.in == in && slot.first_receiver != nothing) return slot.first_receiver + static_cast<std::uint32_t>(i);
    }
    return nothing;
}

// --- thresholds
// -------------------------------------------------------------------------------------------------------

void BlockEvents::check_thresholds() {
    check_watched(threshold_offset);
    check_watches();
}

void BlockEvents::check_watched(double offset_ms) {
    bring_thresholds();
    const std::size_t n = watched.size();
    for (std::size_t k = 0; k < n; ++k) {
        const auto now = static_cast<std::uint8_t>(*watched[k] > threshold[k]);
        if (now == above[k]) continue;
        above[k] = now;
        if (now) send(block.t + offset_ms, threshold_source[k]);
    }
}

void BlockEvents::check_watches() {
    for (std::size_t k = 0; k < watches.size(); ++k) {
        Watch& w = watches[k];
        const bool now = watched_value(w) > 0;
        if (now && !w.above) send_watch(w, block.t);
        w.above = now;
    }
}

double BlockEvents::watched_value(const Watch& w) const {
    const Receiver& to = receivers[w.receiver];
    to.in->t = block.t;
    return to.mechanism->watch(to.in, to.i, w.number);
}

void BlockEvents::send_watch(const Watch& w, double t) {
    const Receiver& to = receivers[w.receiver];
    Event e{};
    e.t = t;
    e.key = event_key(EventClass::self,
                      static_cast<std::uint64_t>(to.id.mechanism) << 32 | static_cast<std::uint32_t>(to.i));
    e.value = w.flag;
    e.sequence = sequence_++;
    e.index = w.receiver;
    e.extra = w.arming;
    e.type = EventType::watch;
    queue.push(e);
}

// --- sending
// ----------------------------------------------------------------------------------------------------------

void BlockEvents::send(double t, std::uint32_t source) {
    fired.add(t, source);
    ++counts.spikes;
    queue.note_change();
    const auto& first = delivery_.range_first_;
    for (std::uint32_t k = first[source]; k < first[source + 1]; ++k) {
        const auto& range = delivery_.ranges_[k];
        if (range.block == number_) push_groups(t, source, range.begin, range.end);
    }
    if (!delivery_.network_.sources[source].recorded) return;
    const auto found = delivery_.network_.recordings.find(source);
    if (found != delivery_.network_.recordings.end() && found->second.callback) {
        const double t_saved = delivery_.model_.t;
        delivery_.model_.t = t;
        found->second.callback(t);
        delivery_.model_.t = t_saved;
    }
}

void BlockEvents::push_groups(double t_spike, std::uint32_t source, std::uint32_t begin, std::uint32_t end) {
    if (queue.tie_order() == TieOrder::insertion && end - begin > 1) {
        for (std::uint32_t g = begin; g < end; ++g) push_groups(t_spike, source, g, g + 1);
        return;
    }
    Event e{};
    e.value = t_spike;
    e.t = t_spike + delivery_.network_.delay[delivery_.order_[delivery_.group_first_[begin]]];
    e.key = delivery_.source_key(source);
    e.index = begin;
    e.extra = end;
    e.type = EventType::group;
    queue.push(e);
}

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

// --- delivering
// -------------------------------------------------------------------------------------------------------

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

// --- services
// ---------------------------------------------------------------------------------------------------------

void BlockEvents::net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "net_send by a mechanism that receives no events");
    if (t < in->t) return fail(in, i, fmt::format("net_send: {:g} ms lies {:g} ms before t", t, in->t - t));
    Event e{};
    e.t = t;
    e.key = event_key(EventClass::self,
                      static_cast<std::uint64_t>(receivers[r].id.mechanism) << 32 | static_cast<std::uint32_t>(i));
    e.value = flag;
    e.sequence = sequence_++;
    e.index = r;
    e.extra = delivery_.number_of_weight(weight);
    e.type = EventType::self;
    ++counts.self_sends;
    if (flag == 1.) {
        handle[r] = queue.push_movable(e);
        has_handle[r] = 1;
        handle_sequence[r] = e.sequence;
    } else {
        queue.push(e);
    }
}

void BlockEvents::net_move(const rv_instances* in, std::int32_t i, double t) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing || !has_handle[r]) return fail(in, i, "net_move: no event with flag 1 is pending");
    if (t < in->t) return fail(in, i, fmt::format("net_move: {:g} ms lies {:g} ms before t", t, in->t - t));
    handle_sequence[r] = sequence_++;
    ++counts.self_moves;
    queue.move(handle[r], t, handle_sequence[r]);
}

void BlockEvents::net_event(const rv_instances* in, std::int32_t i, double t) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "net_event by a mechanism that receives no events");
    if (receivers[r].source == nothing) return;
    if (t < in->t) return fail(in, i, fmt::format("net_event: {:g} ms lies {:g} ms before t", t, in->t - t));
    send(t, receivers[r].source);
}

void BlockEvents::watch(const rv_instances* in, std::int32_t i, std::int32_t number, double flag, bool first) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "WATCH in a mechanism that receives no events");
    const auto same = [&](const Watch& w) { return w.receiver == r && (first || w.number == number); };
    watches.erase(std::remove_if(watches.begin(), watches.end(), same), watches.end());
    ++armings_;
    if (first) arming[r] = armings_;
    const Receiver& to = receivers[r];
    const bool above_now = to.mechanism->watch(to.in, i, number) >= -watch_tolerance;
    watches.push_back({r, number, flag, armings_, above_now});
}

std::int32_t BlockEvents::netcons(const rv_instances* in, std::int32_t i, double** weights) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return 0;
    Network::State& net = delivery_.network_;
    const std::uint32_t target = net.find_target(receivers[r].id);
    if (target == nothing) return 0;
    const std::vector<std::uint32_t>& onto = delivery_.netcons_onto(target);
    if (weights) {
        for (std::size_t k = 0; k < onto.size(); ++k) weights[k] = net.weights.data() + net.weight_begin[onto[k]];
    }
    return static_cast<std::int32_t>(onto.size());
}

void BlockEvents::print(const char* text) {
    delivery_.print(text);
}

void BlockEvents::check_failed() const {
    if (!error.empty()) throw SimulationError(error);
}

// A kernel told us by services->fail what happened; the block's own message is only that something did.
void BlockEvents::rethrow() const {
    check_failed();
    try {
        throw;
    } catch (const MechanismError& e) {
        throw SimulationError(fmt::format("{} (t = {:g} ms)", e.what(), block.t));
    }
}

// Slow, for it happens once: the instance is looked for by its place in the tables.
void BlockEvents::fail(const rv_instances* in, std::int32_t i, std::string_view message) {
    if (!error.empty()) return;
    const Model& model = delivery_.model_;
    std::string who = "a mechanism";
    for (const Slot& slot : slots) {
        if (slot.in != in) continue;
        const MechanismType& type = model.mechanism(slot.mechanism);
        who = type.name();
        for (std::size_t row = 0; row < type.table().size() && i >= 0; ++row) {
            const InstanceId id{slot.mechanism, type.table().id(row)};
            const Model::Location at = model.locate(id);
            if (at.block != number_ || at.index != static_cast<std::uint32_t>(i)) continue;
            if (!type.is_density()) {
                who = delivery_.network_.describe_instance(id);
                break;
            }
            for (const auto& section : model.sections()) {
                if (!section->has(slot.mechanism)) continue;
                for (int s = 0; s < section->nseg(); ++s) {
                    const double x = (s + 0.5) / section->nseg();
                    if (model.instance(*section, slot.mechanism, x) == id) {
                        who = fmt::format("{} in {}({:g})", type.name(), section->name(), x);
                    }
                }
            }
        }
    }
    error = fmt::format("{}: {} (t = {:g} ms)", who, message, in->t);
}

}  // namespace ranvier::engine
