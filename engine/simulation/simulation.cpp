#include "engine/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/run/company.hpp"
#include "engine/run/fixed_run.hpp"
#include "engine/simulation/initialize.hpp"
#include "engine/simulation/whole_steps.hpp"
#include "engine/state/checkpoint.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

using exchange::Task;

Simulation::Simulation(Model& model, Network& network, exchange::SpikeExchange& exchange,
                       exchange::Transport& transport)
    : threads_(std::make_unique<BlockThreads>()),
      tables_(std::make_unique<RunTables>(model, network, transport, exchange, variable_settings_, *threads_)),
      clock_(std::make_unique<ExchangeClock>(model, network, transport, exchange, variable_settings_)),
      meter_(std::make_unique<RunMeter>(tables_->delivery(), tables_->relay(), *clock_, *threads_)),
      intervals_(std::make_unique<Intervals>(model, *clock_, tables_->relay(), *meter_)),
      window_(std::make_unique<Window>(*tables_, *threads_, hooks_, meter_->clock)),
      fixed_run_(std::make_unique<FixedRun>(*tables_, *intervals_, *window_, hooks_)),
      variable_steps_(std::make_unique<VariableSteps>(*tables_, *intervals_, hooks_, variable_settings_)),
      snapshots_(std::make_unique<Snapshots>(*tables_, *intervals_, hooks_)) {}

Simulation::~Simulation() = default;

// --- parts ----------------------------------------------------------------------------------------------------------

Model& Simulation::model() {
    return tables_->model();
}
Network& Simulation::network() {
    return tables_->network();
}
Records& Simulation::records() {
    return tables_->player();
}
Patterns& Simulation::patterns() {
    return tables_->patterns();
}
CurrentReplay& Simulation::replay() {
    return tables_->replay();
}
Measurements& Simulation::meter() {
    return *meter_;
}
Threads& Simulation::threads() {
    return *threads_;
}
Meetings& Simulation::meetings() {
    return *clock_;
}
Transfers& Simulation::transfers() {
    return tables_->transfers();
}
TableOptions& Simulation::table_options() {
    return tables_->options();
}

// --- advances -------------------------------------------------------------------------------------------------------

Task<void> Simulation::initialize(std::optional<double> v_mV) {
    co_await engine::initialize(*tables_, *intervals_, hooks_, *variable_steps_, *snapshots_, v_mV);
    if (checkpoints_ && !variable_steps_->are_taken()) checkpoints_->begin_run();
}

void Simulation::begin_advance() {
    choose_company(*clock_, *tables_);
    meter_->begin_advance(tables_->model().t);
}

Task<void> Simulation::advance() {
    begin_advance();
    return clock_->has_begun() ? advance_from_here(std::nullopt) : meet_and_advance(std::nullopt);
}

bool Simulation::advance_at_once() {
    begin_advance();
    if (!clock_->has_begun() || variable_steps_->are_taken() || variable_steps_->go_by_events()) return false;
    check_step(tables_->model().dt);
    return fixed_run_->advance_at_once();
}

Task<void> Simulation::advance_to(double tstop_ms) {
    begin_advance();
    return clock_->has_begun() && clock_->is_alone() ? advance_from_here(tstop_ms) : meet_and_advance(tstop_ms);
}

/// The ranks meet before the advance; those of a script that has not called finitialize also agree on everything.
Task<void> Simulation::meet_and_advance(std::optional<double> tstop_ms) {
    if (clock_->has_begun()) {
        co_await clock_->meet();
    } else {
        co_await begin_without_initialize(*tables_, *clock_, hooks_);
        begin_advance();
    }
    co_await advance_from_here(tstop_ms);
}

/// To tstop, or by one step.
Task<void> Simulation::advance_from_here(std::optional<double> tstop_ms) {
    if (variable_steps_->are_taken() || variable_steps_->go_by_events()) {
        if (checkpoints_) throw StateError("the state of this run cannot be saved: its steps are variable");
        return variable_steps_->advance(tstop_ms);
    }
    const Model& model = tables_->model();
    check_step(model.dt);
    if (!tstop_ms) return fixed_run_->advance(1, false);
    return fixed_run_->advance(whole_steps(model.t, model.dt, *tstop_ms), true);
}

void Simulation::prepare_cells() {
    tables_->prepare();
}

void Simulation::compute_currents() {
    tables_->prepare();
    tables_->model().update_tables();
    tables_->set_t(tables_->model().t);
    for (const auto& events : tables_->blocks()) {
        try {
            events->block.setup_matrix();
        } catch (const MechanismError&) {
            events->failures().rethrow(events->block.t);
        }
    }
}

Task<double> Simulation::set_maxstep(double upper_ms) {
    if (!(upper_ms > 0)) throw std::invalid_argument("set_maxstep: the longest interval must be positive");
    clock_->set_longest_interval(upper_ms);
    const bool is_variable = clock_->counts_variable_steps() && !clock_->is_alone();
    if (is_variable || clock_->has_unfinished()) co_await intervals_->finish();
    clock_->expect_network();  // here all ranks find out whether there is one
    choose_company(*clock_, *tables_);
    co_await clock_->agree(tables_->patterns().any());
    choose_company(*clock_, *tables_);
    co_return clock_->interval();
}

void Simulation::flush_raster() {
    tables_->relay().flush_raster(tables_->model().t);
}

void Simulation::restart_records() {
    tables_->prepare();
    const double t = tables_->model().t;
    tables_->player().init_record(tables_->blocks(), t);
    tables_->set_t(t);
    if (!variable_steps_->are_taken()) record_now(*tables_);  // a variable step takes its sample where it begins
}

void Simulation::add_netcon_event(NetConId netcon, double t_ms, std::optional<double> flag) {
    if (snapshots_->runs() == 0) {
        throw std::invalid_argument(
            "NetCon.event: call finitialize first, which discards earlier events; an FInitializeHandler can send events "
            "from within finitialize");
    }
    // Fixed steps deliver what is late in the next step, with its own time, as NEURON does; there, variable steps fail.
    if (variable_steps_->are_taken()) t_ms = std::max(t_ms, tables_->model().t);
    tables_->delivery().add_netcon_event(tables_->network().at(netcon), t_ms, flag);
}

Task<void> Simulation::set_up_transfers(bool lacks_ranks) {
    co_await tables_->transfers().set_up(tables_->transport(), lacks_ranks);
    if (tables_->transfers().active()) clock_->always_meet();
}

void Simulation::set_exchange(exchange::SpikeExchange& exchange) {
    clock_->set_exchange(exchange);
    tables_->relay().set_exchange(exchange);
}

void Simulation::set_checkpoints(std::shared_ptr<Checkpoints> checkpoints) {
    checkpoints_ = std::move(checkpoints);
    if (checkpoints_) {
        checkpoints_->bind(*snapshots_, hooks_);
        clock_->always_meet();
    }
    fixed_run_->set_checkpoints(checkpoints_.get());
}

Simulation::ThreadUse Simulation::threads_in_use() const {
    const bool goes_by_events = variable_steps_->go_by_events(), looks = window_->looks_at_each_step();
    const int count = goes_by_events || looks ? 1 : std::max(1, threads_->size());
    if (count >= threads_->wanted()) return {count, ""};
    if (goes_by_events) return {count, "a run from event to event (CVode) takes one"};
    if (!looks) return {count, tables_->why_fewer_threads()};
    return {count, "each step runs a statement or reads an expression of the script"};
}

}  // namespace ranvier::engine
