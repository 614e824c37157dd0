#include "engine/run/run_meter.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

PhaseTimes RunMeter::phase_times() const {
    PhaseTimes all = times;
    Ticks deliver = -relay_.counts.sending_time, update = 0;  // a block's delivery includes sending
    for (const auto& events : delivery_.blocks()) {
        deliver += events->meter().deliver_time;
        update += events->meter().update_time;
        all.deliveries += events->meter().deliveries;
    }
    const double tick = seconds_per_tick();
    const double per_thread = tick / std::max(1, threads_.size());
    all.deliver = clock.seconds(Phase::deliver, tick) + per_thread * static_cast<double>(deliver);
    all.update = clock.seconds(Phase::update, tick) + per_thread * static_cast<double>(update);
    all.collocate = clock.seconds(Phase::collocate, tick);
    all.communicate =
        clock.seconds(Phase::communicate, tick) + per_thread * static_cast<double>(relay_.counts.sending_time);
    all.synchronize = clock.seconds(Phase::synchronize, tick);
    all.wait = clock.seconds(Phase::wait, tick);
    all.script = clock.seconds(Phase::script, tick);
    all.wall = clock.wall(tick);
    all.spikes = relay_.counts.spikes;
    all.begin = began_.value_or(0);
    return all;
}

void RunMeter::reset_blocks() {
    for (const auto& events : delivery_.blocks()) events->meter().restart();
}

void RunMeter::reset() {
    times = {};
    clock.reset();
    relay_.counts = {};
    reset_blocks();
    for (const auto& events : delivery_.blocks()) events->meter().entries = 0;
}

void RunMeter::begin() {
    is_counting_ = presimulation_ <= 0;
    began_.reset();
    counting_began_ = 0;
    uncounted_ = exchange_counters();
    begin_log();
}

/// In the middle of an advance.
void RunMeter::begin_counting(double t) {
    is_counting_ = true;
    counting_began_ = t;
    times = {};
    clock.restart();
    relay_.counts = {};
    reset_blocks();
    uncounted_ = exchange_counters();
    begin_log();
}

std::int64_t RunMeter::steps_until_counting(double t, double dt, std::int64_t steps) const {
    if (is_counting_ || t + static_cast<double>(steps) * dt < presimulation_) return steps;
    const auto wanted = static_cast<std::int64_t>(std::ceil((presimulation_ - exchange::counting_rounding - t) / dt));
    return std::clamp<std::int64_t>(wanted, 1, steps);
}

void RunMeter::begin_log() {
    log_ = {};
    logged_times_ = phase_times();
    logged_traffic_ = exchange_counters();
}

void RunMeter::set_interval_log(bool on) {
    logs_ = on;
    begin_log();
}

void RunMeter::end_exchange() {
    if (!histogram_) return;
    const auto most = exchange_counters().most_spikes_of_a_rank;
    if (most < 0) {
        lacks_most_spikes_ = true;
        return;
    }
    const auto element = static_cast<std::size_t>(most);
    if (element < histogram_->size()) ++(*histogram_)[element];
}

void RunMeter::end_interval(double t) {
    ++times.intervals;
    if (logs_) log_interval(t);
}

void RunMeter::log_interval(double t) {
    const exchange::ExchangeCounters& traffic = exchange_counters();
    const exchange::ExchangeCounters more = traffic - logged_traffic_;
    const PhaseTimes now = phase_times();
    log_.t.push_back(t);
    log_.deliver.push_back(now.deliver - logged_times_.deliver);
    log_.update.push_back(now.update - logged_times_.update);
    log_.collocate.push_back(now.collocate - logged_times_.collocate);
    log_.communicate.push_back(now.communicate - logged_times_.communicate);
    log_.synchronize.push_back(now.synchronize - logged_times_.synchronize);
    log_.wait.push_back(now.wait - logged_times_.wait);
    log_.spikes_sent.push_back(static_cast<double>(more.spikes_sent));
    log_.spikes_received.push_back(static_cast<double>(more.spikes_received));
    log_.bytes_sent.push_back(static_cast<double>(more.bytes_sent));
    log_.bytes_received.push_back(static_cast<double>(more.bytes_received));
    log_.messages.push_back(static_cast<double>(more.messages_sent));
    log_.rounds.push_back(static_cast<double>(more.rounds()));
    logged_times_ = now;
    logged_traffic_ = traffic;
}

}  // namespace ranvier::engine
