// The run: stretches of whole steps, in which every block goes alone, between the places where it must not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/event/network_state.hpp"
#include "engine/run/checkpoint.hpp"
#include "engine/run/delay_table.hpp"
#include "engine/run/simulation_state.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// At most so many steps without a look at progress and at voltages that are no numbers.
constexpr std::int64_t longest_stretch = 400;

/// A script that takes one step at a time has one in so many timed, and counted as all of them: reading the clock takes
/// a tenth of a small cell's step.
constexpr std::int64_t steps_per_timed_step = 16;

/// Adds the seconds from its making to its end, times `weight`; without a look at the clock if that is 0.
class Timer {
  public:
    Timer(const exchange::Transport& transport, double& sum, double weight = 1)
        : transport_(transport), sum_(sum), weight_(weight), begin_(weight > 0 ? transport.clock() : 0) {}
    ~Timer() {
        if (weight_ > 0) sum_ += weight_ * (transport_.clock() - begin_);
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

  private:
    const exchange::Transport& transport_;
    double& sum_;
    double weight_;
    double begin_;
};

}  // namespace

void Simulation::State::set_t(double t) {
    model.t = t;
    for (const auto& block : model.blocks()) block->t = t;
}

std::int64_t Simulation::State::steps_within(double ms) const {
    return whole_steps(ms, exchange_unit());
}

double Simulation::State::exchange_unit() const {
    return takes_variable_steps() ? .5 * (1 - 1e-6) * interval : model.dt;
}

double Simulation::State::exchange_clock() const {
    return takes_variable_steps() ? -interval_upper : model.dt;
}

void Simulation::State::check_interval() const {
    if (alone() || (interval > 0 && steps_within(interval) >= 1)) return;
    std::string which = fmt::format("dt = {:g} ms exceeds the exchange interval of {:g} ms", model.dt, interval);
    if (least_input_delay <= interval) {
        which = "mindelay is 0 (or less than dt for fixed step method): " + which;
        const Network::State& net = const_cast<Network&>(network).state();
        for (std::uint32_t n = 0; n < net.flags.size(); ++n) {
            if (!(net.flags[n] & Network::State::exists_flag) || net.source[n] == nothing) continue;
            if (!net.sources[net.source[n]].is_input || net.delay[n] != least_input_delay) continue;
            which += fmt::format("; {} has a delay of {:g} ms", net.describe(n), net.delay[n]);
            break;
        }
        which += ". Lower dt, or raise the delays of connections between ranks";
    }
    throw SimulationError(which);
}

// What a script has changed since the ranks agreed: the exchange would miss it silently.
void Simulation::State::check_connected() {
    const Network::State& net = network.state();
    if (alone() || checked_version == net.version) return;
    const char* advice = "; call pc.set_maxstep or finitialize after such a change";
    for (std::uint32_t n = 0; n < net.flags.size(); ++n) {
        if (!(net.flags[n] & Network::State::exists_flag) || net.source[n] == nothing || net.target[n] == nothing) {
            continue;
        }
        const Source& source = net.sources[net.source[n]];
        if (!source.is_input) continue;
        const auto told = told_delays.find(source.gid);
        if (told != told_delays.end() && steps_within(net.delay[n]) < told->second) {
            throw SimulationError(fmt::format(
                "{} has a delay of {:g} ms, less than the {:g} ms that the exchange was told of{}", net.describe(n),
                net.delay[n], static_cast<double>(told->second) * exchange_unit(), advice));
        }
        if (steps_within(net.delay[n]) >= steps_within(interval)) continue;
        throw SimulationError(
            fmt::format("{} has a delay of {:g} ms, less than the {:g} ms after which the ranks exchange "
                        "spikes{}",
                        net.describe(n), net.delay[n], interval, advice));
    }
    // Both lists ascend.
    const auto check_known = [&](const std::vector<exchange::Gid>& now, const std::vector<exchange::Gid>& known,
                                 const char* what) {
        for (const exchange::Gid gid : now) {
            if (std::binary_search(known.begin(), known.end(), gid)) continue;
            throw SimulationError(fmt::format("gid {} {} while the run was under way{}", gid, what, advice));
        }
    };
    check_known(network.wanted(), connected_wanted, "was first connected to");
    check_known(network.owned(), connected_owned, "was given to a cell");
    checked_version = net.version;
}

// Deliveries need no time: a connection's delay may be 0. One step more covers what is delivered by a step's middle.
void Simulation::State::feed_patterns(double window_ms) {
    patterns.feed(model.t + window_ms + model.dt, network.state(), delivery);
}

void Simulation::State::start_interval() {
    dt_of_interval = takes_variable_steps() ? variable_interval : model.dt;
    exchange_t = model.t;
    if (!alone()) exchange->start(step, std::max<std::int64_t>(steps_within(interval), 1));
}

