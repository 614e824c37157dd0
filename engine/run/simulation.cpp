#include "engine/run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/event/network_state.hpp"
#include "engine/run/saved_state.hpp"
#include "engine/run/simulation_state.hpp"
#include "engine/run/snapshot.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

using exchange::Task;

Simulation::Simulation(Model& model, Network& network, exchange::SpikeExchange& exchange,
                       exchange::Transport& transport)
    : state_(std::make_unique<State>(model, network, exchange, transport)) {
    model.set_services(&event_services());
}

Simulation::~Simulation() {
    for (const auto& block : state_->model.blocks()) block->event_context = nullptr;
}

Model& Simulation::model() {
    return state_->model;
}
Network& Simulation::network() {
    return state_->network;
}
exchange::Transport& Simulation::transport() {
    return state_->transport;
}

Transfers& Simulation::transfers() {
    return state_->transfers;
}

Task<void> Simulation::set_up_transfers(bool lacks_ranks) {
    return state_->transfers.set_up(state_->transport, lacks_ranks);
}

void Simulation::set_threads(int n) {
    if (n < 1) throw std::invalid_argument(fmt::format("the number of threads must be at least 1, not {}", n));
    state_->threads = n;
}
int Simulation::threads() const {
    return state_->threads;
}

void Simulation::set_exchange(exchange::SpikeExchange& exchange) {
    state_->exchange = &exchange;
    state_->connected = false;
}

Task<void> Simulation::initialise(std::optional<double> v_mV) {
    return state_->initialise(v_mV);
}

VariableSettings& Simulation::variable_settings() {
    return state_->variable_settings;
}
void Simulation::restart_variable_steps() {
    state_->restart_integrators();
}
bool Simulation::takes_variable_steps() const {
    return state_->takes_variable_steps();
}
bool Simulation::goes_by_events() const {
    return state_->goes_by_events();
}
bool Simulation::knows_structure() const {
    return state_->delivery.is_built() && state_->prepared_structure == state_->model.structure_version();
}
std::vector<VariableIntegrator*> Simulation::integrators() {
    state_->prepare();
    state_->bind_integrators();
    std::vector<VariableIntegrator*> all;
    for (const auto& integrator : state_->integrators) all.push_back(integrator.get());
    return all;
}

Task<void> Simulation::advance() {
    if (state_->takes_variable_steps()) {
        if (state_->checkpoints) check_can_be_saved(*state_);
        return state_->advance_variable(std::nullopt);
    }
    if (state_->goes_by_events()) return state_->advance_by_events(std::nullopt);
    return state_->advance(1, false);
}

// The rounding is NEURON's: psolve stretches tstop a little and then counts whole steps; of three or fewer it takes
// one at a time while another one fits.
Task<void> Simulation::advance_to(double tstop_ms) {
    if (state_->takes_variable_steps()) {
        if (state_->checkpoints) check_can_be_saved(*state_);
        return state_->advance_variable(tstop_ms);
    }
    if (state_->goes_by_events()) return state_->advance_by_events(tstop_ms);
    const double dt = state_->model.dt;
    const double t = state_->model.t;
    const double tstop = tstop_ms * (1. + 1e-11);
    auto steps = static_cast<std::int64_t>((tstop - t) / dt + 1e-9);
    if (steps <= 3) {
        steps = 0;
        for (double at = t; at <= tstop - dt; ++steps) {
            at += .5 * dt;
            at += .5 * dt;
        }
    }
    return state_->advance(steps, true);
}

void Simulation::compute_currents() {
    State& s = *state_;
    s.prepare();
    s.model.update_tables();
    for (std::uint32_t b = 0; b < s.delivery.blocks().size(); ++b) {
        BlockEvents& events = *s.delivery.blocks()[b];
        events.block.t = s.model.t;
        try {
            events.block.setup_matrix();
        } catch (const MechanismError&) {
            s.rethrow(events);
        }
    }
}

Task<double> Simulation::set_maxstep(double upper_ms) {
    if (!(upper_ms > 0)) throw std::invalid_argument("set_maxstep: the longest interval must be positive");
    state_->interval_upper = upper_ms;
    State& s = *state_;
    const bool is_variable = s.dt_of_interval == State::variable_interval && !s.alone();
    if (is_variable || !s.interval_times.empty() || s.exchange->holds_spikes()) co_await s.finish_interval();
    co_await state_->agree();
    co_return state_->interval;
}

