#pragma once

#include <memory>
#include <string>

#include "exchange/strategy/automatic.hpp"
#include "exchange/strategy/dry_run.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {
class Simulation;
}

namespace ranvier::hoc {

struct Rank;

/// The exchange strategy of a run, which the command line and scripts select by name.
class ExchangeChoice {
  public:
    /// `name_and_options`: for example `allgather:compress=on`. Throws what exchange::make_exchange throws. `transport`
    /// and `rank` must outlive this object.
    ExchangeChoice(exchange::Transport& transport, const Rank& rank, std::string name_and_options);

    exchange::SpikeExchange& strategy() { return *strategy_; }
    const std::string& name() const { return name_; }
    /// Replaces the strategy, also that of the run; may be called between runs only. Throws what exchange::make_exchange
    /// throws.
    void select(const std::string& name_and_options, engine::Simulation& simulation);

    /// The strategy `auto`; null for others.
    exchange::AutomaticExchange* automatic() const;
    /// What the strategy `auto` has found; null for others.
    const exchange::Trials* trials() const;
    /// Null unless this is a dry run.
    const exchange::DryRunExchange* dry_run() const;

    /// What this strategy, those before it and scripts have to say to the user (SpikeExchange::take_notice), one a line.
    /// Clears it. Also says why a histogram that a script asked for is incomplete.
    std::string take_notices(engine::Simulation& simulation);
    /// Adds a line to them, unless it is there already.
    void add_notice(const std::string& notice);

  private:
    std::unique_ptr<exchange::SpikeExchange> make(const std::string& specification) const;

    exchange::Transport& transport_;
    const Rank& rank_;
    std::string name_;
    std::unique_ptr<exchange::SpikeExchange> strategy_;
    std::string notices_;  // of former strategies and of scripts
};

}  // namespace ranvier::hoc
