// finitialize, and what must be in order before a run goes on.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/mechanism_type.hpp"
#include "engine/run/checkpoint.hpp"
#include "engine/run/delay_table.hpp"
#include "engine/run/simulation_state.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// Cells that a POINTER reads across advance together.
void add_pointer_ties(const Model& model, std::vector<Model::Tie>& ties) {
    for (const auto& type : model.mechanisms()) {
        const rv_mechanism* description = type->description();
        if (!description || description->pointer_count == 0) continue;
        for (std::size_t row = 0; row < type->table().size(); ++row) {
            const InstanceId id{type->id(), type->table().id(row)};
            for (int k = 0; k < description->pointer_count; ++k) {
                const auto target = model.pointer(id, k);
                if (!target || target->table == scalar_table) continue;
                Model::Tie tie{};
                tie.a_instance = id;
                if (target->table == compartment_table) {
                    for (const auto& section : model.sections()) {
                        const auto ids = section->compartments();
                        const bool here = std::find(ids.begin(), ids.end(), target->id) != ids.end() ||
                                          section->near_compartment() == target->id ||
                                          section->far_compartment() == target->id;
                        if (here) tie.b_section = section.get();
                    }
                    if (!tie.b_section) continue;
                } else {
                    tie.b_instance = {target->table, target->id};
                }
                ties.push_back(tie);
            }
        }
    }
}

bool needs_one_thread(const Model& model) {
    return std::any_of(model.mechanisms().begin(), model.mechanisms().end(), [](const auto& type) {
        return type->description() && (type->description()->flags & RV_NEEDS_ONE_THREAD) && type->table().size() > 0;
    });
}

}  // namespace

// Cheap where nothing has changed.
void Simulation::State::prepare() {
    model.follow_function_tables();
    Network::State& net = network.state();
    // NEURON's order means something only where NEURON has one.
    const TieOrder order = alone() && threads == 1 && !replay ? tie_order : TieOrder::canonical;
    // By variable steps all cells advance in one block, or each in one of its own.
    const bool variable = takes_variable_steps(), local = variable && variable_settings.local;
    if (variable && !local && replay) {
        throw std::invalid_argument(
            "replay: repeats runs of fixed steps and of those of each cell alone (cvode.use_local_dt(1)), not of "
            "variable steps that all cells take together");
    }
    const bool as_before =
        delivery.is_built() && prepared_structure == model.structure_version() && prepared_network == net.version &&
        prepared_threads == threads && prepared_block_size == block_size && prepared_tie_order == order &&
        prepared_variable == variable && prepared_local == local && (variable || prepared_dt == model.dt);
    Grouping grouping;
    // A mechanism anywhere may change a threshold in each step.
    const bool together = order == TieOrder::insertion || !net.changeable_thresholds.empty();
    const int usable_threads = threads == 1 || together || needs_one_thread(model) ? 1 : threads;
    grouping.threads = usable_threads;
    grouping.compartments_per_block = together ? ~std::size_t{0} >> 1 : block_size;
    if (variable) grouping = {1, local ? Grouping::each_cell_alone : ~std::size_t{0} >> 1};
    if (!as_before) {
        release_integrators();
        delivery.freeze();
        std::vector<Model::Tie> ties = delivery.ties(local ? 0. : model.dt * (1 - 1e-9));
        const std::size_t of_connections = ties.size();
        add_pointer_ties(model, ties);
        delivery.set_tie_order(order);
        idle = replay ? replay->idle_cells(network, model) : IdleCells{};
        model.prepare(grouping, ties, idle);
        if (replay) replay->check_ties(network, model, std::span(ties).subspan(of_connections), transfers, is_stream);
        delivery.build(player);
        player.resolve(delivery.blocks());
        transfers.forget_addresses();
        prepared_ties = std::move(ties);
        prepared_structure = model.structure_version();
        prepared_network = net.version;
        prepared_threads = threads;
        prepared_block_size = block_size;
        prepared_tie_order = order;
        prepared_dt = model.dt;
        prepared_variable = variable;
        prepared_local = local;
    } else {
        model.refresh();
        if (!player.is_resolved()) player.resolve(delivery.blocks());
    }
    prepared_callbacks = net.callbacks > 0;

    const std::size_t count = delivery.running_blocks();
    if (as_before && !blocks_of_thread.empty()) return;
    const auto n = static_cast<std::size_t>(std::max(1, usable_threads));
    if (n > 1 && (!pool || pool->size() != usable_threads)) pool = std::make_unique<ThreadPool>(usable_threads);
    if (n == 1) pool.reset();
    // The longest first, each to the thread that has least.
    std::vector<std::uint32_t> longest(count);
    std::vector<std::size_t> work(count);
    for (std::uint32_t b = 0; b < count; ++b) {
        longest[b] = b;
        work[b] = delivery.blocks()[b]->block.compartment_count() + delivery.blocks()[b]->receivers.size() / 16 + 1;
    }
    std::stable_sort(longest.begin(), longest.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return work[x] > work[y]; });
    blocks_of_thread.assign(n, {});
    std::vector<std::size_t> load(n, 0);
    for (const std::uint32_t b : longest) {
        const auto least = static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
        blocks_of_thread[least].push_back(b);
        load[least] += work[b];
    }
}

