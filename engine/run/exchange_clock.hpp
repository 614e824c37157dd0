#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/run/announced.hpp"
#include "engine/run/meetings.hpp"
#include "engine/run/run_settings.hpp"
#include "engine/run/variable_settings.hpp"
#include "engine/solve/model.hpp"
#include "exchange/run_outline.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/steps.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Determines when the ranks exchange spikes.
///
/// Ranks meet at boundaries at most an interval apart: the minimum delay of connections between ranks (Morrison et al.
/// 2005; Migliore et al. 2006), or pc.set_maxstep's argument if that is less. Boundaries are counted in exchange steps:
/// steps of dt or, because variable steps have no common length, half intervals, shortened slightly to keep rounding
/// from making a spike late. Where a rank runs alone there is no exchange, and the clock only counts steps.
class ExchangeClock final : public Meetings {
  public:
    /// All arguments must outlive this object. `variable`: the script's choice of variable steps, which `agree` adapts
    /// to the other ranks.
    ExchangeClock(Model& model, Network& network, exchange::Transport& transport, exchange::SpikeExchange& exchange,
                  VariableSettings& variable);

    /// Whether this rank is the only one, or advances without waiting for the others.
    bool is_alone() const { return is_alone_; }
    void set_alone(bool is_alone);
    /// Whether a run that begins or continues now has to do without the others. As in NEURON, ranks that have not agreed
    /// on a network (pc.set_maxstep) do not wait for each other, unless this rank has gids or needs spikes of others; nor
    /// does a rank that does a job of the bulletin board, since the others will not come.
    bool runs_alone();
    void expect_network() override { knows_network_ |= !is_in_job_; }
    void always_meet() override { always_meets_ = true; }
    bool set_in_job(bool is_in_job) override { return std::exchange(is_in_job_, is_in_job); }
    exchange::Transport& transport() const { return transport_; }
    exchange::SpikeExchange& exchange() const { return *exchange_; }
    /// Changes the strategy; the new one is connected when the ranks agree.
    void set_exchange(exchange::SpikeExchange& exchange);

    // --- agreement of the ranks
    /// pc.set_maxstep's argument [ms], from the next agreement on.
    void set_longest_interval(double ms) { longest_interval_ = ms; }
    double longest_interval() const { return longest_interval_; }
    /// Collective: the ranks agree on the interval and on which rank needs which gid. `plays_raster`: this rank plays a
    /// raster.
    exchange::Task<void> agree(bool plays_raster);
    /// Collective, before an advance: thresholds that scripts have given to sources on other ranks reach them. Throws
    /// SimulationError on all ranks if settings differ that must be the same on the ranks of a network (RunSettings).
    exchange::Task<void> meet();
    /// Whether settings differed when the ranks agreed last. The script may have changed them since.
    bool may_differ() const { return may_differ_; }
    void note_scripts(std::uint64_t hash) override { scripts_ = hash; }
    void set_celsius_test(std::function<bool(const rv_mechanism&)> test) override { reads_celsius_ = std::move(test); }
    /// Whether there were connections between ranks when the ranks agreed last.
    bool has_connections() const { return min_delay_ < std::numeric_limits<double>::infinity(); }
    double interval() const { return interval_; }  ///< [ms]; infinity before any agreement
    /// Throws SimulationError if no whole step fits into the interval.
    void check_interval() const;
    /// Throws SimulationError if a script has changed what the ranks agreed on.
    void check_connected() {
        if (!is_alone()) announced_.check(unit(), interval_);
    }

    // --- counting
    exchange::Step step() const { return step_; }
    void set_step(exchange::Step step) { step_ = step; }
    /// Begins an interval at the present step and model time.
    void begin_interval();
    /// Whether any interval has begun, by initialize or by an advance without initialize.
    bool has_begun() const { return has_begun_; }
    /// Whether the latest interval began with a different dt (or kind of steps), or none has begun.
    bool is_out_of_date() const { return dt_of_interval_ != dt_now(); }
    bool counts_variable_steps() const { return dt_of_interval_ == variable_steps; }
    /// Whether nothing has been announced yet, or delays were counted in steps of a different length.
    bool must_announce_again() const;
    /// Counts `steps` steps of dt that have been taken; `begin`: the beginning of the first one [ms].
    void count_steps(std::int64_t steps, double begin);
    exchange::Step next_boundary() const { return exchange_->next_boundary(); }
    /// Number of exchange steps within a duration [ms].
    std::int64_t steps_within(double ms) const;
    double unit() const;  ///< length of the exchange's step [ms]
    /// For variable steps: the beginning of the interval [ms].
    double interval_begin() const { return interval_begin_; }
    void set_interval_begin(double t) { interval_begin_ = t; }
    /// Whether a spike may be waiting for the exchange at the end of the interval.
    bool has_unfinished() const { return !interval_times_.empty() || exchange_->holds_spikes(); }
    void forget_interval() { interval_times_.clear(); }
    /// To be called when an advance that ends with an exchange has taken its steps.
    void end_advance();
    const exchange::RunOutline& outline() const override { return outline_; }
    std::string obstacle_to_outline() const override;

    /// Ends the interval at the present step; returns the spikes that arrived, valid until the next call. Collective.
    exchange::Task<std::span<const exchange::Spike>> finish();

  private:
    /// What this rank has of the network: gids, and connections from gids of other ranks.
    struct Share {
        bool owns = false, wants = false;
    };
    const Share& share();
    void agree_with_nobody();
    void end_late_self_events();
    RunSettings settings();
    bool depends_on_celsius() const;
    exchange::Task<void> refuse_differences();
    void begin_outline();
    static constexpr double not_begun = 0, variable_steps = -1;
    bool takes_variable_steps() const { return engine::takes_variable_steps(variable_, model_, is_alone()); }
    double dt_now() const { return takes_variable_steps() ? variable_steps : model_.dt; }
    double announced_unit() const;
    void check_in_time(std::span<const exchange::Spike> arrived) const;

    Model& model_;
    Network& network_;
    exchange::Transport& transport_;
    exchange::SpikeExchange* exchange_;
    const bool has_others_;
    bool is_alone_;  // asked several times a step
    bool knows_network_ = false, always_meets_ = false, is_in_job_ = false;
    Share share_;
    std::uint64_t share_version_ = 0;  // of the network
    VariableSettings& variable_;
    Announced announced_;
    double longest_interval_ = 10;                                // [ms]
    double interval_ = std::numeric_limits<double>::infinity();   // [ms]
    double min_delay_ = std::numeric_limits<double>::infinity();  // between ranks [ms]
    bool connected_for_raster_ = false;
    double connected_unit_ = 0;  // announced_unit() at the latest announcement
    exchange::Step step_ = 0;    // since initialize
    double dt_of_interval_ = not_begun;
    bool has_begun_ = false;
    double interval_begin_ = 0;
    exchange::StepTimes interval_times_;
    bool fires_at_steps_ = false;  // on any rank, there are spikes at the beginning or end of steps

    std::optional<std::uint64_t> scripts_;  // their hash
    bool may_differ_ = false;
    std::function<bool(const rv_mechanism&)> reads_celsius_;

    exchange::RunOutline outline_;
    double outlined_until_ = 0;        // the end of the steps counted last [ms]
    bool is_uneven_ = false;           // in the present run, dt, t or the network have been changed
    bool has_variable_steps_ = false;  // in the present run
    std::int64_t earlier_runs_ = 0;    // that have taken steps
};

}  // namespace ranvier::engine
