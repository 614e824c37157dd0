// The run by variable steps, and those of all cells together, in NEURON's order (docs: "CVode"); local_steps.cpp has
// those of each cell alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/network_state.hpp"
#include "engine/run/simulation_state.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t steps_between_samples = 256;  // until they are taken
constexpr int steps_between_looks = 16;  // at the clock, which takes as long as a small mechanism

/// "v", "m of hh", "cai"
std::string name_of(const Model& model, VariableRef variable) {
    if (variable.table == compartment_table) return "v";
    const MechanismType& type = model.mechanism(variable.table);
    if (type.is_ion()) {
        const std::string ion = type.name().substr(0, type.name().rfind("_ion"));
        return ion + (variable.column == ion_outside ? "o" : "i");
    }
    std::string name = "a state";
    for (int k = 0; k < type.description()->field_count; ++k) {
        if (type.first_column(k) <= variable.column) name = type.description()->fields[k].name;
    }
    return fmt::format("{} of {}", name, type.name());
}

/// "v of soma(0.5)", "m of hh in soma(0.5) (gid 7)"
std::string describe_state(const Model& model, const Network::State& network, VariableRef variable) {
    const bool is_voltage = variable.table == compartment_table;
    const std::uint32_t compartment =
        is_voltage ? variable.id : model.mechanism(variable.table).compartment(variable.id);
    const std::string name = name_of(model, variable);
    for (const auto& section : model.sections()) {
        const auto& own = section->compartments();
        if (std::find(own.begin(), own.end(), compartment) == own.end()) continue;
        const auto is_of_cell = [&](const Source& source) {
            return source.exists && source.gid >= 0 && source.section && &source.section->root() == &section->root();
        };
        const auto source = std::find_if(network.sources.begin(), network.sources.end(), is_of_cell);
        const std::string gid = source == network.sources.end() ? "" : fmt::format(" (gid {})", source->gid);
        return fmt::format("{} {} {}({:g}){}", name, is_voltage ? "of" : "in", section->name(),
                           section->position_of(compartment), gid);
    }
    return name;
}

}  // namespace

void Simulation::State::fail_step(const VariableIntegrator& integrator, const StepFailure& failure) const {
    std::size_t worst = failure.worst_state;
    for (std::size_t k = 0; k < integrator.size(); ++k) {
        if (!std::isfinite(*integrator.states()[k].value)) worst = k;
    }
    const OdeState& state = integrator.states()[worst];
    throw SimulationError(fmt::format(
        "the variable step from t = {:g} ms failed: {}. The state that is furthest from its tolerance is {} = {:g}; "
        "see cvode.atol, cvode.atolscale, cvode.minstep, or the equations there",
        failure.t, failure.what(), describe_state(model, network.state(), state.variable), *state.value));
}

void Simulation::State::check_variable() const {
    if (!alone() && !variable_settings.local) {
        throw SimulationError(fmt::format(
            "variable steps of all cells together (cvode.active(1)) run on one rank, and there are {}: give "
            "each cell its own by cvode.use_local_dt(1), or take fixed steps by cvode.active(0)",
            transport.size()));
    }
    if (transfers.active() && variable_settings.local) {
        throw SimulationError(
            "local steps don't take values from pc.source_var to pc.target_var, for cells have different times: "
            "cvode.use_local_dt(0) lets all go together, on one rank, cvode.active(0) brings fixed steps");
    }
}

void Simulation::State::check_watchers() const {
    const auto looks = [](const StepHook& hook) { return hook.phase == StepPhase::begin; };
    if (std::any_of(step_hooks.begin(), step_hooks.end(), looks)) {
        throw SimulationError("a StateTransitionEvent needs fixed steps: cvode.active(0)");
    }
    if (variable_settings.local && player.is_slow()) {
        throw SimulationError(
            "with local steps each cell has its own time: record or play variables of the model, by cvode.record with "
            "their times; what a script keeps needs global steps, cvode.use_local_dt(0)");
    }
}

void Simulation::State::release_integrators() {
    for (const auto& integrator : integrators) {
        const StepCounters& more = integrator->counters();
        past_counters.steps += more.steps;
        past_counters.interpolations += more.interpolations;
        past_counters.restarts += more.restarts;
        past_counters.restarts_at_time += more.restarts_at_time;
        past_counters.evaluations += more.evaluations;
        past_counters.solutions += more.solutions;
    }
    integrators.clear();
    knows_changes = false;
    for (const auto& events : delivery.blocks()) events->queue.report_to(nullptr, 0);
}

