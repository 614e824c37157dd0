#include "engine/variable/variable_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

namespace {

constexpr double never = 1e9;       // step of time if nothing is integrated [ms]
constexpr double no_at_time = 1e5;  // beyond the next at_time [ms]
constexpr double no_step = 1e-8;    // dt as mechanisms see it before the first step [ms]
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Most ranges of a small cell have one state or a few, so a loop takes less time than a call.
void copy(const double* from, std::size_t count, double* to) {
    if (count > 16) {
        std::copy_n(from, count, to);
        return;
    }
    for (std::size_t k = 0; k < count; ++k) to[k] = from[k];
}

/// Up to rounding, as in NEURON.
bool same_time(double a, double b) {
    return std::fabs(a - b) <= time_tolerance(b);
}

}  // namespace

VariableIntegrator::VariableIntegrator(Model& model, Player& player,
                                       std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks,
                                       const VariableSettings& settings)
    : model_(model), player_(player), blocks_(std::move(blocks)), settings_(settings) {
    if (settings.shortest_step > settings.longest_step) {
        throw std::invalid_argument(fmt::format("cvode.minstep, {:g} ms, is above cvode.maxstep, {:g} ms",
                                                settings.shortest_step, settings.longest_step));
    }
    static_assert(static_cast<int>(Jacobian::dense) == 1 && static_cast<int>(Jacobian::diagonal) == 2);
    std::vector<double> tolerances;
    algebraic_ = settings.algebraic;
    for (const auto& [events, number] : blocks_) algebraic_ |= events->block.has_algebraic_equations();
    for (const auto& [events, number] : blocks_) {
        for (const OdeState& state : algebraic_ ? events->block.dae_states() : events->block.ode_states()) {
            const auto scale = settings.scales.find({state.variable.table, state.variable.column});
            // NEURON keeps factors in single precision; they make tolerances smaller, never larger.
            const double factor = static_cast<float>(scale != settings.scales.end() ? scale->second : state.tolerance);
            const bool is_smaller = factor != 0 && factor < 1;
            tolerances.push_back(settings.absolute_tolerance * (is_smaller ? factor : 1.));
            states_.push_back(state);
        }
        events->set_watcher(this);
        crossings_.emplace_back(events->thresholds().size());
        watch_crossings_.emplace_back();
    }
    if (states_.empty()) return;
    list_stretches();
    StepLimits limits;
    limits.relative_tolerance = settings.relative_tolerance;
    limits.longest_step = settings.longest_step;
    limits.shortest_step = settings.shortest_step;
    limits.highest_order = settings.highest_order;
    limits.by_newton = settings.stiff != 0;
    limits.jacobian = static_cast<Jacobian>(settings.jacobian);
    method_ = algebraic_ ? make_ida(*this, tolerances, limits) : make_cvode(*this, tolerances, limits);
}

VariableIntegrator::~VariableIntegrator() {
    for (const auto& [events, number] : blocks_) {
        if (events->watcher() == this) events->set_watcher(nullptr);
    }
}

void VariableIntegrator::append(std::vector<Stretch>& to, double* at, std::size_t state) {
    if (!to.empty() && to.back().at + to.back().count == at && to.back().first + to.back().count == state) {
        ++to.back().count;
    } else {
        to.push_back({at, state, 1});
    }
}

void VariableIntegrator::list_stretches() {
    for (std::size_t k = 0; k < states_.size(); ++k) {
        append(value_stretches_, states_[k].value, k);
        if (states_[k].derivative) append(derivative_stretches_, states_[k].derivative, k);
    }
    for (const Stretch& of : value_stretches_) state_ranges_[of.at] = of.at + of.count;
}

void VariableIntegrator::list_memory(CacheLines& to) const {
    to.add(*this);
    to.add(blocks_);
    to.add(value_stretches_);
    to.add(derivative_stretches_);
    if (method_) method_->list_memory(to);
    for (const auto& [events, number] : blocks_) {
        to.add(*events);
        events->thresholds().list_memory(to);
        events->block.list_memory(to);
    }
}

