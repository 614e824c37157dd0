#include <fmt/format.h>

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/delivery.hpp"
#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

namespace {

/// NEURON's tolerance for a WATCH condition that is already true when it is armed.
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

// --- services ----------------------------------------------------------------------------------------------------

void BlockEvents::net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "net_send by a mechanism that receives no events");
    if (!(t >= in->t)) return fail(in, i, fmt::format("net_send: {:g} ms is {:g} ms before t", t, in->t - t));
    Event e{};
    e.t = t;
    e.key = delivery_.self_key(slot_of(receivers[r]).mechanism, static_cast<std::uint32_t>(i), flag);
    e.value = flag;
    e.sequence = sequence_++;
    e.index = r;
    e.extra = delivery_.number_of_weight(weight, receivers[r].table);
    e.type = EventType::self;
    ++counts.self_sends;
    if (flag == 1.) {
        queue.push_movable(e);
    } else {
        queue.push(e);
    }
}

void BlockEvents::net_move(const rv_instances* in, std::int32_t i, double t) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing || !queue.has_movable(r)) return fail(in, i, "net_move: no event with flag 1 is pending");
    if (!(t >= in->t)) return fail(in, i, fmt::format("net_move: {:g} ms is {:g} ms before t", t, in->t - t));
    ++counts.self_moves;
    queue.move(r, t, sequence_++);
}

void BlockEvents::net_event(const rv_instances* in, std::int32_t i, double t) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "net_event by a mechanism that receives no events");
    if (receivers[r].source == nothing) return;
    if (!(t >= in->t)) return fail(in, i, fmt::format("net_event: {:g} ms is {:g} ms before t", t, in->t - t));
    send(t, receivers[r].source);
}

void BlockEvents::watch(const rv_instances* in, std::int32_t i, std::int32_t number, double flag, bool first) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return fail(in, i, "WATCH in a mechanism that receives no events");
    const auto same = [&](const Watch& w) { return w.receiver == r && (first || w.number == number); };
    watches.erase(std::remove_if(watches.begin(), watches.end(), same), watches.end());
    ++armings_;
    if (first) arming[r] = armings_;
    const Slot& slot = slot_of(receivers[r]);
    const bool above_now = slot.description->watch(slot.in, i, number) >= -watch_tolerance;
    watches.push_back({r, number, flag, armings_, above_now});
}

std::int32_t BlockEvents::netcons(const rv_instances* in, std::int32_t i, double** weights) {
    const std::uint32_t r = receiver_of(in, i);
    if (r == nothing) return 0;
    const Network::State& net = delivery_.network_;
    const std::uint32_t target = net.find_target(instance_of(r));
    if (target == nothing) return 0;
    const std::span<double* const> onto = delivery_.weights_onto(target);
    if (weights) std::copy(onto.begin(), onto.end(), weights);
    return static_cast<std::int32_t>(onto.size());
}

void BlockEvents::print(const char* text) {
    delivery_.print(text);
}

void BlockEvents::check_failed() const {
    if (!error.empty()) throw SimulationError(error);
}

// The kernel has passed its message to services->fail; the block only knows that something failed.
void BlockEvents::rethrow() const {
    check_failed();
    try {
        throw;
    } catch (const MechanismError& e) {
        throw SimulationError(fmt::format("{} (t = {:g} ms)", e.what(), block.t));
    }
}

void BlockEvents::fail(const rv_instances* in, std::int32_t i, std::string_view message) {
    if (error.empty()) error = about_instance(in, i, message);
}

void BlockEvents::warn(const rv_instances* in, std::int32_t i, std::string_view message) {
    const auto slot = std::ranges::find(slots, in, &Slot::in);
    if (slot == slots.end() || !delivery_.warns_first(slot->mechanism)) return;
    const auto text = about_instance(in, i, message);
    fmt::print(stderr, "warning: {}; later warnings of {} are not printed\n", text,
               delivery_.model_.mechanism(slot->mechanism).name());
}

// Slow, but runs once per failure: finds the instance by its place in the tables.
std::string BlockEvents::about_instance(const rv_instances* in, std::int32_t i, std::string_view message) const {
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
    return fmt::format("{}: {} (t = {:g} ms)", who, message, in->t);
}

}  // namespace ranvier::engine
