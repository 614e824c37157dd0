#include "engine/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/event/network_state.hpp"
#include "engine/run/fixed_run.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/state/save_state.hpp"
#include "engine/state/snapshot.hpp"
#include "engine/variable/event_run.hpp"
#include "engine/variable/variable_run.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

using exchange::Task;

Simulation::Simulation(Model& model, Network& network, exchange::SpikeExchange& exchange,
                       exchange::Transport& transport)
    : variable_settings_(std::make_unique<VariableSettings>()),
      threads_(std::make_unique<BlockThreads>()),
      tables_(std::make_unique<RunTables>(model, network, transport, exchange, *variable_settings_, *threads_)),
      meter_(std::make_unique<RunMeter>(tables_->delivery(), tables_->relay())),
      clock_(std::make_unique<ExchangeClock>(model, network, transport, exchange, *variable_settings_)),
      intervals_(std::make_unique<Intervals>(model, *clock_, tables_->relay(), *meter_)),
      fixed_step_(std::make_unique<FixedStep>(model, tables_->delivery(), tables_->player(), tables_->relay(),
                                              hooks_.interruptions())),
      window_(std::make_unique<Window>(*tables_, *fixed_step_, *threads_, hooks_, meter_->clock)),
      fixed_run_(std::make_unique<FixedRun>(*tables_, *intervals_, *window_, hooks_)),
      integrators_(std::make_unique<Integrators>(*tables_, hooks_, *variable_settings_)),
      between_steps_(std::make_unique<BetweenSteps>(*tables_, *intervals_, hooks_, *integrators_)),
      global_steps_(std::make_unique<GlobalSteps>(*tables_, *integrators_, *between_steps_)),
      local_steps_(std::make_unique<LocalSteps>(*tables_, *intervals_, *integrators_, *between_steps_)),
      variable_run_(std::make_unique<VariableRun>(*integrators_, *between_steps_, *global_steps_, *local_steps_)),
      event_run_(std::make_unique<EventRun>(*tables_, *between_steps_)),
      snapshots_(std::make_unique<Snapshots>(*tables_, *intervals_, hooks_)),
      network_(network) {}

Simulation::~Simulation() = default;

Model& Simulation::model() {
    return tables_->model();
}
Network& Simulation::network() {
    return network_;
}
exchange::Transport& Simulation::transport() {
    return tables_->transport();
}

Transfers& Simulation::transfers() {
    return tables_->transfers();
}

Task<void> Simulation::set_up_transfers(bool lacks_ranks) {
    co_await tables_->transfers().set_up(tables_->transport(), lacks_ranks);
    if (tables_->transfers().active()) clock_->always_meet();
}

void Simulation::set_threads(int n) {
    threads_->set_wanted(n);
}
int Simulation::threads() const {
    return threads_->wanted();
}
int Simulation::threads_in_use() const {
    return goes_by_events() || window_->looks_at_each_step() ? 1 : std::max(1, threads_->size());
}
std::string Simulation::why_fewer_threads() const {
    if (threads_in_use() >= threads()) return "";
    if (goes_by_events()) return "a run from event to event (CVode) takes one";
    if (!window_->looks_at_each_step()) return tables_->why_fewer_threads();
    return "each step runs a statement or reads an expression of the script";
}
void Simulation::for_each_task(std::size_t n, const std::function<void(std::size_t)>& act) {
    threads_->for_each_task(n, act);
}

void Simulation::set_exchange(exchange::SpikeExchange& exchange) {
    clock_->set_exchange(exchange);
    tables_->relay().set_exchange(exchange);
}

/// Before a run begins or continues.
void Simulation::choose_company() {
    const bool is_alone = clock_->runs_alone();
    if (is_alone == clock_->is_alone()) return;
    clock_->set_alone(is_alone);
    tables_->set_alone(is_alone);
}

void Simulation::begin_advance() {
    choose_company();
    meter_->begin_advance(tables_->model().t);
}

// --- advances -------------------------------------------------------------------------------------------------------

