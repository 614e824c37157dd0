#include "engine/run/exchange_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/network/describe_netcon.hpp"
#include "engine/network/network.hpp"
#include "engine/run/delay_table.hpp"
#include "engine/run/wanted_thresholds.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// Whether some mechanism of this rank fires at the times of steps: at a step's end, a cell that BREAKPOINT advances;
/// at its beginning, a NET_RECEIVE that WATCHes a variable.
bool fires_at_steps(const Model& model) {
    return std::any_of(model.mechanisms().begin(), model.mechanisms().end(), [](const auto& type) {
        if (type->is_ion() || type->table().size() == 0) return false;
        const rv_mechanism& of = *type->description();
        return (of.flags & RV_HAS_NET_EVENT) != 0 && (of.watch != nullptr || of.advance != nullptr);
    });
}

/// An integer that is in the same order as numbers from 0.
std::int64_t in_order(double number) {
    return std::bit_cast<std::int64_t>(number + 0.);
}

}  // namespace

namespace {

/// Looks at each connection.
bool has_delay_of_zero(const Connections& connections) {
    bool has = false;
    connections.for_each([&](const Connection& it) { has |= it.delay <= 0; });
    return has;
}

}  // namespace

ExchangeClock::ExchangeClock(Model& model, Network& network, exchange::Transport& transport,
                             exchange::SpikeExchange& exchange, VariableSettings& variable)
    : model_(model),
      network_(network),
      transport_(transport),
      exchange_(&exchange),
      has_others_(transport.size() > 1),
      is_alone_(!has_others_),
      variable_(variable),
      announced_(model, network) {}

void ExchangeClock::set_exchange(exchange::SpikeExchange& exchange) {
    exchange_ = &exchange;
    announced_.forget();
}

// --- with whom --------------------------------------------------------------------------------------------------------

void ExchangeClock::set_alone(bool is_alone) {
    if (is_alone_ && !is_alone) dt_of_interval_ = not_begun;  // the next advance begins an interval with the others
    is_alone_ = is_alone;
}

const ExchangeClock::Share& ExchangeClock::share() {
    if (std::exchange(share_version_, network_.changes().version()) != network_.changes().version()) {
        share_ = {!network_.gids().here().empty(),
                  network_.gids().min_input_delay() < std::numeric_limits<double>::infinity()};
    }
    return share_;
}

bool ExchangeClock::runs_alone() {
    if (!has_others_) return true;
    const Share& has = share();
    if (is_in_job_ && !has.owns && !has.wants) return true;
    if (is_in_job_ && (knows_network_ || has.wants)) {
        throw SimulationError(
            "a job of pc.submit runs on one rank, which would wait here for the others, because it has cells (gids) of "
            "their network: run the network outside of jobs, or call pc.gid_clear first");
    }
    return !knows_network_ && !always_meets_ && !has.wants && (is_in_job_ || !has.owns);
}

double ExchangeClock::unit() const {
    return takes_variable_steps() ? .5 * (1 - 1e-6) * interval_ : model_.dt;
}

/// Changes whenever delays counted in units change.
double ExchangeClock::announced_unit() const {
    return takes_variable_steps() ? -longest_interval_ : model_.dt;
}

std::int64_t ExchangeClock::steps_within(double ms) const {
    return whole_steps(ms, unit());
}

bool ExchangeClock::must_announce_again() const {
    return !announced_.has_announced() || (exchange_->goes_by_delays() && connected_unit_ != announced_unit());
}

// --- agreement ------------------------------------------------------------------------------------------------------