// How many steps all blocks may take alone, at least one.
std::int64_t Simulation::State::window_steps(std::int64_t wanted) const {
    if (looks_at_each_step() || transfers.active()) return 1;
    std::int64_t n = std::min(wanted, longest_stretch);
    for (const SampleTaker& taker : sample_takers) n = std::min(n, taker.most_steps);
    if (!alone()) n = std::min(n, exchange->next_boundary() - step);
    if (delivery.blocks_are_many()) n = std::min(n, steps_within(delivery.min_delay_between_blocks()));
    if (!script_events.empty()) {
        // NEURON: a step takes up what is due by its middle, or by its end; the statement runs when the step is over.
        const double due = script_events.front().t;
        double t = model.t;
        for (std::int64_t k = 1; k < n; ++k) {
            const double middle = t + .5 * model.dt;
            t += .5 * model.dt;
            t += .5 * model.dt;
            if (due <= middle || due <= t) n = k;
        }
    }
    return std::max<std::int64_t>(n, 1);
}

void Simulation::State::run_window(std::int64_t steps) {
    if (looks_at_each_step()) {
        run_together();
    } else if (pool) {
        struct Stretch final : ThreadPool::Job {
            State* state;
            std::int64_t steps;
            void run(int thread) override {
                for (const std::uint32_t b : state->blocks_of_thread[static_cast<std::size_t>(thread)]) {
                    state->advance_block(b, steps);
                }
            }
        } stretch;
        stretch.state = this;
        stretch.steps = steps;
        pool->run(stretch);
    } else {
        const std::uint32_t count = delivery.running_blocks();
        for (std::uint32_t b = 0; b < count; ++b) {
            advance_block(b, steps);
            if (!alone()) send_spikes(b);
        }
    }
    finish_window(steps);
}

void Simulation::State::finish_window(std::int64_t steps) {
    for (std::int64_t k = 0; k < steps; ++k) {
        if (!alone()) interval_times.push_back(model.t + 1e-10);
        model.t += .5 * model.dt;
        model.t += .5 * model.dt;
    }
    step += steps;
    delivered = model.t - waiting_part * model.dt;
    times.steps += steps;
}

// One step, phase by phase, on this thread: a script looks on.
void Simulation::State::run_together() {
    auto& blocks = delivery.blocks();
    const std::uint32_t count = delivery.running_blocks();
    BlockEvents* at = nullptr;
    const double t = model.t;
    try {
        for (std::uint32_t b = 0; b < count; ++b) deliver_due(*(at = blocks[b].get()));
        run_step_hooks(StepPhase::after_events);
        for (std::uint32_t b = 0; b < count; ++b) solve_voltages(*(at = blocks[b].get()), b);
        model.t = t + .5 * model.dt;
        for (std::uint32_t b = 0; b < count; ++b) end_step(*(at = blocks[b].get()), b);
        model.t = t + .5 * model.dt;
        model.t += .5 * model.dt;
        for (std::uint32_t b = 0; b < count; ++b) finish_step(*(at = blocks[b].get()), b, false);
        player.record_step_slow(model.t);
    } catch (const MechanismError&) {
        rethrow(*at);
    }
    model.t = t;
}

// One step: potentials everywhere, then what travels, then states.
Task<void> Simulation::State::run_transferring() {
    enum class Part { events, voltages, both, states };
    struct Phase final : ThreadPool::Job {
        State* state;
        Part part;
        void run(int thread) override {
            for (const std::uint32_t b : state->blocks_of_thread[static_cast<std::size_t>(thread)]) {
                BlockEvents& events = *state->delivery.blocks()[b];
                try {
                    if (part == Part::events || part == Part::both) state->deliver_due(events);
                    if (part == Part::voltages || part == Part::both) state->solve_voltages(events, b);
                    if (part == Part::states) {
                        state->end_step(events, b);
                        state->finish_step(events, b, false);
                    }
                } catch (const MechanismError&) {
                    state->rethrow(events);
                }
            }
        }
    } phase;
    phase.state = this;
    const bool on_threads = pool && !looks_at_each_step();
    const auto run = [&](Part part) {
        phase.part = part;
        if (on_threads) return pool->run(phase);
        for (std::size_t k = 0; k < blocks_of_thread.size(); ++k) phase.run(static_cast<int>(k));
    };
    const double t = model.t;
    if (step_hooks.empty()) {
        run(Part::both);
    } else {
        run(Part::events);
        run_step_hooks(StepPhase::after_events);
        run(Part::voltages);
    }
    model.t = t + .5 * model.dt;
    co_await transfers.transfer(transport);
    model.t += .5 * model.dt;
    run(Part::states);
    player.record_step_slow(model.t);
    model.t = t;
    finish_window(1);
}

