#include "engine/simulation/initialize.hpp"

#include <algorithm>

#include "engine/network/network.hpp"
#include "engine/run/company.hpp"
#include "engine/state/cell_streams.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// The steps of finitialize, each on the parts of a run.
class Initialization {
  public:
    Initialization(RunTables& tables, Intervals& intervals, Hooks& hooks, VariableSteps& variable_steps,
                   Snapshots& snapshots)
        : tables_(tables),
          intervals_(intervals),
          hooks_(hooks),
          variable_steps_(variable_steps),
          snapshots_(snapshots) {}

    Task<void> run(std::optional<double> v_mV);

  private:
    Task<void> prepare();
    void begin_run();
    void initialize_blocks();
    void deliver_first_events();
    void begin_fixed_steps();
    void begin_variable_steps();
    /// Calls act(block) for each block; errors of mechanisms say where and when.
    template <class Act>
    void for_each_block(Act&& act);
    Model& model() const { return tables_.model(); }

    RunTables& tables_;
    Intervals& intervals_;
    Hooks& hooks_;
    VariableSteps& variable_steps_;
    Snapshots& snapshots_;
};

template <class Act>
void Initialization::for_each_block(Act&& act) {
    for (const auto& events : tables_.blocks()) {
        try {
            act(events->block);
        } catch (const MechanismError&) {
            events->failures().rethrow(events->block.t);
        }
        events->failures().check();
        hooks_.interruptions().proceed();
    }
}

Task<void> Initialization::prepare() {
    const LongWork work(hooks_.interruptions());
    choose_company(intervals_.clock(), tables_);
    tables_.prepare();
    co_await intervals_.clock().agree(tables_.patterns().any());
    tables_.prepare();
}

Task<void> Initialization::run(std::optional<double> v_mV) {
    variable_steps_.release();
    hooks_.run_initialize_handlers(3);  // the structure may still change here
    co_await prepare();
    intervals_.clock().check_interval();
    begin_run();
    hooks_.run_step_hooks();
    tables_.player().init_play(tables_.blocks(), 0.);
    tables_.relay().settle(0.);
    if (v_mV) {
        for (const auto& block : model().blocks()) std::fill(block->v().begin(), block->v().end(), *v_mV);
    }
    tables_.transfers().check_set_up();
    if (tables_.transfers().active()) co_await tables_.transfers().transfer(tables_.transport());
    hooks_.run_initialize_handlers(0);
    tables_.prepare();
    model().update_tables();
    select_streams(model(), tables_.network());
    initialize_blocks();
    hooks_.run_initialize_handlers(1);
    tables_.prepare();
    deliver_first_events();
    if (variable_steps_.are_taken()) {
        begin_variable_steps();
    } else {
        begin_fixed_steps();
    }
    hooks_.run_initialize_handlers(2);
}

/// Starts at time 0, without pending events and spikes.
void Initialization::begin_run() {
    model().update_tables();
    intervals_.meter().reset();
    intervals_.clock().set_step(0);
    hooks_.interruptions().begin_run();
    snapshots_.count_run();
    tables_.set_t(0);
    hooks_.events().clear();
    tables_.relay().clear();
    intervals_.clock().forget_interval();
    intervals_.clock().begin_interval();
    tables_.delivery().clear();
    intervals_.meter().begin();
}

/// Runs INITIAL blocks, including those of NET_RECEIVE, and the blocks that follow them.
void Initialization::initialize_blocks() {
    for_each_block([](Block& block) { block.initialize(); });
    tables_.network().recordings().clear_vectors();
    tables_.delivery().initialize_netcons();
    for (const auto& events : tables_.blocks()) {
        events->failures().check();
        events->watches().disarm();
        events->block.after_initial();
    }
}

void Initialization::deliver_first_events() {
    tables_.patterns().restart();
    tables_.feed_patterns(model().t + model().dt);
    tables_.relay().settle(0.);
}

void Initialization::begin_variable_steps() {
    variable_steps_.restart();
    tables_.player().init_record(tables_.blocks(), 0.);
    tables_.relay().settle(0.);
    variable_steps_.run_statements(0.);
}

void Initialization::begin_fixed_steps() {
    for_each_block([this](Block& block) {
        block.setup_matrix();
        if (model().use_fast_imem) block.initialize_membrane_current();
    });
    tables_.player().init_record(tables_.blocks(), 0.);
    record_now(tables_);
    tables_.relay().settle(0.);
    hooks_.events().call_those_of_step(0., 0., 0.);  // those of the first half step come after it
}

}  // namespace

Task<void> initialize(RunTables& tables, Intervals& intervals, Hooks& hooks, VariableSteps& variable_steps,
                      Snapshots& snapshots, std::optional<double> v_mV) {
    Initialization initialization(tables, intervals, hooks, variable_steps, snapshots);
    co_await initialization.run(v_mV);
}

Task<void> begin_without_initialize(RunTables& tables, ExchangeClock& clock, Hooks& hooks) {
    const LongWork work(hooks.interruptions());
    choose_company(clock, tables);
    tables.prepare();
    co_await clock.agree(tables.patterns().any());
    clock.begin_interval();
}

void record_now(RunTables& tables) {
    for (std::uint32_t b = 0; b < tables.blocks().size(); ++b) {
        tables.blocks()[b]->block.before_step();
        tables.player().record_step(b);
    }
    tables.player().record_step_slow(tables.model().t);
}

}  // namespace ranvier::engine