void VariableIntegrator::ask_for(const CacheLines& lines) {
    asked_for_ = &lines;
    asked_ = 0;
    ask_for_more();
}

// A step needs at least one evaluation and one solution.
void VariableIntegrator::ask_for_more() {
    constexpr std::size_t share = 128;
    if (asked_for_) asked_ = asked_for_->prefetch(asked_, share);
}

void VariableIntegrator::scatter(const double* y) {
    for (const Stretch& of : value_stretches_) copy(y + of.first, of.count, of.at);
}

void VariableIntegrator::gather(double* y) const {
    for (const Stretch& of : value_stretches_) copy(of.at, of.count, y + of.first);
}

void VariableIntegrator::set_time(double t) {
    for (const auto& [events, number] : blocks_) events->block.t = t;
}

double VariableIntegrator::step_seen() const {
    const double h = method_->last_step();
    return h > 0 ? h : no_step;
}

void VariableIntegrator::set_values(double t, const double* y) {
    ++counters_.evaluations;
    ask_for_more();
    set_time(t);
    for (const auto& [events, number] : blocks_) player_.play_continuous(number, t);
    scatter(y);
    if (hooks_) hooks_->run_state_hooks(StateMove::scatter);
}

void VariableIntegrator::evaluate(double t, const double* y, double* derivative) {
    set_values(t, y);
    for (const auto& [events, number] : blocks_) events->block.find_followers(step_seen());
    if (on_voltages) on_voltages();
    for (const auto& [events, number] : blocks_) events->block.evaluate_derivatives(step_seen());
    if (!derivative) return;
    for (const Stretch& of : derivative_stretches_) copy(of.at, of.count, derivative + of.first);
}

void VariableIntegrator::residual(double t, const double* y, const double* rate, double* residual) {
    set_values(t, y);
    if (on_voltages) on_voltages();
    rate_.assign(rate, rate + states_.size());
    std::size_t first = 0;
    for (const auto& [events, number] : blocks_) {
        events->block.evaluate_dae(step_seen());
        events->block.residual(rate + first, residual + first);
        first += events->block.dae_states().size();
    }
}

void VariableIntegrator::solve_with(double cj, double* x) {
    ++counters_.solutions;
    for (const auto& [events, number] : blocks_) {
        events->block.solve_dae(cj, x);
        x += events->block.dae_states().size();
    }
}

void VariableIntegrator::find_rates(double t, double* y, double* rate) {
    constexpr double step = 1e-9;  // NEURON's dae_init_dteps [ms]
    set_values(t, y);
    if (on_voltages) on_voltages();
    std::size_t first = 0;
    for (const auto& [events, number] : blocks_) {
        events->block.find_rates(step, rate + first);
        first += events->block.dae_states().size();
    }
    gather(y);
    rate_.assign(rate, rate + first);
}

void VariableIntegrator::solve(double gamma, double* x) {
    ++counters_.solutions;
    ask_for_more();
    for (const Stretch& of : derivative_stretches_) copy(x + of.first, of.count, of.at);
    for (const auto& [events, number] : blocks_) events->block.solve_derivatives(gamma, settings_.stiff == 1);
    for (const Stretch& of : derivative_stretches_) copy(of.at, of.count, x + of.first);
}

// The integrator's y() becomes the model's state, including all values that follow from it.
void VariableIntegrator::update_model() {
    follows_ = true;
    if (!algebraic_) return evaluate(t_, method_->y().data(), nullptr);
    const std::vector<double> rate(rate_.empty() ? std::vector<double>(states_.size()) : rate_);
    std::vector<double> ignored(states_.size());
    residual(t_, method_->y().data(), rate.data(), ignored.data());
}

void VariableIntegrator::restart(double t) {
    ++counters_.restarts;
    restarting_ = true;
    t_ = t0_ = tn_ = t;
    next_at_time_ = t + no_at_time;
    set_time(t);
    if (method_) {
        if (hooks_) hooks_->run_state_hooks(StateMove::gather);
        gather(method_->y().data());
        method_->restart(t);
        update_model();
    }
    can_retreat_ = false;
    stop_ = next_at_time_ - time_tolerance(next_at_time_);
    must_restart_ = restarting_ = recorded_before_restart_ = false;
}