Task<void> Simulation::State::agree() {
    const Network::State& net = network.state();
    // Ranks whose network has changed make all of them connect again.
    const bool as_before = connected && connected_version == net.version && connected_patterns == patterns.any() &&
                           (!exchange->goes_by_delays() || connected_clock == exchange_clock());
    double agreed[5] = {network.min_input_delay(), as_before ? 0. : -1., patterns.any() ? -1. : 0.,
                        variable_settings.local ? -1. : 0., model.sections().empty() ? 0. : -1.};
    co_await transport.allreduce(std::span<double>(agreed), exchange::Reduce::min);
    least_input_delay = agreed[0];
    // Artificial cells alone have steps of their own anyhow, and several ranks have no other way.
    const bool has_no_sections = agreed[4] == 0 && !alone();
    if ((agreed[3] < 0 || has_no_sections) && variable_settings.local_if_others && !variable_settings.local) {
        variable_settings.local = true;
        variable_settings.algebraic = false;
        ++variable_settings.version;
    }
    const double previous = std::exchange(interval, std::min(interval_upper, least_input_delay));
    if (agreed[1] < 0) {
        connected_owned = network.owned();
        connected_wanted = network.wanted();
        std::vector<exchange::Gid> wanted = connected_wanted;
        if (agreed[2] < 0) {
            // Whoever plays a raster may lack the cells that fired in it.
            std::vector<exchange::Gid> all =
                co_await exchange::gather_vectors<exchange::Gid>(transport, connected_owned);
            std::sort(all.begin(), all.end());
            std::erase_if(wanted, [&](exchange::Gid gid) { return !std::binary_search(all.begin(), all.end(), gid); });
        }
        exchange::Connections connections{connected_owned, wanted};
        DelayTable delays;
        told_delays.clear();
        if (exchange->goes_by_delays()) {
            delays = make_delay_table(net, connected_owned, wanted, exchange_unit());
            connections.least_delays = delays.least_delays;
            connections.nearest_targets = delays.nearest_targets;
            connections.areas = delays.areas;
            connections.step_ms = exchange_unit();
            for (std::size_t i = 0; i < wanted.size(); ++i) told_delays.emplace(wanted[i], delays.least_delays[i]);
        }
        co_await exchange->connect(connections);
        connected_clock = exchange_clock();
        connected = true;
        connected_version = net.version;
        connected_patterns = patterns.any();
        dt_of_interval = 0;
    }
    if (previous != interval) dt_of_interval = 0;
    checked_version = net.version;
}

Task<void> Simulation::State::begin_without_initialise() {
    prepare();
    co_await agree();
    start_interval();
    initialised = true;
}

void Simulation::State::run_handlers(int stage) {
    // A handler may add or remove handlers.
    const std::vector<Handler> all = handlers;
    for (const Handler& handler : all) {
        if (handler.stage == stage) handler.call();
    }
}

void Simulation::State::run_step_hooks(StepPhase phase) {
    if (step_hooks.empty()) return;
    const std::vector<StepHook> all = step_hooks;  // a hook may add or remove some
    for (const StepHook& hook : all) {
        if (hook.phase == phase) hook.call();
    }
}

Task<void> Simulation::State::initialise(std::optional<double> v_mV) {
    release_integrators();
    run_handlers(3);  // the structure may still change here
    prepare();
    co_await agree();
    prepare();
    check_interval();
    model.update_tables();
    times = {};
    step = 0;
    ++runs;
    set_t(0);
    script_events.clear();
    raster.clear();
    interval_times.clear();
    start_interval();
    delivery.clear();
    restart_interval_log();

    auto& blocks = delivery.blocks();
    run_step_hooks(StepPhase::after_events);
    player.init_play(blocks, 0.);
    deliver_all(0.);
    if (v_mV) {
        for (const auto& block : model.blocks()) std::fill(block->v().begin(), block->v().end(), *v_mV);
    }
    transfers.check_set_up();
    if (transfers.active()) co_await transfers.transfer(transport);
    run_handlers(0);
    prepare();
    model.update_tables();
    for (const auto& events : blocks) {
        try {
            events->block.initialize();
        } catch (const MechanismError&) {
            rethrow(*events);
        }
        check_failed(*events);
    }
    for (auto& [source, recording] : network.state().recordings) {
        if (recording.times) recording.times->clear();
        if (recording.ids) recording.ids->clear();
    }
    delivery.initialise_netcons();
    for (const auto& events : blocks) {
        check_failed(*events);
        events->watches.clear();
        events->block.after_initial();
    }
    run_handlers(1);
    prepare();
    patterns.restart();
    feed_patterns(0.);
    deliver_all(0.);
    if (takes_variable_steps()) {
        initialised = true;
        restart_integrators();
        player.init_record(delivery.blocks(), 0.);
        deliver_all(0.);
        run_script_events(0.);
        run_handlers(2);
        co_return;
    }
    for (const auto& events : blocks) {
        try {
            events->block.setup_matrix();
            if (model.use_fast_imem) events->block.initialize_membrane_current();
        } catch (const MechanismError&) {
            rethrow(*events);
        }
        check_failed(*events);
    }
    player.init_record(blocks, 0.);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        blocks[b]->block.before_step();
        player.record_step(b);
    }
    player.record_step_slow(0.);
    deliver_all(0.);
    take_spikes();
    initialised = true;
    call_script_events(0., 0.);
    run_handlers(2);
    if (checkpoints) checkpoints->begin_stretch(*this);
}

}  // namespace ranvier::engine
