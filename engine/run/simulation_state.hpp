#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/run/pattern.hpp"
#include "engine/run/player.hpp"
#include "engine/run/replay.hpp"
#include "engine/run/simulation.hpp"
#include "engine/run/thread_pool.hpp"
#include "engine/run/time_order.hpp"
#include "engine/run/transfer.hpp"
#include "engine/run/variable_integrator.hpp"
#include "engine/run/variable_settings.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Of what is due at the end of a step, all within this part of dt waits for the next one; t drifts much less than that
/// within an interval (finish_step).
constexpr double waiting_part = 1e-6;

/// What a Simulation is made of. initialise.cpp begins a run, window.cpp takes it from boundary to boundary, step.cpp
/// takes a block through one step.
struct Simulation::State {
    State(Model& m, Network& n, exchange::SpikeExchange& e, exchange::Transport& tr)
        : model(m), network(n), exchange(&e), transport(tr), delivery(n.state(), m), player(m), transfers(m) {}

    Model& model;
    Network& network;
    exchange::SpikeExchange* exchange;
    exchange::Transport& transport;
    Delivery delivery;
    Player player;
    PatternPlayer patterns;
    std::optional<Replay> replay;
    std::uint32_t replayed = 0;  // its raster among the patterns
    IdleCells idle;              // of the replay, as prepared
    StreamTest is_stream;
    Transfers transfers;

    int threads = 1;
    std::size_t block_size = Grouping{}.compartments_per_block;
    TieOrder tie_order = TieOrder::canonical;
    std::unique_ptr<ThreadPool> pool;
    std::vector<std::vector<std::uint32_t>> blocks_of_thread;

    struct Handler {
        HandlerId id;
        int stage;
        std::function<void()> call;
    };
    std::vector<Handler> handlers;
    HandlerId next_handler = 0;
    struct StepHook {
        HandlerId id;
        StepPhase phase;
        std::function<void()> call;
    };
    std::vector<StepHook> step_hooks;
    /// Who takes samples out while a run goes on (run/report.hpp); a stretch is no longer than they like.
    struct SampleTaker {
        const void* owner;
        std::int64_t most_steps;
        std::function<void()> take;
    };
    std::vector<SampleTaker> sample_takers;
    void take_samples() {
        for (const SampleTaker& taker : sample_takers) taker.take();
    }
    struct ScriptEvent {
        double t;
        std::uint64_t number;
        std::function<void()> call;
    };
    std::vector<ScriptEvent> script_events;  // sorted by (t, number)
    std::uint64_t next_script_event = 0;
    std::vector<std::shared_ptr<StateKeeper>> state_keepers;
    std::shared_ptr<Checkpoints> checkpoints;
    std::uint64_t runs = 0;  // initialise has begun so many
    double delivered = 0;    // events have happened up to here [ms]
    std::function<void(double)> progress;
    double progress_at = 0;

    bool stop_requested = false;
    bool initialised = false;
    std::int64_t unchecked_steps = 0;

    // the exchange
    double interval_upper = 10;                                          // ms; set_maxstep's argument
    double interval = std::numeric_limits<double>::infinity();           // ms; least delay between ranks
    double least_input_delay = std::numeric_limits<double>::infinity();  // over all ranks
    exchange::Step step = 0;                                             // since initialise
    /// The dt that the exchange's intervals were begun with [ms]; 0: not begun; variable_interval: variable steps.
    double dt_of_interval = 0;
    static constexpr double variable_interval = -1;
    double exchange_t = 0;  // of variable steps: where `step` lies [ms]
    std::uint64_t connected_version = 0;
    bool connected = false, connected_patterns = false;
    std::vector<exchange::Gid> connected_owned, connected_wanted;  // what the other ranks know of
    double connected_clock = 0;
    std::unordered_map<exchange::Gid, exchange::Step> told_delays;  // of wanted gids, to exchanges that go by them
    std::uint64_t checked_version = 0;
    exchange::GidIndex input_of_gid;  // sources of network.state().inputs, as of
    std::uint64_t indexed_gids = 0;   // this version of its gids
    std::vector<double> interval_times;
    std::vector<exchange::Spike> raster;
    Samples most_spikes_histogram;
    bool logs_intervals = false;
    IntervalLog interval_log;
    PhaseTimes logged_times;  // what the log's intervals add up to
    exchange::ExchangeCounters logged_counters;
    std::vector<Fired> spikes;

    // prepared tables
    std::uint64_t prepared_structure = 0;
    std::uint64_t prepared_network = 0;
    int prepared_threads = 0;
    std::size_t prepared_block_size = 0;
    TieOrder prepared_tie_order = TieOrder::canonical;
    double prepared_dt = 0;
    bool prepared_callbacks = false;
    std::vector<Model::Tie> prepared_ties;

