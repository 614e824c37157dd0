#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/event/network.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/run/hooks.hpp"
#include "engine/run/run_meter.hpp"
#include "engine/run/samples.hpp"
#include "engine/solve/model.hpp"
#include "exchange/run_outline.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/spike_source.hpp"
#include "exchange/task.hpp"

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::engine {

class BetweenSteps;
class BlockThreads;
class Checkpoints;
class EventRun;
class FixedRun;
class FixedStep;
class GlobalSteps;
class Integrators;
class Intervals;
class ExchangeClock;
class LocalSteps;
class RunTables;
class Snapshots;
class StateKeeper;
class Transfers;
class VariableIntegrator;
class VariableRun;
class Window;
struct SavedState;
struct VariableSettings;

/// Runs a Model and its Network.
///
/// A fixed step is NEURON's: first it checks thresholds and delivers events up to t + dt/2; then it computes currents
/// at t + dt/2, voltages, and states; t moves by two additions of dt/2 (docs: "fadvance", Hines & Carnevale 1997).
/// Results do not depend on ranks, threads, blocks or exchange strategy.
///
/// Its parts have one task each:
///     RunTables     the model in blocks and the tables of deliveries, rebuilt when a script has changed something
///     Hooks         what a run calls: handlers, hooks, statements at times
///     BlockThreads  the threads, and which blocks each advances
///     FixedRun      the loop over Windows of FixedSteps
///     VariableRun   variable steps (CVODE): GlobalSteps of all cells, LocalSteps of each cell separately
///     EventRun      the run of a model without equations
///     Intervals     meetings of ranks: ExchangeClock says when, SpikeRelay passes on spikes, RunMeter logs costs
///     Snapshots     saves and restores states; Checkpoints consist of snapshots
class Simulation {
  public:
    /// `exchange` and `transport` must outlive this object. They are the only connection to other ranks.
    Simulation(Model& model, Network& network, exchange::SpikeExchange& exchange, exchange::Transport& transport);
    ~Simulation();

    Model& model();
    Network& network();
    exchange::Transport& transport();

    void set_threads(int n);  ///< >= 1
    int threads() const;
    /// The number of threads on which the latest run has advanced cells, and why these are fewer, in words.
    int threads_in_use() const;
    std::string why_fewer_threads() const;
    /// Calls act(k) for each k < n on these threads; only between runs. See ForEachTask.
    void for_each_task(std::size_t n, const std::function<void(std::size_t)>& act);
    /// Replaces the exchange strategy; only between runs.
    void set_exchange(exchange::SpikeExchange& exchange);

    // --- the run (collective as tasks; the interpreter drives them to completion) ---------------------------------
    /// finitialize(v): in the order of NEURON's nrn_finitialize. Without a voltage, v keeps its values.
    exchange::Task<void> initialize(std::optional<double> v_mV);
    /// fadvance(): one step.
    exchange::Task<void> advance();
    /// The same at once where the step needs no task (FixedRun::advance_at_once); else does nothing and returns false.
    bool advance_at_once();
    /// psolve(tstop): as many whole steps as fit into tstop - t with NEURON's rounding; ends with an exchange. Stops
    /// early, at the end of a window, after request_stop.
    exchange::Task<void> advance_to(double tstop_ms);
    /// fcurrent(): currents and conductances at the current state, without advancing.
    void compute_currents();
    /// Applies changes of the cells since the last advance, as the next one would.
    void prepare_cells();
    /// set_maxstep(upper): sets the exchange interval from the minimum delay between ranks; collective. Returns it
    /// [ms].
    exchange::Task<double> set_maxstep(double upper_ms);
    /// Ends a running advance_to at the next opportunity: on one rank at the end of the window, on several at the next
    /// exchange, on all ranks. To be called by functions that the run calls: script events, recorded statements,
    /// samples taken by functions. At any other time it has no effect.
    void request_stop();
    /// Requests to the run from outside, by signals: each run looks at them at its boundaries.
    Interruptions& interruptions() { return hooks_.interruptions(); }
    /// Passes spikes that wait for the end of their interval to the raster's sink; call it before the file is closed.
    void flush_raster();

    // --- variable steps ---------------------------------------------------------------------------------------------
    /// While variable steps are active, advance takes one step of variable length (on one rank only), advance_to many.
    /// Each value of VariableSettings::version has separate integrators.
    VariableSettings& variable_settings();
    /// CVode.re_init(): the next step restarts from the current states; counters become 0.
    void restart_variable_steps();
    /// Whether the next step would be variable.
    bool takes_variable_steps() const;
    /// Whether variable steps are active and there are only artificial cells: time goes from event to event.
    bool goes_by_events() const;
    /// Whether sections and mechanisms are unchanged since the last initialize or advance.
    bool knows_structure() const;
    /// The integrators, one for all cells or one per cell; created if there are none. Valid until the structure
    /// changes.
    std::vector<VariableIntegrator*> integrators();

    // --- going back -------------------------------------------------------------------------------------------------
    /// Saves what the run has changed on this rank; no spike may be in flight within the exchange.
    std::shared_ptr<const SavedState> save_state();
    /// Restores a saved state; its pending events, weights and plays only if `events_too`. Throws std::runtime_error,
    /// before changing anything, if sections, mechanisms, instances or NetCons differ from the saved ones.
    void restore_state(const SavedState& saved, bool events_too);

    /// From now on writes checkpoints, and resumes from one (engine/state/checkpoint.hpp). Null: stops.
    void set_checkpoints(std::shared_ptr<Checkpoints> checkpoints);
    /// Number of calls of initialize.
    std::uint64_t runs() const;
    /// Adds an owner of state outside the engine (engine/state/snapshot.hpp).
    void add_state_keeper(std::shared_ptr<StateKeeper> keeper);

    // --- gap junctions ----------------------------------------------------------------------------------------------
    /// Continuous values that go from sources to targets at each step, also between ranks (engine/event/transfer.hpp).
    Transfers& transfers();
    /// Collective; to be called after the last source and target. See Transfers::set_up.
    exchange::Task<void> set_up_transfers(bool lacks_ranks);

    // --- hooks ------------------------------------------------------------------------------------------------------
    /// FInitializeHandler: called during initialize at stage 0..3, in order of registration.
    using HandlerId = Hooks::Id;
    HandlerId add_initialize_handler(int stage, std::function<void()> call);
    void remove_initialize_handler(HandlerId id);
    /// Called in every fixed step (Hooks::add_step_hook), on the run's own thread. Slow: limits windows to one step.
    HandlerId add_step_hook(std::function<void()> call);
    void remove_step_hook(HandlerId id);
    /// Called when states move (Hooks::add_state_hook). Slow, like a step hook. The run fails if it changes the structure.
    HandlerId add_state_hook(StateMove move, std::function<void()> call);
    void remove_state_hook(HandlerId id);
    /// Conditions on variables, which runs look at between steps; a set of them limits windows to one step.
    Conditions& conditions();
    /// CVode.event(t, statement): calls at time t with everything advanced to t.
    void add_script_event(double t_ms, std::function<void()> call);
    /// NetCon.event(t[, flag...]): queues a delivery.
    void add_netcon_event(NetConId netcon, double t_ms);
    /// How events of equal time are ordered, from the next initialize on. `insertion` is NEURON's order; it is used
    /// only on one rank and one thread, and puts all cells into one block.
    void set_tie_order(TieOrder order);
    /// The destination of text printed by mechanisms; default: the standard output. May be called from any thread of
    /// the run.
    void set_print(std::function<void(std::string_view)> print);
    /// Target number of compartments per block (see Grouping); for tests and measurements.
    void set_block_size(std::size_t compartments);
    /// The least work of a thread, in compartments and mechanisms (see Grouping).
    void set_least_work(std::size_t of_thread);

    // --- record and play --------------------------------------------------------------------------------------------
    /// Vector.record(&x): one sample at each step (dt empty), or at multiples of dt, or at given times.
    RecordId record(VariableRef variable, Samples to, std::optional<double> dt_ms, Samples at_times = nullptr);
    /// Like record, for anything that a function can read (slow: ends the windows of blocks at each sample).
    RecordId record(std::function<double()> read, Samples to, std::optional<double> dt_ms, Samples at_times = nullptr);
    /// The time of each step of the variable's cell [ms]; see Player.
    RecordId record_steps(VariableRef variable, Samples to);
    /// APCount.record: whenever the counter has grown, resizes `to` to the counter's value and sets the last element to
    /// the time.
    RecordId record_count(VariableRef count, VariableRef time, Samples to);
    void remove_record(RecordId id);
    /// frecord_init(): clears the records and restarts them at the current time; those at each fixed step get a sample there.
    /// A record by interval or times that was added during a run begins with this, or with initialize.
    void restart_records();
    /// Vector.play(&x, tvec or dt), from the next initialize on; docs: "Vector.play".
    using PlayId = std::uint32_t;
    PlayId play(VariableRef variable, PlayedValues played);
    PlayId play(std::function<void(double)> write, PlayedValues played);
    void remove_play(PlayId id);

    // --- rasters as input -------------------------------------------------------------------------------------------
    /// PatternStim: from the next initialize on, each spike is delivered as if another rank had sent it, to the
    /// connections made by gid_connect on this rank. While a rank plays a raster, connections may be from gids that no
    /// rank owns. The source must not be read elsewhere until it is removed.
    using PatternId = std::uint32_t;
    PatternId play_pattern(std::shared_ptr<exchange::SpikeSource> spikes);
    /// Whether spikes of gids that this rank owns are delivered too (docs: "PatternStim", fake_output); by default not.
    /// Such a spike is neither recorded nor sent.
    void set_pattern_owned_too(PatternId id, bool owned_too);
    void remove_pattern(PatternId id);

    /// From the next initialize on, runs only the cells of the chosen gids, while the raster replaces the others
    /// (engine/replay/replay.hpp): they behave, bit for bit, as when the raster was recorded. Nothing is recorded or
    /// sent for the other cells. Replaces an earlier replay. `is_whole`: the script builds the whole network. On one
    /// rank; throws std::invalid_argument.
    void replay(std::shared_ptr<exchange::SpikeSource> raster, std::vector<Gid> chosen, bool is_whole);

    bool is_replay() const;
    /// Why the replay may differ from its raster, one phrase each (engine/replay/replay_bonds.hpp). Empty before it runs.
    std::vector<std::string> replay_doubts() const;

    /// How a replay recognizes random number generators in POINTERs of VERBATIM.
    void set_stream_test(std::function<bool(const void*)> is_stream);

    /// Called about ten times a second of wall time from the run's own thread (progress line, interrupts); null: off.
    void set_progress(std::function<void(double t_ms)> call);

    const PhaseTimes& phase_times() const;
    /// The total traffic between ranks.
    const exchange::ExchangeCounters& exchange_counters() const;
    /// The traffic between ranks since the run began, or since it began to be counted.
    exchange::ExchangeCounters traffic() const;
    /// From the next initialize on, times and counts begin at the first step that ends at t [ms] or later.
    void set_presimulation(double t_ms);
    double presimulation() const;
    /// Whether the run has reached that time.
    bool is_counting() const;
    /// When the ranks of the present run met, and why this does not describe it, if so (ExchangeClock).
    const exchange::RunOutline& run_outline() const;
    std::string obstacle_to_outline() const;
    /// Takes effect at the next initialize, which empties the log.
    void set_interval_log(bool on);
    const IntervalLog& interval_log() const;
    /// At each exchange, increments the histogram element whose index is the largest number of spikes sent by any rank,
    /// if there is such an element and the strategy knows this number (docs: "ParallelContext.max_histogram"). Null:
    /// off.
    void set_most_spikes_histogram(Samples histogram);
    /// Whether an exchange was left out of the histogram because the strategy does not know this number.
    bool lacks_most_spikes() const;

    // --- parts, for reports, saved states and tests -----------------------------------------------------------------
    RunTables& tables() { return *tables_; }
    ExchangeClock& clock() { return *clock_; }
    Hooks& hooks() { return hooks_; }
    Snapshots& snapshots() { return *snapshots_; }

  private:
    void choose_company();
    void begin_advance();
    exchange::Task<void> begin_without_initialize();
    exchange::Task<void> prepare_to_initialize();
    exchange::Task<void> advance_from_nothing(std::optional<double> tstop_ms);
    exchange::Task<void> advance_from_here(double tstop_ms);
    exchange::Task<void> advance_with_others(double tstop_ms);
    exchange::Task<void> advance_by_events(std::optional<double> tstop_ms);
    exchange::Task<void> advance_variable(std::optional<double> tstop_ms);
    std::int64_t steps_until(double tstop_ms) const;
    /// Throws std::invalid_argument unless dt is above 0: scripts may set it to any number.
    void check_step() const;
    void begin_run();
    void initialize_blocks();
    void deliver_first_events();
    void begin_fixed_steps();
    void record_now();
    void begin_variable_steps();

    // In order of dependence: parts refer to earlier ones.
    std::unique_ptr<VariableSettings> variable_settings_;
    std::unique_ptr<BlockThreads> threads_;
    std::unique_ptr<RunTables> tables_;
    Hooks hooks_;
    std::unique_ptr<RunMeter> meter_;
    std::unique_ptr<ExchangeClock> clock_;
    std::unique_ptr<Intervals> intervals_;
    std::unique_ptr<FixedStep> fixed_step_;
    std::unique_ptr<Window> window_;
    std::unique_ptr<FixedRun> fixed_run_;
    std::unique_ptr<Integrators> integrators_;
    std::unique_ptr<BetweenSteps> between_steps_;
    std::unique_ptr<GlobalSteps> global_steps_;
    std::unique_ptr<LocalSteps> local_steps_;
    std::unique_ptr<VariableRun> variable_run_;
    std::unique_ptr<EventRun> event_run_;
    std::unique_ptr<Snapshots> snapshots_;
    std::shared_ptr<Checkpoints> checkpoints_;
    Network& network_;
};

}  // namespace ranvier::engine