VariableSettings& Simulation::variable_settings() {
    return *variable_settings_;
}
void Simulation::restart_variable_steps() {
    if (tables_->takes_variable_steps() && clock_->has_begun()) variable_run_->restart();
}
bool Simulation::takes_variable_steps() const {
    return tables_->takes_variable_steps();
}
bool Simulation::goes_by_events() const {
    return variable_settings_->active && !tables_->takes_variable_steps() && !hooks_.act_at_steps();
}
bool Simulation::knows_structure() const {
    return tables_->knows_structure();
}
std::vector<VariableIntegrator*> Simulation::integrators() {
    choose_company();
    tables_->prepare();
    integrators_->bind();
    std::vector<VariableIntegrator*> all;
    for (std::size_t k = 0; k < integrators_->size(); ++k) all.push_back(&(*integrators_)[k]);
    return all;
}

Task<void> Simulation::advance() {
    begin_advance();
    if (!clock_->has_begun()) return advance_from_nothing(std::nullopt);
    if (tables_->takes_variable_steps()) return advance_variable(std::nullopt);
    if (goes_by_events()) return advance_by_events(std::nullopt);
    check_step();
    return fixed_run_->advance(1, false);
}

bool Simulation::advance_at_once() {
    begin_advance();
    if (!clock_->has_begun() || tables_->takes_variable_steps() || goes_by_events()) return false;
    check_step();
    return fixed_run_->advance_at_once();
}

Task<void> Simulation::advance_to(double tstop_ms) {
    begin_advance();
    if (!clock_->has_begun()) return advance_from_nothing(tstop_ms);
    if (!clock_->is_alone()) return advance_with_others(tstop_ms);
    return advance_from_here(tstop_ms);
}

Task<void> Simulation::advance_with_others(double tstop_ms) {
    co_await clock_->meet();
    co_await advance_from_here(tstop_ms);
}

Task<void> Simulation::advance_from_here(double tstop_ms) {
    if (tables_->takes_variable_steps()) return advance_variable(tstop_ms);
    if (goes_by_events()) return advance_by_events(tstop_ms);
    check_step();
    return fixed_run_->advance(steps_until(tstop_ms), true);
}

Task<void> Simulation::advance_from_nothing(std::optional<double> tstop_ms) {
    co_await begin_without_initialize();
    Task<void> rest = tstop_ms ? advance_from_here(*tstop_ms) : advance();
    co_await std::move(rest);
}

Task<void> Simulation::advance_variable(std::optional<double> tstop_ms) {
    if (checkpoints_) snapshots_->check_can_be_saved();
    return variable_run_->advance(tstop_ms);
}

Task<void> Simulation::advance_by_events(std::optional<double> tstop_ms) {
    if (checkpoints_) throw StateError("the state of this run cannot be saved: its steps are variable");
    event_run_->advance(tstop_ms);
    co_return;
}

void Simulation::check_step() const {
    const double dt = tables_->model().dt;
    if (dt > 0) return;
    throw std::invalid_argument(fmt::format("dt must be greater than 0 ms to advance by fixed steps, not {:g}", dt));
}

// The rounding is NEURON's: psolve extends tstop a little and then counts whole steps; of three or fewer it takes one
// at a time while another one fits.
std::int64_t Simulation::steps_until(double tstop_ms) const {
    const double dt = tables_->model().dt;
    const double t = tables_->model().t;
    const double tstop = tstop_ms * (1. + 1e-11);
    constexpr double most_steps = 0x1p53;
    const double wanted = (tstop - t) / dt + 1e-9;
    if (wanted >= most_steps) {
        throw std::invalid_argument(fmt::format(
            "t = {:g} ms cannot be reached from {:g} ms by steps of dt = {:g} ms: beyond 2^53 steps, t would no "
            "longer change",
            tstop_ms, t, dt));
    }
    auto steps = static_cast<std::int64_t>(wanted);
    if (steps <= 3) {
        steps = 0;
        for (double at = t; at <= tstop - dt; ++steps) {
            at += .5 * dt;
            at += .5 * dt;
        }
    }
    return steps;
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
            events->rethrow();
        }
    }
}