    // variable steps
    VariableSettings variable_settings;
    std::vector<std::unique_ptr<VariableIntegrator>> integrators;  // one for all, or one a block that has equations
    std::vector<std::uint32_t> integrator_of_block;                // or nothing
    TimeOrder integrator_order;                                    // local steps: by time
    TimeOrder event_order;                                         // local steps: blocks by their next event
    QueueChanges changed_blocks;                                   // local steps: since event_order knows
    std::vector<CacheLines> memory_of_cell;                        // local steps: by integrator; empty if all is near
    bool knows_changes = false;                                    // all queues report there
    std::uint64_t integrators_version = 0;
    StepCounters past_counters;  // of integrators that are gone, since re_init
    bool prepared_variable = false, prepared_local = false;
    bool ends_at_event = false;  // an event without a statement ends the advance (docs: "CVode.event")

    PhaseTimes times;
    const PhaseTimes& sum_times();  ///< with what blocks have measured

    // initialise.cpp
    void prepare();
    exchange::Task<void> agree();  ///< collective: who needs which gid, and the interval
    exchange::Task<void> initialise(std::optional<double> v_mV);
    exchange::Task<void> begin_without_initialise();  ///< collective: a script advances before any finitialize
    void run_handlers(int stage);
    void run_step_hooks(StepPhase phase);

    // step.cpp
    void advance_block(std::uint32_t block, std::int64_t steps);
    void begin_step(BlockEvents& events, std::uint32_t block);
    void deliver_due(BlockEvents& events);
    void solve_voltages(BlockEvents& events, std::uint32_t block);
    void end_step(BlockEvents& events, std::uint32_t block);
    void finish_step(BlockEvents& events, std::uint32_t block, bool last);
    [[noreturn]] void rethrow(BlockEvents& events) const;
    void check_failed(const BlockEvents& events) const;
    void check_finite() const;

    // variable_run.cpp
    /// Whether the next advance is by variable steps.
    bool takes_variable_steps() const {
        // Of several ranks some may have no cells with equations, and yet go with the others.
        return variable_settings.active && (!alone() || !model.is_without_equations());
    }
    /// Artificial cells alone have no steps: with variable ones, time goes from event to event.
    bool goes_by_events() const { return variable_settings.active && !takes_variable_steps() && step_hooks.empty(); }
    exchange::Task<void> advance_by_events(std::optional<double> tout);
    double next_of_queues() const;
    void check_variable() const;
    void check_watchers() const;
    bool takes_local_steps() const { return takes_variable_steps() && variable_settings.local; }
    void bind_integrators();
    void release_integrators();
    void restart_integrators();
    exchange::Task<void> advance_variable(std::optional<double> tout);
    /// What `act` throws gets the integrator's cell, state and time.
    template <class Act>
    void guard_step(const VariableIntegrator& integrator, Act&& act);
    void feed_patterns_to(double t) { patterns.feed(t, network.state(), delivery); }
    void run_script_events(double til);
    bool variable_run_stops();
    bool goes_by_step = false;  // fadvance of variable steps
    void choose_when_to_follow(bool by_step);
    double next_event_of_all() const;
    void deliver_in_all(double til);
    bool global_microstep();
    void advance_global(std::optional<double> tout);
    [[noreturn]] void fail_step(const VariableIntegrator& integrator, const StepFailure& failure) const;

    // local_steps.cpp
    void order_local_steps();
    void order_events();
    double next_local_event();
    void list_memory_of_cells();
    void note_time(std::uint32_t integrator);
    void deliver_in_one();
    void local_microstep();
    void advance_local_by_step();
    exchange::Task<void> begin_variable_intervals();
    exchange::Task<double> agree_on_end(double tout);
    exchange::Task<void> advance_local(double tout);

    // window.cpp
    exchange::Task<void> advance(std::int64_t steps, bool ends_with_exchange);
    std::int64_t window_steps(std::int64_t wanted) const;
    void run_window(std::int64_t steps);
    void run_together();
    exchange::Task<void> run_transferring();
    void finish_window(std::int64_t steps);
    void deliver_all(double til);
    void take_spikes();
    void send_spikes(std::uint32_t block);
    void call_script_events(double t_begin_of_last_step, double t_end);
    exchange::Task<void> finish_interval();
    void index_inputs();
    void log_interval();
    void restart_interval_log();
    void flush_raster();
    /// What the exchange counts: steps of dt; or, where steps have no length of their own, halves of the interval, a
    /// bit shorter so that rounding makes nothing late [ms].
    double exchange_unit() const;
    /// A number that changes when delays, counted so, do.
    double exchange_clock() const;
    std::int64_t steps_within(double ms) const;
    void check_interval() const;
    void check_connected();
    void feed_patterns(double window_ms);
    void start_interval();
    bool alone() const { return transport.size() == 1; }
    /// Something must be done on the run's own thread in each step.
    bool looks_at_each_step() const { return player.is_slow() || prepared_callbacks || !step_hooks.empty(); }
    void set_t(double t);
};

template <class Act>
void Simulation::State::guard_step(const VariableIntegrator& integrator, Act&& act) {
    BlockEvents& events = *integrator.blocks().front().first;
    try {
        act();
    } catch (const MechanismError&) {
        rethrow(events);
    } catch (const StepFailure& failure) {
        fail_step(integrator, failure);
    }
    check_failed(events);
}

}  // namespace ranvier::engine
