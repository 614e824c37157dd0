// finitialize, in the order of NEURON's nrn_finitialize.
#include <algorithm>

#include "engine/event/network_state.hpp"
#include "engine/run/fixed_run.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/state/cell_streams.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/variable/variable_run.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// Calls act(block) for each block; errors of mechanisms say where and when.
template <class Act>
void for_each_block(RunTables& tables, Interruptions& interruptions, Act&& act) {
    for (const auto& events : tables.blocks()) {
        try {
            act(events->block);
        } catch (const MechanismError&) {
            events->rethrow();
        }
        events->check_failed();
        interruptions.proceed();
    }
}

}  // namespace

/// For a script that advances before any finitialize.
Task<void> Simulation::begin_without_initialize() {
    const LongWork work(hooks_.interruptions());
    choose_company();
    tables_->prepare();
    co_await clock_->agree(tables_->patterns().any());
    clock_->begin_interval();
}

Task<void> Simulation::prepare_to_initialize() {
    const LongWork work(hooks_.interruptions());
    choose_company();
    tables_->prepare();
    co_await clock_->agree(tables_->patterns().any());
    tables_->prepare();
}

Task<void> Simulation::initialize(std::optional<double> v_mV) {
    integrators_->release();
    hooks_.run_initialize_handlers(3);  // the structure may still change here
    co_await prepare_to_initialize();
    clock_->check_interval();
    begin_run();
    hooks_.run_step_hooks();
    tables_->player().init_play(tables_->blocks(), 0.);
    tables_->relay().settle(0.);
    if (v_mV) {
        for (const auto& block : model().blocks()) std::fill(block->v().begin(), block->v().end(), *v_mV);
    }
    tables_->transfers().check_set_up();
    if (tables_->transfers().active()) co_await tables_->transfers().transfer(transport());
    hooks_.run_initialize_handlers(0);
    tables_->prepare();
    model().update_tables();
    select_streams(model(), tables_->network());
    initialize_blocks();
    hooks_.run_initialize_handlers(1);
    tables_->prepare();
    deliver_first_events();
    if (tables_->takes_variable_steps()) {
        begin_variable_steps();
    } else {
        begin_fixed_steps();
    }
    hooks_.run_initialize_handlers(2);
    if (checkpoints_ && !tables_->takes_variable_steps()) checkpoints_->begin_run();
}

/// Starts at time 0, without pending events and spikes.
void Simulation::begin_run() {
    model().update_tables();
    meter_->reset();
    clock_->set_step(0);
    hooks_.interruptions().begin_run();
    snapshots_->count_run();
    tables_->set_t(0);
    hooks_.events().clear();
    tables_->relay().clear();
    clock_->forget_interval();
    clock_->begin_interval();
    tables_->delivery().clear();
    meter_->begin(exchange_counters());
}

/// Runs INITIAL blocks, including those of NET_RECEIVE, and the blocks that follow them.
void Simulation::initialize_blocks() {
    for_each_block(*tables_, hooks_.interruptions(), [](Block& block) { block.initialize(); });
    for (auto& [source, recording] : tables_->network().recordings) {
        if (recording.times) recording.times->clear();
        if (recording.ids) recording.ids->clear();
    }
    tables_->delivery().initialize_netcons();
    for (const auto& events : tables_->blocks()) {
        events->check_failed();
        events->watches.clear();
        events->block.after_initial();
    }
}

void Simulation::deliver_first_events() {
    tables_->patterns().restart();
    tables_->feed_patterns(model().t + model().dt);
    tables_->relay().settle(0.);
}

void Simulation::begin_variable_steps() {
    variable_run_->restart();
    tables_->player().init_record(tables_->blocks(), 0.);
    tables_->relay().settle(0.);
    between_steps_->run_statements(0.);
}

void Simulation::begin_fixed_steps() {
    for_each_block(*tables_, hooks_.interruptions(), [this](Block& block) {
        block.setup_matrix();
        if (model().use_fast_imem) block.initialize_membrane_current();
    });
    tables_->player().init_record(tables_->blocks(), 0.);
    record_now();
    tables_->relay().settle(0.);
    hooks_.events().call_those_of_step(0., 0., 0.);  // those of the first half step come after it
}

}  // namespace ranvier::engine
