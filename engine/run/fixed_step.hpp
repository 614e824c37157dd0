#pragma once

#include <cstdint>

#include "engine/event/delivery.hpp"
#include "engine/event/spike_relay.hpp"
#include "engine/event/ticks.hpp"
#include "engine/hooks/interruptions.hpp"
#include "engine/record/player.hpp"
#include "exchange/steps.hpp"

namespace ranvier::engine {

using exchange::waiting_part;

/// Adds parts of the time to a block's phases.
class BlockTimer {
  public:
    /// `at`: the time at which the first part begins.
    BlockTimer(BlockEvents& events, Ticks at) : events_(events), at_(at) {}
    /// A part that delivers events, or does anything else, ends. Returns the time.
    Ticks deliver() { return lap(events_.meter().deliver_time); }
    Ticks update() { return lap(events_.meter().update_time); }

  private:
    Ticks lap(Ticks& sum) {
        const Ticks now = ticks();
        sum += now - at_;
        return at_ = now;
    }

    BlockEvents& events_;
    Ticks at_;
};

/// One fixed step of one block, in NEURON's order (docs: "fadvance"; Hines & Carnevale 1997, Neural Comput.
/// 9:1179-1209), as a whole or part by part.
///
/// The parts throw MechanismError if a kernel fails, and SimulationError if NET_RECEIVE has failed.
class FixedStep {
  public:
    /// All arguments must outlive this object.
    FixedStep(Model& model, Delivery& delivery, Player& player, SpikeRelay& relay, Interruptions& interruptions)
        : model_(model), delivery_(delivery), player_(player), relay_(relay), interruptions_(interruptions) {}

    /// Takes `steps` steps, on the given thread of the run, beginning at the time `at`. Returns the time at the end.
    Ticks advance(std::uint32_t block, std::int64_t steps, int thread, Ticks at);

    /// Checks thresholds and delivers events up to t + dt/2.
    void deliver_due(std::uint32_t block);
    /// Computes currents at t + dt/2 and solves for voltages.
    void solve_voltages(std::uint32_t block);
    /// Moves to the end of the step, where played variables get their values.
    void end_time(std::uint32_t block);
    /// Advances the states of mechanisms.
    void advance_states(std::uint32_t block);
    /// Takes samples.
    void record(std::uint32_t block);
    /// Delivers events up to t, and sends the step's spikes to other ranks.
    void finish(std::uint32_t block, int thread);

    /// Calls act(block); turns a MechanismError into a SimulationError that says where and when it occurred.
    template <class Act>
    void guard(std::uint32_t block, Act&& act) {
        try {
            act(block);
        } catch (const MechanismError&) {
            BlockEvents& events = events_of(block);
            events.failures().rethrow(events.block.t);
        }
    }

  private:
    BlockEvents& events_of(std::uint32_t block) { return *delivery_.blocks()[block]; }

    Model& model_;
    Delivery& delivery_;
    Player& player_;
    SpikeRelay& relay_;
    Interruptions& interruptions_;
};

}  // namespace ranvier::engine