// A restart on either side of an at_time: mechanisms see the time just after it.
void VariableIntegrator::advance() {
    if (!method_) {
        t_ += never;
        tn_ = t_;
        return;
    }
    if (t_ >= stop_ - time_tolerance(t_)) {
        ++counters_.restarts_at_time;
        stop_begin_ = stop_;
        stop_end_ = stop_ + 1.5 * time_tolerance(stop_);
        restart(stop_end_);
        return;
    }
    ++counters_.steps;
    set_time(t_);
    for (const auto& [events, number] : blocks_) events->block.advance_others(step_seen());
    t_ = method_->step(stop_);
    tn_ = t_;
    t0_ = tn_ - method_->last_step();
    note_magnitudes(true);
    can_retreat_ = true;
    const auto watches = [](const auto& block) { return !block.first->watches().armed().empty(); };
    if (!may_wait_ || std::any_of(blocks_.begin(), blocks_.end(), watches)) return update_model();
    set_time(t_);
    scatter(method_->y().data());
    follows_ = false;
}

void VariableIntegrator::follow() {
    if (!follows_) update_model();
}

bool VariableIntegrator::is_state(const double* address) const {
    const auto behind = state_ranges_.upper_bound(address);
    return behind != state_ranges_.begin() && address < std::prev(behind)->second;
}

void VariableIntegrator::choose_when_to_follow(bool may_wait) {
    may_wait_ = may_wait && method_ && !algebraic_ && !on_voltages;
    for (const auto& [events, number] : blocks_) {
        if (!may_wait_) return;
        std::vector<const double*> read = player_.read_each_step(number);
        const auto watched = events->thresholds().watched();
        read.insert(read.end(), watched.begin(), watched.end());
        may_wait_ = events->block.is_repeatable() && !events->thresholds().has_changeable() &&
                    std::all_of(read.begin(), read.end(), [this](const double* at) { return is_state(at); });
    }
}

void VariableIntegrator::interpolate(double t) {
    if (!method_) {
        t_ = t;
        set_time(t);
        return;
    }
    if (!can_retreat_) {  // t is in the interval of the restart
        set_time(t);
        return;
    }
    if (same_time(t, t_)) {
        t_ = t;
        set_time(t);
        return follow();
    }
    ++counters_.interpolations;
    t_ = std::clamp(t, t0_, tn_);
    method_->interpolate(t_);
    note_magnitudes(false);
    update_model();
}

void VariableIntegrator::record() {
    for (const auto& [events, number] : blocks_) {
        events->block.t = t_;
        events->block.before_step();
        player_.record_step(number);
    }
    if (!on_retreat) player_.record_step_slow(t_);
}

void VariableIntegrator::set_restart() {
    must_restart_ = true;
    if (recorded_before_restart_) return;
    recorded_before_restart_ = true;
    record();
}

VariableIntegrator::Done VariableIntegrator::handle_step(double next_event) {
    set_time(t_);
    if (settings_.condition_order == 1) {
        for (const auto& [events, number] : blocks_) events->check_thresholds(0);
        look_at_conditions();
    }
    if (hooks_ && hooks_->events().next() <= t_) return Done::waits;
    // A spike now may come back without delay, also through another block with artificial cells.
    for (const auto& [events, number] : blocks_) {
        if (!events->fired().empty() || events->queue().due(t_)) return Done::waits;
    }
    if (must_restart_) {
        restart(t_);
        find_crossings();
        return Done::restarted;
    }
    if (next_event <= tn_) {
        interpolate(next_event);
    } else if (t_ < tn_) {
        interpolate(tn_);
    } else {
        record();
        advance();
        find_crossings();
    }
    return Done::moved;
}

void VariableIntegrator::begin(double t) {
    t_ = t0_ = tn_ = t;
    must_restart_ = true;
    can_retreat_ = false;
    stop_ = t + no_at_time;
}