Task<double> Simulation::set_maxstep(double upper_ms) {
    if (!(upper_ms > 0)) throw std::invalid_argument("set_maxstep: the longest interval must be positive");
    clock_->set_longest_interval(upper_ms);
    const bool is_variable = clock_->counts_variable_steps() && !clock_->is_alone();
    if (is_variable || clock_->has_unfinished()) co_await intervals_->finish();
    clock_->expect_network();  // here all ranks find out whether there is one
    choose_company();
    co_await clock_->agree(tables_->patterns().any());
    choose_company();
    co_return clock_->interval();
}

void Simulation::flush_raster() {
    tables_->relay().flush_raster(tables_->model().t);
}

// --- hooks ----------------------------------------------------------------------------------------------------------

void Simulation::request_stop() {
    hooks_.request_stop();
}
Simulation::HandlerId Simulation::add_initialize_handler(int stage, std::function<void()> call) {
    return hooks_.add_initialize_handler(stage, std::move(call));
}
void Simulation::remove_initialize_handler(HandlerId id) {
    hooks_.remove_initialize_handler(id);
}
Simulation::HandlerId Simulation::add_step_hook(std::function<void()> call) {
    return hooks_.add_step_hook(std::move(call));
}
void Simulation::remove_step_hook(HandlerId id) {
    hooks_.remove_step_hook(id);
}

Simulation::HandlerId Simulation::add_state_hook(StateMove move, std::function<void()> call) {
    return hooks_.add_state_hook(move, [this, call = std::move(call)] {
        const std::uint64_t before = model().structure_version();
        call();
        if (model().structure_version() == before) return;
        throw SimulationError(
            "a function of CVode.extra_scatter_gather changed sections or mechanisms in the middle of a step: let it change "
            "values only");
    });
}

void Simulation::remove_state_hook(HandlerId id) {
    hooks_.remove_state_hook(id);
}
Conditions& Simulation::conditions() {
    return hooks_.conditions();
}
void Simulation::add_script_event(double t_ms, std::function<void()> call) {
    hooks_.events().add(t_ms, std::move(call));
}
void Simulation::set_progress(std::function<void(double t_ms)> call) {
    hooks_.set_progress(std::move(call));
}

void Simulation::add_netcon_event(NetConId netcon, double t_ms) {
    if (snapshots_->runs() == 0) {
        throw std::invalid_argument(
            "NetCon.event: call finitialize first, which discards earlier events; an FInitializeHandler can send events "
            "from within finitialize");
    }
    // Fixed steps deliver what is late in the next step, with its own time, as NEURON does; there, variable steps fail.
    if (takes_variable_steps()) t_ms = std::max(t_ms, tables_->model().t);
    tables_->delivery().add_netcon_event(tables_->network().at(netcon), t_ms);
}

void Simulation::set_tie_order(TieOrder order) {
    tables_->set_tie_order(order);
}
void Simulation::set_print(std::function<void(std::string_view)> print) {
    tables_->delivery().set_print(std::move(print));
}
void Simulation::set_block_size(std::size_t compartments) {
    tables_->set_block_size(compartments);
}
void Simulation::set_least_work(std::size_t of_thread) {
    tables_->set_least_work(of_thread);
}

// --- record and play ------------------------------------------------------------------------------------------------

RecordId Simulation::record(VariableRef variable, Samples to, std::optional<double> dt_ms, Samples at_times) {
    return tables_->player().record(variable, nullptr, std::move(to), dt_ms, std::move(at_times));
}
RecordId Simulation::record(std::function<double()> read, Samples to, std::optional<double> dt_ms, Samples at_times) {
    return tables_->player().record(std::nullopt, std::move(read), std::move(to), dt_ms, std::move(at_times));
}
RecordId Simulation::record_steps(VariableRef variable, Samples to) {
    return tables_->player().record_steps(variable, std::move(to));
}
RecordId Simulation::record_count(VariableRef count, VariableRef time, Samples to) {
    return tables_->player().record_count(count, time, std::move(to));
}

void Simulation::restart_records() {
    tables_->prepare();
    const double t = tables_->model().t;
    Player& player = tables_->player();
    player.init_record(tables_->blocks(), t);
    tables_->set_t(t);
    if (tables_->takes_variable_steps()) return;  // a variable step takes its sample where it begins
    record_now();
}

