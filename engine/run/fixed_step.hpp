#pragma once

#include <cstdint>

#include "engine/event/delivery.hpp"
#include "engine/event/spike_relay.hpp"
#include "engine/run/player.hpp"

namespace ranvier::engine {

/// Events within this fraction of dt of the end of a step wait for the next one; t drifts much less than that within an
/// interval (FixedStep::finish).
constexpr double waiting_part = 1e-6;

/// One fixed step of one block, in NEURON's order (docs: "fadvance"; Hines & Carnevale 1997, Neural Comput.
/// 9:1179-1209), as a whole or part by part.
///
/// Parts throw MechanismError as kernels do, and SimulationError for what has failed in NET_RECEIVE.
class FixedStep {
  public:
    /// All outlive it.
    FixedStep(Model& model, Delivery& delivery, Player& player, SpikeRelay& relay)
        : model_(model), delivery_(delivery), player_(player), relay_(relay) {}

    /// Takes `steps` steps, on the given thread of the run.
    void advance(std::uint32_t block, std::int64_t steps, int thread);

    /// Thresholds, events up to t + dt/2.
    void deliver_due(std::uint32_t block);
    /// Currents at t + dt/2, voltages.
    void solve_voltages(std::uint32_t block);
    /// States.
    void advance_states(std::uint32_t block);
    /// Samples, and events up to t. The spikes of the step leave for other ranks.
    void finish(std::uint32_t block, int thread);

    /// `act(block)`, with a MechanismError thrown as a SimulationError that says where and when.
    template <class Act>
    void guard(std::uint32_t block, Act&& act) {
        try {
            act(block);
        } catch (const MechanismError&) {
            delivery_.blocks()[block]->rethrow();
        }
    }

  private:
    BlockEvents& events_of(std::uint32_t block) { return *delivery_.blocks()[block]; }

    Model& model_;
    Delivery& delivery_;
    Player& player_;
    SpikeRelay& relay_;
};

}  // namespace ranvier::engine
