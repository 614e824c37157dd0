#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// A strategy among which to choose.
struct Candidate {
    std::string specification;    ///< as of make_exchange
    Step least_steps = 1;         ///< of an interval: 2 for strategies with halves
    bool needs_areas = false;     ///< takes part only if the network has several areas
    bool needs_messages = false;  ///< relays messages, which pays among more than a few ranks
};

/// What the trials of an AutomaticExchange have found; the same on all ranks.
struct Trials {
    struct Of {
        std::string specification;
        std::string reason;           ///< why it was not tried; empty: it was
        std::vector<double> seconds;  ///< of an exchange interval, one for each trial, as the slowest rank needs them
        double median() const;        ///< [s]; 0 without trials
    };
    std::vector<Of> all;
    std::string chosen;     ///< empty: not yet
    double connecting = 0;  ///< on this rank, for strategies that were not chosen, too [s]
    double trying = 0;      ///< from the first trial to the choice [s]
    double lost = 0;        ///< how much sooner all of this would have ended with the chosen strategy alone [s]
};

struct AutomaticOptions {
    std::vector<Candidate> candidates;
    std::function<std::unique_ptr<SpikeExchange>(const std::string& specification, Transport&)> make;
    Step trial = 10;  ///< exchange intervals in a strategy's first trial, and the least in any
    double span =
        10e-3;  ///< a later trial takes the fastest strategy so long [s]: otherwise the machine's unrest decides
};

/// Tries each strategy that the network allows, in turn and for equal times of the model, on the run itself, and keeps the
/// fastest.
///
/// 1. The first trials, of `trial` intervals, say how long the others must be for the clock, and exclude what takes
///    four times as long as the fastest. Up to five rounds follow; what is then 1.25 times as slow as the fastest at best, leaves. Of the others, the one that usually takes the least time stays.
/// 2. A trial's time includes the cells' computing, during which some strategies communicate. All ranks use the time of
///    the slowest one, so they agree on each choice.
/// 3. Strategies change at boundaries where no spike is in flight: a strategy that holds spikes hands them over first. So
///    spikes are delivered as ever.
class AutomaticExchange : public SpikeExchange {
  public:
    virtual const Trials& trials() const = 0;
    /// Chooses a strategy without trials, as an earlier run has, unless the network does not allow it. To be called before
    /// `start`.
    virtual void choose(const std::string& specification) = 0;
};
std::unique_ptr<AutomaticExchange> make_automatic(Transport& transport, AutomaticOptions options);

}  // namespace ranvier::exchange