/// Takes a sample of each step's records; BEFORE STEP blocks run before, as in NEURON.
void Simulation::record_now() {
    for (std::uint32_t b = 0; b < tables_->blocks().size(); ++b) {
        tables_->blocks()[b]->block.before_step();
        tables_->player().record_step(b);
    }
    tables_->player().record_step_slow(tables_->model().t);
}

void Simulation::remove_record(RecordId id) {
    tables_->player().remove_record(id);
}

Simulation::PlayId Simulation::play(VariableRef variable, PlayedValues played) {
    return tables_->player().play(variable, nullptr, std::move(played));
}
Simulation::PlayId Simulation::play(std::function<void(double)> write, PlayedValues played) {
    return tables_->player().play(std::nullopt, std::move(write), std::move(played));
}
void Simulation::remove_play(PlayId id) {
    tables_->player().remove_play(id);
}

Simulation::PatternId Simulation::play_pattern(std::shared_ptr<exchange::SpikeSource> spikes) {
    return tables_->patterns().play(std::move(spikes));
}
void Simulation::set_pattern_owned_too(PatternId id, bool owned_too) {
    tables_->patterns().set_owned_too(id, owned_too);
}
void Simulation::remove_pattern(PatternId id) {
    tables_->patterns().remove(id);
}

void Simulation::replay(std::shared_ptr<exchange::SpikeSource> raster, std::vector<Gid> chosen, bool is_whole) {
    if (transport().size() > 1) throw std::invalid_argument("replay: runs on one rank");
    Replay replay(std::move(chosen), is_whole ? std::optional(raster->gids()) : std::nullopt);
    tables_->set_replay(std::move(replay), std::move(raster));
}

bool Simulation::is_replay() const {
    return tables_->is_replay();
}

std::vector<std::string> Simulation::replay_doubts() const {
    return tables_->replay_doubts();
}

void Simulation::set_stream_test(std::function<bool(const void*)> is_stream) {
    tables_->set_stream_test(std::move(is_stream));
}

// --- going back -----------------------------------------------------------------------------------------------------

std::shared_ptr<const SavedState> Simulation::save_state() {
    return engine::save_state(*tables_, hooks_);
}
void Simulation::restore_state(const SavedState& saved, bool events_too) {
    engine::restore_state(saved, events_too, *tables_, *intervals_, hooks_);
}

void Simulation::set_checkpoints(std::shared_ptr<Checkpoints> checkpoints) {
    checkpoints_ = std::move(checkpoints);
    if (checkpoints_) {
        checkpoints_->bind(*snapshots_, hooks_);
        clock_->always_meet();
    }
    fixed_run_->set_checkpoints(checkpoints_.get());
}
std::uint64_t Simulation::runs() const {
    return snapshots_->runs();
}
void Simulation::add_state_keeper(std::shared_ptr<StateKeeper> keeper) {
    snapshots_->add_keeper(std::move(keeper));
}

// --- measurements ---------------------------------------------------------------------------------------------------

const exchange::RunOutline& Simulation::run_outline() const {
    return clock_->outline();
}

std::string Simulation::obstacle_to_outline() const {
    return clock_->obstacle_to_outline();
}

const exchange::ExchangeCounters& Simulation::exchange_counters() const {
    return clock_->exchange().counters();
}
const PhaseTimes& Simulation::phase_times() const {
    meter_->set_threads(std::max(1, threads_->size()));
    return meter_->sum();
}
void Simulation::set_interval_log(bool on) {
    meter_->set_interval_log(on, exchange_counters());
}
const IntervalLog& Simulation::interval_log() const {
    return meter_->interval_log();
}
void Simulation::set_most_spikes_histogram(Samples histogram) {
    meter_->set_most_spikes_histogram(std::move(histogram));
}
bool Simulation::lacks_most_spikes() const {
    return meter_->lacks_most_spikes();
}
exchange::ExchangeCounters Simulation::traffic() const {
    return meter_->traffic(exchange_counters());
}
void Simulation::set_presimulation(double t_ms) {
    meter_->set_presimulation(t_ms);
}
double Simulation::presimulation() const {
    return meter_->presimulation();
}
bool Simulation::is_counting() const {
    return meter_->is_counting();
}

}  // namespace ranvier::engine