// Also what follows from it without delay, in whichever block.
void Simulation::State::deliver_all(double til) {
    const auto& blocks = delivery.blocks();
    do {
        for (const auto& events : blocks) {
            events->deliver(til);
            check_failed(*events);
        }
        delivered = til;
        take_spikes();
    } while (std::any_of(blocks.begin(), blocks.end(), [&](const auto& events) { return events->queue.due(til); }));
}

// A block's spikes leave for other ranks while the next block computes.
void Simulation::State::send_spikes(std::uint32_t b) {
    BlockEvents& events = *delivery.blocks()[b];
    for (; events.sent < events.fired.size(); ++events.sent) {
        const Fired& spike = events.fired[events.sent];
        const Source& source = network.state().sources[spike.source];
        if (source.gid >= 0 && source.output) exchange->fire({spike.t, source.gid});
    }
    exchange->progress();
}

// Spikes since the last look: to records, to other blocks, to other ranks.
void Simulation::State::take_spikes() {
    auto& blocks = delivery.blocks();
    spikes.clear();
    const auto take = [this, &blocks](std::uint32_t b) {
        BlockEvents& events = *blocks[b];
        if (!alone() && events.sent < events.fired.size()) send_spikes(b);
        spikes.insert(spikes.end(), events.fired.begin(), events.fired.end());
        events.fired.clear();
        events.sent = 0;
    };
    if (knows_changes) {
        for (const std::uint32_t b : changed_blocks.numbers()) take(b);
    } else {
        for (std::uint32_t b = 0; b < blocks.size(); ++b) take(b);
    }
    if (spikes.empty()) return;
    const Timer timer(transport, times.collocate);
    // NEURON's order, where it is asked for, is that of firing: a threshold is looked at before events of earlier
    // times.
    if (prepared_tie_order != TieOrder::insertion) {
        std::stable_sort(spikes.begin(), spikes.end(), [this](const Fired& a, const Fired& b) {
            return a.t != b.t ? a.t < b.t : delivery.source_key(a.source) < delivery.source_key(b.source);
        });
    }
    const Network::State& net = network.state();
    for (const Fired& spike : spikes) {
        const Source& source = net.sources[spike.source];
        if (delivery.leaves_its_block(spike.source)) delivery.distribute(spike, delivery.block_of_source(spike.source));
        if (source.recorded) {
            const auto found = net.recordings.find(spike.source);
            if (found != net.recordings.end()) {
                const Recording& to = found->second;
                if (to.times) to.times->push_back(spike.t);
                if (to.ids) to.ids->push_back(to.id);
            }
        }
        if (source.gid >= 0 && source.output) {
            if (net.raster) raster.push_back({spike.t, source.gid});
        }
    }
    times.spikes += static_cast<std::int64_t>(spikes.size());
}

Task<void> Simulation::State::finish_interval() {
    if (!alone()) {
        const exchange::ExchangeCounters before = exchange->counters();
        exchange->interval_times(interval_times);
        interval_times.clear();
        const std::span<const exchange::Spike> arrived = co_await exchange->finish(step);
        const exchange::ExchangeCounters& after = exchange->counters();
        times.communicate += after.communicate_s - before.communicate_s;
        times.synchronise += after.synchronise_s - before.synchronise_s;
        if (most_spikes_histogram && after.most_spikes_of_a_rank >= 0) {
            const auto most = static_cast<std::size_t>(after.most_spikes_of_a_rank);
            if (most < most_spikes_histogram->size()) ++(*most_spikes_histogram)[most];
        }
        const Timer timer(transport, times.collocate);
        index_inputs();
        const bool may_be_late = steps_within(interval) < 1;
        for (const exchange::Spike& spike : arrived) {
            if (may_be_late && spike.t + interval < model.t) {
                throw SimulationError(fmt::format(
                    "the spike of gid {} at t = {:g} ms comes too late from its rank: steps of dt = {:g} ms "
                    "exceed the exchange interval of {:g} ms",
                    spike.gid, spike.t, model.dt, interval));
            }
            const std::uint32_t input = input_of_gid.find(spike.gid);
            if (input != exchange::GidIndex::none) delivery.distribute({spike.t, input}, nothing);
        }
    }
    ++times.intervals;
    if (logs_intervals) log_interval();
    flush_raster();
}

void Simulation::State::index_inputs() {
    const Network::State& net = network.state();
    if (std::exchange(indexed_gids, net.gid_version) == net.gid_version) return;
    input_of_gid = exchange::GidIndex(net.inputs.size());
    for (const auto& [gid, source] : net.inputs) input_of_gid[gid] = source;
}