void Simulation::State::bind_integrators() {
    if (!integrators.empty() && integrators_version == variable_settings.version) return;
    release_integrators();
    check_variable();
    auto& blocks = delivery.blocks();
    integrator_of_block.assign(blocks.size(), nothing);
    const auto make = [&](std::vector<std::pair<BlockEvents*, std::uint32_t>> of) {
        for (const auto& [events, number] : of) {
            integrator_of_block[number] = static_cast<std::uint32_t>(integrators.size());
        }
        integrators.push_back(std::make_unique<VariableIntegrator>(model, player, std::move(of), variable_settings));
    };
    try {
        if (variable_settings.local) {
            const auto is_algebraic = [](const auto& events) { return events->block.has_algebraic_equations(); };
            if (std::any_of(blocks.begin(), blocks.end(), is_algebraic)) {
                throw std::invalid_argument(
                    "local steps are impossible with extracellular or a LinearMechanism: cvode.use_local_dt(0)");
            }
            const std::uint32_t running = delivery.running_blocks();
            for (std::uint32_t b = 0; b < running; ++b) {
                if (!blocks[b]->block.ode_states().empty()) make({{blocks[b].get(), b}});
            }
        } else {
            std::vector<std::pair<BlockEvents*, std::uint32_t>> all;
            for (std::uint32_t b = 0; b < blocks.size(); ++b) all.emplace_back(blocks[b].get(), b);
            make(std::move(all));
        }
    } catch (const std::invalid_argument& error) {
        integrators.clear();
        throw SimulationError(error.what());
    }
    integrators_version = variable_settings.version;
    if (transfers.active()) integrators.front()->on_voltages = [this] { transfers.transfer_here(); };
    for (const auto& integrator : integrators) integrator->begin(model.t);
    if (variable_settings.local) order_local_steps();
}

void Simulation::State::restart_integrators() {
    if (!takes_variable_steps() || !initialised) return;
    prepare();
    bind_integrators();
    past_counters = {};
    const double dt = model.dt;  // what mechanisms saw is no step yet
    for (std::uint32_t k = 0; k < integrators.size(); ++k) {
        VariableIntegrator& integrator = *integrators[k];
        try {
            integrator.count_anew();
            integrator.restart(model.t);
            integrator.find_crossings();
        } catch (const MechanismError&) {
            rethrow(*integrator.blocks().front().first);
        }
        if (variable_settings.local) note_time(k);
    }
    model.dt = dt;
}

// --- events ---------------------------------------------------------------------------------------------------------

double Simulation::State::next_event_of_all() const {
    double least =
        std::min(script_events.empty() ? infinity : script_events.front().t, integrators[0]->next_crossing());
    for (const auto& events : const_cast<Delivery&>(delivery).blocks()) {
        if (!events->queue.empty()) least = std::min(least, events->queue.top().t);
    }
    return least;
}

// Everything that is due, then statements of scripts, which see it done.
void Simulation::State::deliver_in_all(double til) {
    for (const auto& integrator : integrators) integrator->send_crossings(til);
    for (const auto& events : delivery.blocks()) {
        events->deliver(til);
        check_failed(*events);
    }
    take_spikes();
    run_script_events(til);
}

void Simulation::State::run_script_events(double til) {
    bool any = false;
    while (!script_events.empty() && script_events.front().t <= til) {
        const ScriptEvent event = std::move(script_events.front());
        script_events.erase(script_events.begin());
        model.t = event.t;
        for (const auto& integrator : integrators) integrator->about_to_look(event.t);
        if (event.call) {
            event.call();
            any = true;
        } else {
            for (const auto& integrator : integrators) integrator->record();
            ends_at_event = true;
        }
    }
    if (!any) return;
    prepare();  // a script may have changed anything
    check_connected();
    if (!takes_variable_steps()) return;
    bind_integrators();
    choose_when_to_follow(goes_by_step);
}

