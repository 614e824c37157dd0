#include "engine/variable/variable_integrator.hpp"

#include <algorithm>

#include "engine/variable/tolerances.hpp"

namespace ranvier::engine {

namespace {

constexpr double long_step = 1e9;  // if nothing is integrated [ms]

std::vector<BlockSystem::Member> members_of(const VariableIntegrator::Blocks& blocks) {
    std::vector<BlockSystem::Member> all;
    for (const auto& [events, number] : blocks) all.push_back({&events->block, number});
    return all;
}

const VariableSettings& checked(const VariableSettings& settings) {
    step_limits(settings);
    return settings;
}

}  // namespace

VariableIntegrator::VariableIntegrator(Player& player, Blocks blocks, const VariableSettings& settings)
    : settings_(checked(settings)),
      player_(player),
      blocks_(std::move(blocks)),
      system_(members_of(blocks_), player.plays(), settings, counters_),
      crossings_(blocks_.size()) {
    if (system_.size() > 0) {
        const std::vector<double> tolerances = absolute_tolerances(system_.map().states(), settings);
        method_ = system_.is_algebraic() ? make_ida(system_, tolerances, step_limits(settings))
                                         : make_cvode(system_, tolerances, step_limits(settings));
    }
    for (const auto& [events, number] : blocks_) events->set_watcher(this);
}

VariableIntegrator::~VariableIntegrator() {
    for (const auto& [events, number] : blocks_) {
        if (events->watcher() == this) events->set_watcher(nullptr);
    }
}

void VariableIntegrator::watch(Model& model, Hooks& hooks) {
    system_.set_hooks(hooks);
    conditions_.emplace(model, hooks);
}

void VariableIntegrator::list_memory(CacheLines& to) const {
    to.add(*this);
    to.add(blocks_);
    system_.list_memory(to);
    if (method_) method_->list_memory(to);
    for (const auto& [events, number] : blocks_) {
        to.add(*events);
        events->thresholds().list_memory(to);
    }
}

// --- steps ----------------------------------------------------------------------------------------------------------

void VariableIntegrator::begin(double t) {
    time_ = {t, t, t};
    due_ = Restart::first;
    can_retreat_ = false;
    if (settings_.keep_magnitudes) magnitudes_.note_states(system_.states());
    at_times_.forget(t);
}

void VariableIntegrator::restart(double t) {
    counters_ = {};
    restart_at(t);
    find_crossings();
}

void VariableIntegrator::restart_at(double t) {
    ++counters_.restarts;
    time_ = {t, t, t};
    at_times_.begin_restart(t);
    system_.set_t(t);
    if (method_) {
        double* y = method_->y().data();
        system_.take_states(y);
        if (settings_.keep_magnitudes && due_ != Restart::first) magnitudes_.note_states(method_->y());
        method_->restart(t);
        system_.set_last_step(0);
        system_.set_all(t, y);
    }
    can_retreat_ = false;
    at_times_.end_restart();
    due_ = Restart::none;
    recorded_before_restart_ = false;
}

// A restart on either side of an at_time: mechanisms see the time just after it.
void VariableIntegrator::advance() {
    if (!method_) {
        time_.now += long_step;
        time_.end = time_.now;
        return;
    }
    if (at_times_.is_reached(time_.now)) {
        ++counters_.restarts_at_time;
        return restart_at(at_times_.restart_behind_stop());
    }
    ++counters_.steps;
    system_.set_t(time_.now);
    system_.begin_step();
    time_.now = time_.end = method_->step(at_times_.stop());
    time_.begin = time_.end - method_->last_step();
    system_.set_last_step(method_->last_step());
    if (settings_.keep_magnitudes) {
        magnitudes_.note_states(method_->y());
        magnitudes_.note_errors(method_->local_errors());
    }
    can_retreat_ = true;
    const auto watches = [](const auto& block) { return !block.first->watches().armed().empty(); };
    if (!may_wait_ || std::any_of(blocks_.begin(), blocks_.end(), watches)) {
        system_.set_all(time_.now, method_->y().data());
    } else {
        system_.set_states(time_.now, method_->y().data());
    }
}

void VariableIntegrator::interpolate(double t) {
    if (!method_) {
        time_.now = t;
        return system_.set_t(t);
    }
    if (!can_retreat_) return system_.set_t(t);  // t is in the interval of the restart
    if (same_time(t, time_.now)) {
        time_.now = t;
        system_.set_t(t);
        return follow();
    }
    ++counters_.interpolations;
    time_.now = std::clamp(t, time_.begin, time_.end);
    method_->interpolate(time_.now);
    system_.set_all(time_.now, method_->y().data());
}

VariableIntegrator::Done VariableIntegrator::handle_step(double next_event) {
    system_.set_t(time_.now);
    if (settings_.condition_order == 1) {
        for (const auto& [events, number] : blocks_) events->check_thresholds(0);
        if (conditions_ && conditions_->any()) {
            follow();
            conditions_->look(time_.now);
        }
    }
    if (conditions_ && conditions_->is_event_due(time_.now)) return Done::waits;
    // A spike now may come back without delay, also through another block with artificial cells.
    for (const auto& [events, number] : blocks_) {
        if (!events->fired().empty() || events->queue().due(time_.now)) return Done::waits;
    }
    if (due_ != Restart::none) {
        restart_at(time_.now);
        find_crossings();
        return Done::restarted;
    }
    if (next_event <= time_.end) {
        interpolate(next_event);
    } else if (time_.now < time_.end) {
        interpolate(time_.end);
    } else {
        record();
        advance();
        find_crossings();
    }
    return Done::moved;
}

// --- readers --------------------------------------------------------------------------------------------------------

void VariableIntegrator::follow() {
    if (!system_.follows()) system_.set_all(time_.now, method_->y().data());
}

void VariableIntegrator::choose_when_to_follow(bool may_wait) {
    may_wait_ = may_wait && method_ && system_.is_repeatable();
    for (const auto& [events, number] : blocks_) {
        if (!may_wait_) return;
        std::vector<const double*> read = player_.read_each_step(number);
        const auto watched = events->thresholds().watched();
        read.insert(read.end(), watched.begin(), watched.end());
        const auto is_state = [this](const double* at) { return system_.map().is_state(at); };
        may_wait_ = !events->thresholds().has_changeable() && std::all_of(read.begin(), read.end(), is_state);
    }
}

void VariableIntegrator::record() {
    for (const auto& [events, number] : blocks_) {
        events->block.t = time_.now;
        events->block.before_step();
        player_.record_step(number);
    }
    if (!on_retreat) player_.record_step_slow(time_.now);
}

void VariableIntegrator::set_restart() {
    if (due_ == Restart::none) due_ = Restart::again;
    if (recorded_before_restart_) return;
    recorded_before_restart_ = true;
    record();
}

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
    return at_times_.announce(t_event);
}

// --- crossings within a step ----------------------------------------------------------------------------------------

void VariableIntegrator::find_crossings() {
    if (settings_.condition_order != 2) return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) crossings_[b].find(*blocks_[b].first, time_);
    if (conditions_ && conditions_->any()) {
        follow();
        conditions_->find(time_);
    }
    find_next_crossing();
}

void VariableIntegrator::find_next_crossing() {
    next_crossing_ = conditions_ ? conditions_->next() : std::numeric_limits<double>::infinity();
    for (const BlockCrossings& each : crossings_) next_crossing_ = std::min(next_crossing_, each.next());
}

void VariableIntegrator::send_crossings(double til) {
    if (!(next_crossing_ <= til)) return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) crossings_[b].send(*blocks_[b].first, til);
    if (conditions_) conditions_->send(til);
    find_next_crossing();
}

}  // namespace ranvier::engine