// --- thresholds of order 2 ------------------------------------------------------------------------------------------

// The crossing is where the line between the values at both ends of the step meets the threshold. A crossing that has
// not been delivered by the next check was within a step that was taken back.
bool VariableIntegrator::crosses_now(Crossing& crossing, bool& above, double value) const {
    bool now = false;
    if (crossing.pending < infinity) {
        crossing.pending = infinity;
        crossing.reset_below = 0;
        above = false;
    }
    if (!above && value >= 0) {
        above = true;
        crossing.reset_below = 0;
        if (t0_ == tn_) {
            now = true;
        } else {
            crossing.reset_below = crossing.old_value;
            const double part = -crossing.old_value / (value - crossing.old_value);
            crossing.pending = part * t_ + (1. - part) * crossing.old_t;
        }
    } else if (above && crossing.old_value < crossing.reset_below && value < crossing.reset_below) {
        above = false;
    }
    crossing.old_value = value;
    crossing.old_t = t_;
    return now;
}

void VariableIntegrator::find_crossings() {
    if (settings_.condition_order != 2) return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        BlockEvents& events = *blocks_[b].first;
        Thresholds& thresholds = events.thresholds();
        crossings_[b].resize(thresholds.size());
        thresholds.bring();
        for (std::size_t k = 0; k < crossings_[b].size(); ++k) {
            bool above = thresholds.is_above(k);
            if (crosses_now(crossings_[b][k], above, thresholds.excess(k))) events.send(t_, thresholds.source(k));
            thresholds.set_above(k, above);
        }
        find_watch_crossings(b);
    }
    find_condition_crossings();
    find_next_crossing();
}

// WATCHes are armed and disarmed, so crossing data are matched by arming.
void VariableIntegrator::find_watch_crossings(std::size_t b) {
    BlockEvents& events = *blocks_[b].first;
    std::vector<WatchCrossing> before = std::exchange(watch_crossings_[b], {});
    for (Watch& watch : events.watches().armed()) {
        const auto known = std::find_if(before.begin(), before.end(), [&](const auto& c) { return c.is_of(watch); });
        WatchCrossing crossing{watch.receiver, watch.number, watch.arming, {}};
        if (known != before.end()) crossing = *known;
        const double value = events.receivers().condition(watch.receiver, watch.number, events.block.t);
        if (crosses_now(crossing.crossing, watch.above, value)) events.send_watch(watch, t_);
        watch_crossings_[b].push_back(crossing);
    }
}

// Restarts, as an event of a WATCH does.
void VariableIntegrator::meet(Conditions::Id condition, double t) {
    hooks_->events().add(t, [hooks = hooks_, condition] { hooks->conditions().meet(condition); }, true);
}

template <class Act>
void VariableIntegrator::look_at_each(Act&& act) {
    follow();
    const double before = std::exchange(model_.t, t_);
    hooks_->conditions().for_each(act);
    model_.t = before;
}

void VariableIntegrator::look_at_conditions() {
    if (!hooks_ || hooks_->conditions().empty()) return;
    look_at_each([this](Conditions::Condition& each) {
        const bool held = std::exchange(each.holds, each.value() > 0);
        if (!held && each.holds) meet(each.id, t_);
    });
}

void VariableIntegrator::find_condition_crossings() {
    if (!hooks_ || hooks_->conditions().empty()) return;
    const std::vector<ConditionCrossing> before = std::exchange(condition_crossings_, {});
    look_at_each([&](Conditions::Condition& each) {
        const auto known = std::find_if(before.begin(), before.end(),
                                        [&](const ConditionCrossing& c) { return c.condition == each.id; });
        ConditionCrossing& now =
            condition_crossings_.emplace_back(known == before.end() ? ConditionCrossing{each.id, {}} : *known);
        if (crosses_now(now.crossing, each.holds, each.value())) meet(each.id, t_);
    });
}