void Simulation::flush_raster() {
    state_->flush_raster();
}
void Simulation::request_stop() {
    state_->stop_requested = true;
}

Simulation::HandlerId Simulation::add_initialise_handler(int stage, std::function<void()> call) {
    if (stage < 0 || stage > 3) throw std::invalid_argument("FInitializeHandler: the type is 0, 1, 2 or 3");
    state_->handlers.push_back({state_->next_handler, stage, std::move(call)});
    return state_->next_handler++;
}

void Simulation::remove_initialise_handler(HandlerId id) {
    std::erase_if(state_->handlers, [id](const State::Handler& h) { return h.id == id; });
}

Simulation::HandlerId Simulation::add_step_hook(StepPhase phase, std::function<void()> call) {
    state_->step_hooks.push_back({state_->next_handler, phase, std::move(call)});
    return state_->next_handler++;
}

void Simulation::remove_step_hook(HandlerId id) {
    std::erase_if(state_->step_hooks, [id](const State::StepHook& hook) { return hook.id == id; });
}

void Simulation::add_script_event(double t_ms, std::function<void()> call) {
    auto& events = state_->script_events;
    const auto later = [](double t, const State::ScriptEvent& e) { return t < e.t; };
    events.insert(std::upper_bound(events.begin(), events.end(), t_ms, later),
                  {t_ms, state_->next_script_event++, std::move(call)});
}

void Simulation::add_netcon_event(NetConId netcon, double t_ms) {
    if (t_ms < state_->model.t) {
        throw std::invalid_argument(
            fmt::format("NetCon.event: {:g} ms has passed; t is {:g} ms", t_ms, state_->model.t));
    }
    Network::State& network = state_->network.state();
    state_->delivery.add_netcon_event(network.at(netcon), t_ms);
}

void Simulation::set_tie_order(TieOrder order) {
    state_->tie_order = order;
}
void Simulation::set_print(std::function<void(std::string_view)> print) {
    state_->delivery.set_print(std::move(print));
}

void Simulation::set_block_size(std::size_t compartments) {
    state_->block_size = compartments;
}

RecordId Simulation::record(VariableRef variable, Samples to, std::optional<double> dt_ms, Samples at_times) {
    return state_->player.record(variable, nullptr, std::move(to), dt_ms, std::move(at_times));
}
RecordId Simulation::record(std::function<double()> read, Samples to, std::optional<double> dt_ms, Samples at_times) {
    return state_->player.record(std::nullopt, std::move(read), std::move(to), dt_ms, std::move(at_times));
}
RecordId Simulation::record_steps(VariableRef variable, Samples to) {
    return state_->player.record_steps(variable, std::move(to));
}
RecordId Simulation::record_count(VariableRef count, VariableRef time, Samples to) {
    return state_->player.record_count(count, time, std::move(to));
}

void Simulation::restart_records() {
    State& s = *state_;
    s.prepare();
    auto& blocks = s.delivery.blocks();
    s.player.init_record(blocks, s.model.t);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        blocks[b]->block.t = s.model.t;
        s.player.record_step(b);
    }
    s.player.record_step_slow(s.model.t);
}

void Simulation::remove_record(RecordId id) {
    state_->player.remove_record(id);
}

Simulation::PlayId Simulation::play(VariableRef variable, Samples values, Samples times, std::optional<double> dt_ms,
                                    bool continuous) {
    return state_->player.play(variable, nullptr, std::move(values), std::move(times), dt_ms, continuous);
}
Simulation::PlayId Simulation::play(std::function<void(double)> write, Samples values, Samples times,
                                    std::optional<double> dt_ms, bool continuous) {
    return state_->player.play(std::nullopt, std::move(write), std::move(values), std::move(times), dt_ms, continuous);
}
void Simulation::remove_play(PlayId id) {
    state_->player.remove_play(id);
}

Simulation::PatternId Simulation::play_pattern(std::shared_ptr<exchange::SpikeSource> spikes) {
    return state_->patterns.play(std::move(spikes));
}
void Simulation::set_pattern_owned_too(PatternId id, bool owned_too) {
    state_->patterns.set_owned_too(id, owned_too);
}
void Simulation::remove_pattern(PatternId id) {
    state_->patterns.remove(id);
}