Task<void> ExchangeClock::agree(bool plays_raster) {
    if (has_others_ && is_alone()) co_return agree_with_nobody();
    // If the network of any rank has changed, all ranks connect again.
    const bool as_before =
        announced_.is_up_to_date() && connected_for_raster_ == plays_raster && !must_announce_again();
    enum {
        min_delay,
        unchanged,
        no_raster,
        no_local_steps,
        no_sections,
        none_at_steps,
        no_zero_delay,
        no_thresholds,
        no_network,
        count
    };
    const auto yes_if = [](bool is_so) -> std::int64_t { return is_so ? -1 : 0; };  // if it is so on any rank
    std::array<std::int64_t, count + RunSettings::numbers> agreed{
        in_order(network_.gids().min_input_delay()),
        yes_if(!as_before),
        yes_if(plays_raster),
        yes_if(variable_.local),
        yes_if(!model_.sections().empty()),
        yes_if(fires_at_steps(model_)),
        yes_if(network_.late_self_events() && has_delay_of_zero(network_.connections())),
        yes_if(!network_.gids().wanted_thresholds().empty()),
        yes_if(plays_raster || share().owns || share().wants)};
    std::ranges::copy(settings().as_numbers(), agreed.begin() + count);
    co_await transport_.allreduce(std::span<std::int64_t>(agreed), exchange::Reduce::min);
    min_delay_ = std::bit_cast<double>(agreed[min_delay]);
    may_differ_ = has_connections() && !RunSettings::are_same(std::span(agreed).last<RunSettings::numbers>());
    fires_at_steps_ = agreed[none_at_steps] < 0;
    if (agreed[no_zero_delay] < 0) end_late_self_events();
    if (agreed[no_thresholds] < 0) co_await bring_wanted_thresholds(network_, transport_);
    // Artificial cells take separate steps anyway, so without sections on any of several ranks steps are local.
    const bool has_no_sections = agreed[no_sections] == 0 && !is_alone();
    if (agreed[no_local_steps] < 0 || has_no_sections) variable_.accept_local_steps();
    const double previous = std::exchange(interval_, std::min(longest_interval_, min_delay_));
    knows_network_ = agreed[no_network] < 0;
    if (agreed[unchanged] < 0) {
        co_await announced_.announce(*exchange_, transport_, agreed[no_raster] < 0, unit());
        connected_unit_ = announced_unit();
        connected_for_raster_ = plays_raster;
        dt_of_interval_ = not_begun;
    }
    if (previous != interval_) dt_of_interval_ = not_begun;
    announced_.accept();
}

/// What the ranks know of each other stays as it is: they learn of changes when this rank joins them.
void ExchangeClock::agree_with_nobody() {
    if (network_.late_self_events() && has_delay_of_zero(network_.connections())) end_late_self_events();
}

Task<void> ExchangeClock::meet() {
    if (is_alone()) co_return;
    std::array<std::int64_t, 1 + RunSettings::numbers> agreed{network_.gids().wanted_thresholds().empty() ? 0 : -1};
    const RunSettings mine = has_connections() ? settings() : RunSettings{};
    std::ranges::copy(mine.as_numbers(), agreed.begin() + 1);
    co_await transport_.allreduce(std::span<std::int64_t>(agreed), exchange::Reduce::min);
    may_differ_ = false;
    if (!RunSettings::are_same(std::span(agreed).last<RunSettings::numbers>())) co_await refuse_differences();
    if (agreed[0] < 0) co_await bring_wanted_thresholds(network_, transport_);
}

// Ranks without cells of the network may have any settings: scripts often make them where they make cells.
RunSettings ExchangeClock::settings() {
    const Share& has = share();
    if (!has.owns && !has.wants) return {};
    RunSettings mine{std::nullopt, std::nullopt, scripts_};
    if (!variable_.active) mine.dt = model_.dt;
    if (!model_.sections().empty()) mine.celsius = model_.celsius;
    return mine;
}

/// Whether a mechanism of this rank's sections does.
bool ExchangeClock::depends_on_celsius() const {
    return std::ranges::any_of(model_.mechanisms(), [this](const auto& type) {
        const rv_mechanism* description = type->description();
        return description && type->table().size() > 0 && (!reads_celsius_ || reads_celsius_(*description));
    });
}

/// Where a value matters is looked at only now, because it takes longer.
Task<void> ExchangeClock::refuse_differences() {
    RunSettings mine = settings();
    if (!depends_on_celsius()) mine.celsius.reset();
    const std::string what = co_await differences_between_ranks(transport_, mine);
    if (what.empty()) co_return;
    throw SimulationError(
        fmt::format("the ranks of this network differ: {}. Spikes would be wrong: give all ranks the same", what));
}

