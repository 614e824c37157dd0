#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "exchange/run_outline.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::exchange {

/// A spike, and the step in which it fires.
struct FiredSpike {
    Step step;
    Spike spike;
};

/// Steps that a rank takes without meeting others.
struct Window {
    Step first, last;  ///< up to, but without `last`
    double begin;      ///< of the first step [ms]
    double dt;         ///< [ms]
};

/// What the cells of one simulated rank do, as far as the exchange of spikes is concerned.
class RankTraffic {
  public:
    virtual ~RankTraffic() = default;

    /// The rank's part of the network. Valid for the lifetime of this object.
    virtual Connections connections() const = 0;

    /// Appends the spikes that fire in these steps, in their order. Each window begins where the last one ended.
    virtual void collect(const Window& window, std::vector<FiredSpike>& fired) = 0;

    /// Appends the spikes of the next step that fire as soon as an advance ends, at t [ms]: it delivers all events of
    /// that time. May be called again.
    virtual void collect_at_end(double /*t*/, std::vector<FiredSpike>& /*fired*/) {}

    /// Calls act(step, inputs, seconds): so many inputs to cells of this rank, from this spike of any rank, are due in that
    /// step; `seconds`: what they have taken in all, as measured.
    using Act = std::function<void(Step due, std::int64_t inputs, double seconds)>;
    virtual void for_each_input(const Spike& spike, const Act& act) const = 0;

    /// What a step has taken without inputs, as measured [s]; nullopt if nothing was. Steps ascend.
    virtual std::optional<double> step_seconds(Step /*step*/) { return std::nullopt; }

    /// The longest time from a spike to its input [steps].
    virtual Step longest_delay() const = 0;
};

/// The steps of a run, the same on all ranks.
struct RunPlan {
    RunOutline outline;
    Step first_step = 0;
    Step steps_per_interval = 1;
    bool ends_with_exchange = false;  ///< at the last step, even if none is due
    bool delivers_at_end = false;     ///< events of the end itself; an engine's run does
};

}  // namespace ranvier::exchange