// A mechanism's POINTER may lead anywhere, and a script that goes step by step looks at anything.
void Simulation::State::choose_when_to_follow(bool by_step) {
    bool may_wait = !by_step;
    for (const auto& type : model.mechanisms()) {
        may_wait &= type->is_ion() || type->table().size() == 0 || type->description()->pointer_count == 0;
    }
    for (const auto& integrator : integrators) integrator->choose_when_to_follow(may_wait);
}

// --- all cells together ---------------------------------------------------------------------------------------------

// Returns whether the integrator began anew.
bool Simulation::State::global_microstep() {
    VariableIntegrator& all = *integrators[0];
    bool restarted = false;
    guard_step(all, [&] {
        feed_patterns_to(all.t());
        const double due = next_event_of_all();
        if (due <= all.t()) {
            deliver_in_all(due);
        } else {
            restarted = all.handle_step(due) == VariableIntegrator::Done::restarted;
            take_spikes();
        }
        feed_patterns_to(all.t());
        const double next = next_event_of_all();
        if (next < all.t()) all.interpolate(next);
    });
    model.t = all.t();
    return restarted;
}

void Simulation::State::advance_global(std::optional<double> tout) {
    const auto t = [&] { return integrators[0]->t(); };
    if (!tout) {
        const double began = t();
        bool restarted = false;
        while (t() <= began && !restarted && !variable_run_stops()) restarted = global_microstep();
        return;
    }
    while (t() < *tout || next_event_of_all() < *tout) {
        global_microstep();
        if (variable_run_stops()) return;
    }
    integrators[0]->interpolate(*tout);
    model.t = t();
    integrators[0]->record();
}

// --- artificial cells alone -----------------------------------------------------------------------------------------

double Simulation::State::next_of_queues() const {
    double least = script_events.empty() ? infinity : script_events.front().t;
    for (const auto& events : const_cast<Delivery&>(delivery).blocks()) {
        if (!events->queue.empty()) least = std::min(least, events->queue.top().t);
    }
    return least;
}

// As in NEURON, a step delivers what is due and goes to the time of the next event; of 1e6 ms if there is none.
Task<void> Simulation::State::advance_by_events(std::optional<double> tout) {
    if (!initialised) co_await begin_without_initialise();
    prepare();
    check_connected();
    model.update_tables();
    stop_requested = ends_at_event = false;
    const double end = tout.value_or(model.t);
    const auto next_before = [&](double limit) {
        feed_patterns(limit - model.t);
        return std::min(next_of_queues(), limit);
    };
    while (next_of_queues() <= end || next_before(end) < end) {
        const double due = next_before(end);
        set_t(due);
        deliver_all(due);
        run_script_events(due);
        if (variable_run_stops()) break;
    }
    if (!stop_requested && !ends_at_event) set_t(tout.value_or(next_before(model.t + 1e6)));
    for (const auto& events : delivery.blocks()) events->block.t = model.t;
    take_samples();
    flush_raster();
}

// --- both -----------------------------------------------------------------------------------------------------------

bool Simulation::State::variable_run_stops() {
    ++times.steps;
    if (times.steps % steps_between_samples == 0) take_samples();
    if (progress && times.steps % steps_between_looks == 0 && transport.clock() >= progress_at) {
        progress_at = transport.clock() + .1;
        progress(model.t);
    }
    return stop_requested || ends_at_event;
}

Task<void> Simulation::State::advance_variable(std::optional<double> tout) {
    if (!initialised) co_await begin_without_initialise();
    prepare();
    check_variable();
    transfers.check_set_up();
    check_connected();
    check_watchers();
    model.update_tables();
    bind_integrators();
    goes_by_step = !tout;
    choose_when_to_follow(goes_by_step);
    stop_requested = ends_at_event = false;
    try {
        if (!variable_settings.local) {
            advance_global(tout);
        } else if (tout) {
            co_await advance_local(*tout);
        } else {
            advance_local_by_step();
        }
    } catch (const SimulationError&) {  // what was fired before is kept
        if (variable_settings.local) model.t = std::min(integrator_order.first_time(), next_local_event());
        flush_raster();
        throw;
    }
    for (const auto& integrator : integrators) integrator->follow();
    for (const auto& events : delivery.blocks()) events->block.t = model.t;
    take_samples();
    flush_raster();
}

}  // namespace ranvier::engine