void Simulation::State::flush_raster() {
    if (network.state().raster) {
        std::sort(raster.begin(), raster.end(), [](const exchange::Spike& a, const exchange::Spike& b) {
            return a.t < b.t || (a.t == b.t && a.gid < b.gid);
        });
        network.state().raster(model.t, raster);
        raster.clear();
    }
}

void Simulation::State::call_script_events(double t_begin_of_last_step, double t_end) {
    const double middle = t_begin_of_last_step + .5 * model.dt;
    // A statement may add events, also for this very moment.
    while (!script_events.empty() && (script_events.front().t <= t_end || script_events.front().t <= middle)) {
        const std::function<void()> call = std::move(script_events.front().call);
        script_events.erase(script_events.begin());
        if (call) call();
    }
}

Task<void> Simulation::State::advance(std::int64_t steps, bool ends_with_exchange) {
    if (!initialised) co_await begin_without_initialise();
    prepare();
    transfers.check_set_up();
    check_connected();
    model.update_tables();
    if (dt_of_interval != model.dt) {
        // Cells of variable steps may have fired at the very end of their run.
        const bool was_variable = dt_of_interval == variable_interval && !alone();
        if (was_variable || (step > 0 && (!interval_times.empty() || exchange->holds_spikes()))) {
            co_await finish_interval();
        }
        if (exchange->goes_by_delays() && connected_clock != exchange_clock()) co_await agree();
        start_interval();
    }
    // Scripts settle at large steps, before time 0, by fadvance: there, as in NEURON, only a spike would be an error.
    if (ends_with_exchange) check_interval();
    const bool is_single = steps == 1 && !ends_with_exchange && alone();
    const bool is_timed = !is_single || times.steps % steps_per_timed_step == 0;
    const Timer timer(transport, times.total, !is_timed ? 0. : is_single ? steps_per_timed_step : 1.);
    stop_requested = false;
    set_t(model.t);
    // Only a script can ask for a stop, and here only from what calls scripts.
    const bool calls_scripts = looks_at_each_step() || !script_events.empty();
    bool may_stop = ends_with_exchange && calls_scripts;
    if (ends_with_exchange && !alone()) may_stop = co_await exchange::any_over_ranks(transport, may_stop);
    if (checkpoints) {
        checkpoints->begin_advance(*this);
        if (checkpoints->is_skipping()) {
            steps -= co_await checkpoints->skip(*this, steps);
            if (checkpoints->is_skipping()) co_return;
            if (stop_requested) {
                deliver_all(model.t);
                steps = 0;
            }
            prepare();
            check_connected();
        }
    }
    while (steps > 0) {
        if (!step_hooks.empty()) {
            run_step_hooks(StepPhase::begin);
            prepare();
        }
        const std::int64_t n = window_steps(steps);
        double begin_of_last = model.t;
        for (std::int64_t k = 1; k < n; ++k) {
            begin_of_last += .5 * model.dt;
            begin_of_last += .5 * model.dt;
        }
        feed_patterns(static_cast<double>(n) * model.dt);
        if (transfers.active()) {
            co_await run_transferring();
        } else {
            run_window(n);
        }
        steps -= n;
        take_samples();
        take_spikes();
        unchecked_steps += n;
        if (unchecked_steps >= 40 || (steps <= 0 && ends_with_exchange)) {
            check_finite();
            unchecked_steps = 0;
        }
        const bool at_boundary =
            alone() ? n > 1 || !raster.empty() || step % 40 == 0 : step >= exchange->next_boundary();
        if (at_boundary) co_await finish_interval();
        const bool script_is_due = !script_events.empty() && (script_events.front().t <= model.t ||
                                                              script_events.front().t <= begin_of_last + .5 * model.dt);
        if (steps <= 0 || script_is_due) deliver_all(model.t);
        if (script_is_due) call_script_events(begin_of_last, model.t);
        if (progress && is_timed && transport.clock() >= progress_at) {
            progress_at = transport.clock() + .1;
            progress(model.t);
        }
        if (checkpoints && at_boundary && checkpoints->is_due(model.t)) co_await checkpoints->write(*this);
        bool stops = alone() && stop_requested;
        if (!alone() && may_stop && at_boundary) stops = co_await exchange::any_over_ranks(transport, stop_requested);
        if (stops) {
            if (steps > 0) deliver_all(model.t);
            break;
        }
        if (steps > 0) {  // a script may have changed anything
            prepare();
            check_connected();
        }
    }
    if (ends_with_exchange && (alone() ? !raster.empty() : !interval_times.empty() || exchange->holds_spikes())) {
        co_await finish_interval();
        deliver_all(model.t);
    }
}

}  // namespace ranvier::engine
