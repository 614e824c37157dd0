#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/event/simulation_error.hpp"
#include "engine/hooks/hooks.hpp"
#include "engine/network/network.hpp"
#include "engine/record/records.hpp"
#include "engine/replay/current_replay.hpp"
#include "engine/replay/patterns.hpp"
#include "engine/run/measurements.hpp"
#include "engine/run/meetings.hpp"
#include "engine/run/table_options.hpp"
#include "engine/run/threads.hpp"
#include "engine/solve/model.hpp"
#include "engine/variable/variable_steps.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/task.hpp"

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::engine {

class BlockThreads;
class Checkpoints;
class ExchangeClock;
class FixedRun;
class Intervals;
class RunMeter;
class RunTables;
class Snapshots;
class Transfers;
class Window;

/// Runs a Model and its Network.
///
/// A fixed step is NEURON's: first it checks thresholds and delivers events up to t + dt/2; then it computes currents
/// at t + dt/2, voltages, and states; t moves by two additions of dt/2 (docs: "fadvance", Hines & Carnevale 1997).
/// Results do not depend on ranks, threads, blocks or exchange strategy.
///
/// A Simulation does what concerns the run as a whole, and hands out the parts that do the rest, one task each.
class Simulation {
  public:
    /// `exchange` and `transport` must outlive this object. They are the only connection to other ranks.
    Simulation(Model& model, Network& network, exchange::SpikeExchange& exchange, exchange::Transport& transport);
    ~Simulation();

    Model& model();
    Network& network();

    // --- the run (collective as tasks; the interpreter drives them to completion) ---------------------------------
    /// finitialize(v): in the order of NEURON's nrn_finitialize. Without a voltage, v keeps its values.
    exchange::Task<void> initialize(std::optional<double> v_mV);
    /// fadvance(): one step.
    exchange::Task<void> advance();
    /// The same at once where the step needs no task (FixedRun::advance_at_once); else does nothing and returns false.
    bool advance_at_once();
    /// psolve(tstop): as many whole steps as fit into tstop - t with NEURON's rounding; ends with an exchange. Stops
    /// early, at the end of a window, after Hooks::request_stop.
    exchange::Task<void> advance_to(double tstop_ms);
    /// fcurrent(): currents and conductances at the current state, without advancing.
    void compute_currents();
    /// Applies changes of the cells since the last advance, as the next one would.
    void prepare_cells();
    /// set_maxstep(upper): sets the exchange interval from the minimum delay between ranks; collective. Returns it
    /// [ms].
    exchange::Task<double> set_maxstep(double upper_ms);
    /// Passes spikes that wait for the end of their interval to the raster's sink; call it before the file is closed.
    void flush_raster();
    /// frecord_init(): clears the records and restarts them at the current time; those at each fixed step get a sample there.
    /// A record by interval or times that was added during a run begins with this, or with initialize.
    void restart_records();
    /// NetCon.event(t[, flag]): queues a delivery; with a flag, as an event that the target has sent to itself.
    void add_netcon_event(NetConId netcon, double t_ms, std::optional<double> flag = {});
    /// Collective; to be called after the last source and target of `transfers`. See Transfers::set_up.
    exchange::Task<void> set_up_transfers(bool lacks_ranks);
    /// Replaces the exchange strategy; only between runs.
    void set_exchange(exchange::SpikeExchange& exchange);
    /// From now on writes checkpoints, and resumes from one (engine/state/checkpoint.hpp). Null: stops.
    void set_checkpoints(std::shared_ptr<Checkpoints> checkpoints);
    /// The number of threads on which the latest run has advanced cells and, if these are fewer than wanted, why.
    struct ThreadUse {
        int count;
        std::string why_fewer;
    };
    ThreadUse threads_in_use() const;

    // --- its parts --------------------------------------------------------------------------------------------------
    /// Vector.record and Vector.play, and the samples of reports.
    Records& records();
    /// What a run calls, and what those calls ask of it.
    Hooks& hooks() { return hooks_; }
    /// Saves and restores states; see also engine/state/save_state.hpp and cell_snapshot.hpp.
    Snapshots& states() { return *snapshots_; }
    /// Rasters as input (PatternStim).
    Patterns& patterns();
    /// A raster that replaces some of the cells.
    CurrentReplay& replay();
    /// What the run costs.
    Measurements& meter();
    /// CVode: while it is active, `advance` takes one step of variable length (on one rank only), `advance_to` many.
    VariableSteps& variable_steps() { return *variable_steps_; }
    Threads& threads();
    /// When ranks meet.
    Meetings& meetings();
    /// Gap junctions: continuous values that go from sources to targets at each step, also between ranks.
    Transfers& transfers();
    /// How the model is divided and events are ordered, from the next initialize or advance on.
    TableOptions& table_options();
    /// The model in blocks and the tables of deliveries, for those who read the state of a run.
    RunTables& tables() { return *tables_; }

  private:
    void begin_advance();
    exchange::Task<void> advance_from_here(std::optional<double> tstop_ms);
    exchange::Task<void> meet_and_advance(std::optional<double> tstop_ms);

    // In order of dependence: parts refer to earlier ones.
    VariableSettings variable_settings_;
    std::unique_ptr<BlockThreads> threads_;
    std::unique_ptr<RunTables> tables_;
    Hooks hooks_;
    std::unique_ptr<ExchangeClock> clock_;
    std::unique_ptr<RunMeter> meter_;
    std::unique_ptr<Intervals> intervals_;
    std::unique_ptr<Window> window_;
    std::unique_ptr<FixedRun> fixed_run_;
    std::unique_ptr<VariableSteps> variable_steps_;
    std::unique_ptr<Snapshots> snapshots_;
    std::shared_ptr<Checkpoints> checkpoints_;
};

}  // namespace ranvier::engine
