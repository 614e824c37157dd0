// What fires in a block, and what its mechanisms send.
#include "engine/event/block/block_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

/// NEURON's tolerance for a WATCH condition that is already true when it is armed.
constexpr double watch_tolerance = 1e-11;

}  // namespace

BlockEvents::BlockEvents(const SharedParts& shared, Block& b, std::uint32_t number, Receivers receivers,
                         Thresholds thresholds)
    : block(b),
      shared_(shared),
      receivers_(std::move(receivers)),
      thresholds_(std::move(thresholds)),
      watches_(receivers_.has_watches() ? receivers_.size() : 0),
      failures_(shared.model, receivers_, shared.output, number),
      number_(number) {}

// --- firing ----------------------------------------------------------------------------------------------------------

void BlockEvents::check_thresholds(double offset_ms) {
    thresholds_.check([&](SourceId source) { send(block.t + offset_ms, source); });
    watches_.check([&](const Watch& watch) { return receivers_.condition(watch.receiver, watch.number, block.t); },
                   [&](const Watch& watch) { send_watch(watch, block.t); });
}

void BlockEvents::send_watch(const Watch& watch, double t) {
    const std::uint64_t key = receivers_.key(watch.receiver, watch.flag, false);
    queue_.push(Event::watch(t, key, sequence_++, watch.receiver, watch.flag, watch.arming));
}

void BlockEvents::send(double t, SourceId source) {
    fired_.add(t, source);
    ++meter_.spikes;
    queue_.note_change();
    shared_.routes.queue_in(number_, {t, source});
    if (!shared_.network.sources()[source].recorded) return;
    const Recording* recording = shared_.network.recordings().find(source);
    if (recording && recording->callback) {
        if (watcher_) watcher_->about_to_look(t);  // a cell with its own steps may be ahead
        const double t_saved = std::exchange(shared_.model.t, t);
        recording->callback(t);
        shared_.model.t = t_saved;
    }
}

// --- what mechanisms call --------------------------------------------------------------------------------------------

void BlockEvents::net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag) {
    const Receiver r = receivers_.find(in, i);
    if (r == Receiver::none) return failures_.fail(in, i, "net_send by a mechanism that receives no events");
    if (!(t >= in->t)) {
        return failures_.fail(in, i, fmt::format("net_send: {:g} ms is {:g} ms before t", t, in->t - t));
    }
    const std::uint64_t key = receivers_.key(r, flag, shared_.network.late_self_events());
    const WeightNumber number = shared_.weights.number(weight, receivers_.table(r));
    const Event event = Event::self(t, key, sequence_++, r, flag, number);
    ++meter_.self_sends;
    if (flag == 1.) {
        queue_.push_movable(event);
    } else {
        queue_.push(event);
    }
}

void BlockEvents::net_move(const rv_instances* in, std::int32_t i, double t) {
    const Receiver r = receivers_.find(in, i);
    if (r == Receiver::none || !queue_.has_movable(r)) {
        return failures_.fail(in, i, "net_move: no event with flag 1 is pending");
    }
    if (!(t >= in->t)) {
        return failures_.fail(in, i, fmt::format("net_move: {:g} ms is {:g} ms before t", t, in->t - t));
    }
    ++meter_.self_moves;
    queue_.move(r, t, sequence_++);
}

void BlockEvents::net_event(const rv_instances* in, std::int32_t i, double t) {
    const Receiver r = receivers_.find(in, i);
    if (r == Receiver::none) return failures_.fail(in, i, "net_event by a mechanism that receives no events");
    const SourceId source = receivers_.source(r);
    if (source == SourceId::none) return;
    if (!(t >= in->t)) {
        return failures_.fail(in, i, fmt::format("net_event: {:g} ms is {:g} ms before t", t, in->t - t));
    }
    send(t, source);
}

void BlockEvents::watch(const rv_instances* in, std::int32_t i, std::int32_t number, double flag, bool first) {
    const Receiver r = receivers_.find(in, i);
    if (r == Receiver::none) return failures_.fail(in, i, "WATCH in a mechanism that receives no events");
    const Receivers::Slot& slot = receivers_.slot(r);
    watches_.arm(r, number, flag, first, slot.description->watch(slot.in, i, number) >= -watch_tolerance);
}

std::int32_t BlockEvents::netcons(const rv_instances* in, std::int32_t i, double** weights) {
    const Receiver r = receivers_.find(in, i);
    if (r == Receiver::none) return 0;
    const TargetNumber target = shared_.network.targets().find(receivers_.instance(r));
    if (target == TargetNumber::none) return 0;
    const auto onto = shared_.target_weights.onto(target, shared_.network.targets().size());
    if (weights) std::copy(onto.begin(), onto.end(), weights);
    return static_cast<std::int32_t>(onto.size());
}

// --- the whole -------------------------------------------------------------------------------------------------------

void BlockEvents::put_back(Event event, bool is_movable) {
    if (event.is_of_receiver()) event.sequence = sequence_++;
    if (event.type == EventType::watch) watches_.put_back_arming(event.arming());
    if (event.type == EventType::self && event.flag() == 1. && is_movable) {
        queue_.push_movable(event);
    } else {
        queue_.push(event);
    }
}

void BlockEvents::clear() {
    queue_.clear();
    watches_.clear();
    thresholds_.clear();
    fired_.clear();
    failures_.clear();
    meter_ = {};
    sequence_ = 0;
}

}  // namespace ranvier::engine
