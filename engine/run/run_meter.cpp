#include "engine/run/run_meter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ranvier::engine {

namespace {

struct Column {
    std::string_view name;
    std::vector<double> IntervalLog::* values;
};

constexpr std::array<Column, 13> columns{{
    {"t", &IntervalLog::t},
    {"deliver", &IntervalLog::deliver},
    {"update", &IntervalLog::update},
    {"collocate", &IntervalLog::collocate},
    {"communicate", &IntervalLog::communicate},
    {"synchronize", &IntervalLog::synchronize},
    {"wait", &IntervalLog::wait},
    {"spikes_sent", &IntervalLog::spikes_sent},
    {"spikes_received", &IntervalLog::spikes_received},
    {"bytes_sent", &IntervalLog::bytes_sent},
    {"bytes_received", &IntervalLog::bytes_received},
    {"messages", &IntervalLog::messages},
    {"rounds", &IntervalLog::rounds},
}};

}  // namespace

const std::vector<double>* IntervalLog::find(std::string_view name) const {
    for (const Column& column : columns) {
        if (column.name == name) return &(this->*column.values);
    }
    return nullptr;
}

std::span<const std::string_view> IntervalLog::names() {
    static const std::array<std::string_view, columns.size()> all = [] {
        std::array<std::string_view, columns.size()> list;
        for (std::size_t i = 0; i < columns.size(); ++i) list[i] = columns[i].name;
        return list;
    }();
    return all;
}

const PhaseTimes& RunMeter::sum() {
    Ticks deliver = -relay_.counts.sending_time, update = 0;  // a block's delivery includes sending
    times.deliveries = 0;
    for (const auto& events : delivery_.blocks()) {
        deliver += events->deliver_time;
        update += events->update_time;
        times.deliveries += events->deliveries;
    }
    const double tick = seconds_per_tick();
    const double per_thread = tick / threads_;
    times.deliver = clock.seconds(Phase::deliver, tick) + per_thread * static_cast<double>(deliver);
    times.update = clock.seconds(Phase::update, tick) + per_thread * static_cast<double>(update);
    times.collocate = clock.seconds(Phase::collocate, tick);
    times.communicate =
        clock.seconds(Phase::communicate, tick) + per_thread * static_cast<double>(relay_.counts.sending_time);
    times.synchronize = clock.seconds(Phase::synchronize, tick);
    times.wait = clock.seconds(Phase::wait, tick);
    times.script = clock.seconds(Phase::script, tick);
    times.wall = clock.wall(tick);
    times.spikes = relay_.counts.spikes;
    times.begin = began_.value_or(0);
    return times;
}

void RunMeter::reset_blocks() {
    for (const auto& events : delivery_.blocks()) {
        events->deliver_time = events->update_time = 0;
        events->group_times.reset();
        events->deliveries = 0;
    }
}

void RunMeter::reset() {
    times = {};
    clock.reset();
    relay_.counts = {};
    reset_blocks();
    for (const auto& events : delivery_.blocks()) events->entries = 0;
}

void RunMeter::begin(const exchange::ExchangeCounters& now) {
    is_counting_ = presimulation_ <= 0;
    began_.reset();
    counting_began_ = 0;
    uncounted_ = now;
    begin_log(now);
}

/// In the middle of an advance.
void RunMeter::begin_counting(double t, const exchange::ExchangeCounters& now) {
    is_counting_ = true;
    counting_began_ = t;
    times = {};
    clock.restart();
    relay_.counts = {};
    reset_blocks();
    uncounted_ = now;
    begin_log(now);
}

std::int64_t RunMeter::steps_until_counting(double t, double dt, std::int64_t steps) const {
    if (is_counting_ || t + static_cast<double>(steps) * dt < presimulation_) return steps;
    const auto wanted = static_cast<std::int64_t>(std::ceil((presimulation_ - exchange::counting_rounding - t) / dt));
    return std::clamp<std::int64_t>(wanted, 1, steps);
}

void RunMeter::begin_log(const exchange::ExchangeCounters& now) {
    log_ = {};
    logged_times_ = sum();
    logged_traffic_ = now;
}

void RunMeter::set_interval_log(bool on, const exchange::ExchangeCounters& now) {
    logs_ = on;
    begin_log(now);
}

void RunMeter::end_exchange(const exchange::ExchangeCounters& after) {
    if (!histogram_) return;
    if (after.most_spikes_of_a_rank < 0) {
        lacks_most_spikes_ = true;
        return;
    }
    const auto most = static_cast<std::size_t>(after.most_spikes_of_a_rank);
    if (most < histogram_->size()) ++(*histogram_)[most];
}

void RunMeter::end_interval(double t, const exchange::ExchangeCounters& now) {
    ++times.intervals;
    if (logs_) log_interval(t, now);
}

void RunMeter::log_interval(double t, const exchange::ExchangeCounters& now) {
    const exchange::ExchangeCounters more = now - logged_traffic_;
    sum();
    log_.t.push_back(t);
    log_.deliver.push_back(times.deliver - logged_times_.deliver);
    log_.update.push_back(times.update - logged_times_.update);
    log_.collocate.push_back(times.collocate - logged_times_.collocate);
    log_.communicate.push_back(times.communicate - logged_times_.communicate);
    log_.synchronize.push_back(times.synchronize - logged_times_.synchronize);
    log_.wait.push_back(times.wait - logged_times_.wait);
    log_.spikes_sent.push_back(static_cast<double>(more.spikes_sent));
    log_.spikes_received.push_back(static_cast<double>(more.spikes_received));
    log_.bytes_sent.push_back(static_cast<double>(more.bytes_sent));
    log_.bytes_received.push_back(static_cast<double>(more.bytes_received));
    log_.messages.push_back(static_cast<double>(more.messages_sent));
    log_.rounds.push_back(static_cast<double>(more.rounds()));
    logged_times_ = times;
    logged_traffic_ = now;
}

}  // namespace ranvier::engine
