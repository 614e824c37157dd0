#include "hoc_like/library/context/script_run.hpp"

#include <csignal>
#include <stdexcept>

#include "engine/event/mechanism_loops.hpp"
#include "engine/simulation/simulation.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

int ScriptRun::status_of_ended_run() const {
    constexpr int from_signal = 128;
    return from_signal + (simulation_.hooks().interruptions().ended_by() == engine::Ask::hang_up ? SIGHUP : SIGTERM);
}

template <class Act>
void ScriptRun::run(Act act) {
    engine::Interruptions& interruptions = simulation_.hooks().interruptions();
    if (interruptions.has_ended()) throw Quit{status_of_ended_run(), {}};
    has_failed_ = true;
    try {
        const engine::Underway underway(interruptions);
        act();
    } catch (...) {
        is_torn_ = engine::have_left_mechanism_loops();
        throw;
    }
    has_failed_ = false;
    is_torn_ = engine::have_left_mechanism_loops();
    if (is_torn_) {
        throw Interruption{interpreter_.running_line() +
                           "\nthe WHILE loop of a mechanism was left, so the run must begin again, with finitialize()"};
    }
    if (interruptions.has_ended()) throw Quit{status_of_ended_run(), {}};
    if (interruptions.has_stopped()) throw Interruption{interpreter_.running_line()};
}

/// Throws if there is no state from which a run could continue.
void ScriptRun::check_whole() const {
    if (!is_torn_) return;
    throw std::runtime_error(
        "the run was left in the middle of a step, in the WHILE loop of a mechanism: call finitialize() first");
}

void ScriptRun::initialize(std::optional<double> v_mV) {
    run([&] { drive(simulation_.initialize(v_mV)); });
}

void ScriptRun::advance() {
    check_whole();
    run([&] {
        if (!simulation_.advance_at_once()) drive(simulation_.advance());
    });
}

void ScriptRun::advance_to(double tstop_ms) {
    check_whole();
    run([&] { drive(simulation_.advance_to(tstop_ms)); });
}

}  // namespace ranvier::hoc