void VariableIntegrator::find_next_crossing() {
    next_crossing_ = infinity;
    for (const auto& of_block : crossings_) {
        for (const Crossing& crossing : of_block) next_crossing_ = std::min(next_crossing_, crossing.pending);
    }
    for (const auto& of_block : watch_crossings_) {
        for (const WatchCrossing& watch : of_block) {
            next_crossing_ = std::min(next_crossing_, watch.crossing.pending);
        }
    }
    for (const ConditionCrossing& each : condition_crossings_) {
        next_crossing_ = std::min(next_crossing_, each.crossing.pending);
    }
}

void VariableIntegrator::send_crossings(double til) {
    if (!(next_crossing_ <= til)) return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        BlockEvents& events = *blocks_[b].first;
        for (std::size_t k = 0; k < crossings_[b].size(); ++k) {
            Crossing& crossing = crossings_[b][k];
            if (!(crossing.pending <= til)) continue;
            const double at = std::exchange(crossing.pending, infinity);
            events.send(at, events.thresholds().source(k));
        }
        for (WatchCrossing& of : watch_crossings_[b]) {
            if (!(of.crossing.pending <= til)) continue;
            const double at = std::exchange(of.crossing.pending, infinity);
            const auto armed = events.watches().armed();
            const auto watch = std::ranges::find_if(armed, [&](const Watch& w) { return of.is_of(w); });
            if (watch != armed.end()) events.send_watch(*watch, at);
        }
    }
    for (ConditionCrossing& each : condition_crossings_) {
        if (each.crossing.pending <= til) meet(each.condition, std::exchange(each.crossing.pending, infinity));
    }
    find_next_crossing();
}

// --- StepWatcher ----------------------------------------------------------------------------------------------------

void VariableIntegrator::about_to_look(double t) {
    if (!on_retreat) return follow();  // a single system is already at t
    interpolate(t);
    on_retreat();
}

void VariableIntegrator::about_to_change(double t) {
    about_to_look(t);
    set_restart();
}

bool VariableIntegrator::at_time(double t_event) {
    if (!restarting_) return false;
    if (t0_ < t_event && t_event < next_at_time_) next_at_time_ = t_event;
    return same_time(t_event, t0_);
}

// --- what scripts ask for -------------------------------------------------------------------------------------------

std::vector<double> VariableIntegrator::values() const {
    if (!method_) return {};
    const auto y = method_->y();
    return {y.begin(), y.end()};
}

std::vector<double> VariableIntegrator::derivatives() const {
    std::vector<double> all;
    for (std::size_t k = 0; k < states_.size(); ++k) all.push_back(algebraic_ ? rate_.at(k) : *states_[k].derivative);
    return all;
}

std::vector<double> VariableIntegrator::model_values() const {
    std::vector<double> all(states_.size());
    gather(all.data());
    return all;
}

void VariableIntegrator::set_model_values(std::span<const double> y) {
    scatter(y.data());
}

std::vector<double> VariableIntegrator::derivatives_at(double t, std::span<const double> y) {
    if (algebraic_)
        throw std::invalid_argument(
            "derivatives at a given time and state do not exist, because some equations are algebraic: those of "
            "extracellular, LinearMechanism or CVode.use_daspk(1)");
    std::vector<double> all(states_.size());
    evaluate(t, y.data(), all.data());
    return all;
}

namespace {

void raise(std::vector<double>& largest, std::span<const double> by) {
    largest.resize(by.size());
    for (std::size_t k = 0; k < by.size(); ++k) largest[k] = std::max(largest[k], std::fabs(by[k]));
}

}  // namespace

void VariableIntegrator::clear_magnitudes() {
    largest_states_.assign(settings_.keep_magnitudes ? states_.size() : 0, 0.);
    largest_errors_ = largest_states_;
}

void VariableIntegrator::note_magnitudes(bool errors_too) {
    if (!settings_.keep_magnitudes || !method_) return;
    raise(largest_states_, method_->y());
    if (errors_too) raise(largest_errors_, method_->local_errors());
}

void VariableIntegrator::note_model_values() {
    if (!settings_.keep_magnitudes) return;
    raise(largest_states_, model_values());
    largest_errors_.resize(states_.size());
}

}  // namespace ranvier::engine