// As in NEURON: a self event that came after a connection without delay would come too late for what that delivers.
void ExchangeClock::end_late_self_events() {
    network_.set_late_self_events(false);
    if (transport_.rank() > 0) return;
    fmt::print(stderr,
               "warning: a connection has a delay of 0, so self_queue of cvode.queue_mode has been turned off\n");
}

void ExchangeClock::check_interval() const {
    if (is_alone() || (interval_ > 0 && steps_within(interval_) >= 1)) return;
    std::string which = fmt::format("dt = {:g} ms exceeds the exchange interval of {:g} ms", model_.dt, interval_);
    if (min_delay_ <= interval_) {
        which = "mindelay is 0 (or less than dt for fixed step method): " + which;
        Network& net = network_;
        const ConnectionsByNumber connections = net.connections().by_number();
        bool is_found = false;
        net.connections().for_each_number([&](std::uint32_t n) {
            if (is_found) return;
            const Connection it = connections[n];
            is_found = is_input(it.source) && it.delay == min_delay_;
            if (is_found) which += fmt::format("; {} has a delay of {:g} ms", describe_netcon(net, n), it.delay);
        });
        which += ". Lower dt, or raise the delays of connections between ranks";
    }
    throw SimulationError(which);
}

// --- counting -------------------------------------------------------------------------------------------------------

void ExchangeClock::begin_interval() {
    has_begun_ = true;
    dt_of_interval_ = dt_now();
    interval_begin_ = model_.t;
    if (!is_alone()) exchange_->start(step_, std::max<std::int64_t>(steps_within(interval_), 1));
    if (step_ == 0) begin_outline();
    is_uneven_ |= step_ > 0;
    has_variable_steps_ |= takes_variable_steps();
}

void ExchangeClock::begin_outline() {
    if (outline_.steps > 0) ++earlier_runs_;
    outline_ = {};
    outline_.begin = model_.t;
    outline_.dt = model_.dt;
    outline_.longest_interval = longest_interval_;
    outline_.min_delay = min_delay_;
    outline_.fires_at_steps = fires_at_steps_;
    is_uneven_ = has_variable_steps_ = false;
}

void ExchangeClock::count_steps(std::int64_t steps, double begin) {
    if (!is_alone()) interval_times_.count(steps, begin, model_.dt, fires_at_steps_);
    step_ += steps;
    if (outline_.steps == 0) outline_.begin = begin;
    is_uneven_ |= outline_.steps > 0 && begin != outlined_until_;
    outline_.steps += steps;
    outlined_until_ = model_.t;
}

void ExchangeClock::end_advance() {
    if (outline_.ends.all().empty() || outline_.ends.last() != step_) outline_.ends.append(step_);
}

std::string ExchangeClock::obstacle_to_outline() const {
    if (has_variable_steps_) return "the run had variable steps";
    if (outline_.steps == 0) return "the run took no fixed steps";
    if (earlier_runs_ > 0) return "the script ran more than once";
    if (outline_.steps != step_) return "the run was resumed";
    if (is_uneven_) return "dt, t, the network or pc.set_maxstep was changed during the run";
    return {};
}

Task<std::span<const exchange::Spike>> ExchangeClock::finish() {
    exchange_->interval_times(interval_times_.all());
    interval_times_.clear();
    const std::span<const exchange::Spike> arrived = co_await exchange_->finish(step_);
    if (steps_within(interval_) < 1) check_in_time(arrived);
    co_return arrived;
}

// Scripts reach a steady state with large steps of fadvance before time 0: there, as in NEURON, only a spike is an
// error.
void ExchangeClock::check_in_time(std::span<const exchange::Spike> arrived) const {
    for (const exchange::Spike& spike : arrived) {
        if (spike.t + interval_ >= model_.t) continue;
        throw SimulationError(
            fmt::format("the spike of gid {} at t = {:g} ms arrives too late from its rank: steps of dt = {:g} ms "
                        "exceed the exchange interval of {:g} ms",
                        spike.gid, spike.t, model_.dt, interval_));
    }
}

}  // namespace ranvier::engine