void Simulation::replay(std::shared_ptr<exchange::SpikeSource> raster, std::vector<Gid> chosen, bool is_whole) {
    State& s = *state_;
    if (!s.alone()) throw std::invalid_argument("replay: runs on one rank");
    Replay replay(std::move(chosen), is_whole ? raster->gids() : std::span<const Gid>());
    if (s.replay) s.patterns.remove(s.replayed);
    s.replay = std::move(replay);
    s.replayed = s.patterns.play(std::move(raster));
    s.prepared_network = 0;  // other cells are idle now
}

void Simulation::set_stream_test(std::function<bool(const void*)> is_stream) {
    state_->is_stream = std::move(is_stream);
}

void Simulation::set_progress(std::function<void(double t_ms)> call) {
    state_->progress = std::move(call);
}

std::shared_ptr<const SavedState> Simulation::save_state() {
    State& s = *state_;
    s.prepare();
    auto saved = std::make_shared<SavedState>();
    saved->t = s.model.t;
    saved->parts = save_values(s.model);
    s.transfers.for_each_target([&](VariableRef target) {
        if (s.model.exists(target)) saved->transferred.push_back({target, s.model.load(target)});
    });
    saved->weights = s.network.state().weights;
    saved->events = s.delivery.pendings();
    saved->plays = s.player.cursors();
    saved->patterns = s.patterns.positions();
    for (const State::ScriptEvent& event : s.script_events) saved->script_events.push_back({event.t, event.call});
    return saved;
}

void Simulation::restore_state(const SavedState& saved, bool events_too) {
    State& s = *state_;
    s.prepare();
    auto& weights = s.network.state().weights;
    if (events_too && weights.size() != saved.weights.size()) {
        throw std::runtime_error("the model has other NetCons than when the state was saved");
    }
    restore_values(s.model, saved.parts);
    for (const SavedState::Transferred& each : saved.transferred) {
        if (s.model.exists(each.target)) *s.model.address(each.target) = each.value;
    }
    s.set_t(saved.t);
    s.interval_times.clear();
    if (s.initialised) s.start_interval();
    if (!events_too) return;
    weights = saved.weights;
    Delivery::Pendings events = saved.events;
    for (Delivery::Pending& pending : events.events) {
        if (pending.event.type == EventType::sample) s.player.renew(pending.event);
    }
    s.delivery.replace_pendings(std::move(events));
    s.player.set_cursors(saved.plays);
    s.patterns.go_back_to(saved.patterns);
    for (std::uint32_t b = 0; b < s.delivery.blocks().size(); ++b) s.player.play_continuous(b, saved.t);
    s.script_events.clear();
    for (const auto& event : saved.script_events) add_script_event(event.t, event.call);
}

void Simulation::set_checkpoints(std::shared_ptr<Checkpoints> checkpoints) {
    state_->checkpoints = std::move(checkpoints);
}
void Simulation::add_state_keeper(std::shared_ptr<StateKeeper> keeper) {
    state_->state_keepers.push_back(std::move(keeper));
}

const exchange::ExchangeCounters& Simulation::exchange_counters() const {
    return state_->exchange->counters();
}

const PhaseTimes& Simulation::phase_times() const {
    return state_->sum_times();
}

const PhaseTimes& Simulation::State::sum_times() {
    times.deliver = times.update = 0;
    times.deliveries = 0;
    for (const auto& events : delivery.blocks()) {
        times.deliver += events->deliver_s;
        times.update += events->update_s;
        times.deliveries += events->deliveries;
    }
    const int busy = pool ? pool->size() : 1;
    times.deliver /= busy;
    times.update /= busy;
    return times;
}

void Simulation::set_interval_log(bool on) {
    state_->logs_intervals = on;
    state_->restart_interval_log();
}

const IntervalLog& Simulation::interval_log() const {
    return state_->interval_log;
}

void Simulation::set_most_spikes_histogram(Samples histogram) {
    state_->most_spikes_histogram = std::move(histogram);
}

void Simulation::reset_phase_times() {
    state_->times = {};
    for (const auto& events : state_->delivery.blocks()) {
        events->deliver_s = events->update_s = 0;
        events->deliveries = 0;
    }
}

}  // namespace ranvier::engine
