// The engine's implementation of rv_services: finds the events of the block of an rv_instances and forwards the call.
#include "engine/event/block/block_events.hpp"

#include <cstdio>

#include "engine/cell/mechanism_error.hpp"
#include "engine/cell/past.hpp"
#include "engine/cell/picker.hpp"
#include "engine/event/mechanism_loops.hpp"

namespace ranvier::engine {

namespace {

BlockEvents& events_of(const rv_instances* in) {
    return *static_cast<BlockEvents*>(in->engine);
}

// An instance outside of any prepared block (a FUNCTION called by a script before the first finitialize) has no events.
bool has_events(const rv_instances* in) {
    return in->engine != nullptr;
}

void fail(const rv_instances* in, std::int32_t i, const char* message) {
    last_failure() = message;
    if (has_events(in)) events_of(in).failures().fail(in, i, message);
}

void warn(const rv_instances* in, std::int32_t i, const char* message) {
    if (has_events(in)) events_of(in).failures().warn(in, i, message);
}

void print(const rv_instances* in, const char* text) {
    if (has_events(in)) {
        events_of(in).failures().print(text);
    } else {
        std::fputs(text, stdout);
    }
}

void net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag) {
    if (has_events(in)) events_of(in).net_send(in, i, weight, t, flag);
}

void net_move(const rv_instances* in, std::int32_t i, double t) {
    if (has_events(in)) events_of(in).net_move(in, i, t);
}

void net_event(const rv_instances* in, std::int32_t i, double t) {
    if (has_events(in)) events_of(in).net_event(in, i, t);
}

void watch(const rv_instances* in, std::int32_t i, std::int32_t number, double flag, std::int32_t first) {
    if (has_events(in)) events_of(in).watch(in, i, number, flag, first != 0);
}

// As in NEURON, true in the step that contains the time, with a tolerance of 1e-11 ms.
std::int32_t at_time(const rv_instances* in, double t_event) {
    if (has_events(in) && events_of(in).watcher()) return events_of(in).watcher()->at_time(t_event);
    const double x = t_event - 1e-11;
    return x <= in->t && x > in->t - in->dt;
}

std::int32_t netcons(const rv_instances* in, std::int32_t i, double** weights) {
    return has_events(in) ? events_of(in).netcons(in, i, weights) : 0;
}

std::int32_t variable_steps(const rv_instances* in) {
    return has_events(in) && events_of(in).watcher();
}

void remember_event(rv_past* past, double t, double value) {
    remember(*past, t, value);
}

}  // namespace

const rv_services& event_services() {
    static const rv_services services{fail,
                                      print,
                                      net_send,
                                      net_move,
                                      net_event,
                                      watch,
                                      at_time,
                                      netcons,
                                      variable_steps,
                                      remember_event,
                                      mechanism_loops_end(),
                                      note_left_loop,
                                      pick,
                                      warn};
    return services;
}

}  // namespace ranvier::engine
