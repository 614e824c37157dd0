#include "engine/run/run_meter.hpp"

#include <array>

namespace ranvier::engine {

namespace {

struct Column {
    std::string_view name;
    std::vector<double> IntervalLog::* values;
};

constexpr std::array<Column, 12> columns{{
    {"t", &IntervalLog::t},
    {"deliver", &IntervalLog::deliver},
    {"update", &IntervalLog::update},
    {"collocate", &IntervalLog::collocate},
    {"communicate", &IntervalLog::communicate},
    {"synchronize", &IntervalLog::synchronize},
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
    times.deliver = times.update = 0;
    times.deliveries = 0;
    times.work = times.untimed_work = variable_advances;
    for (const auto& events : delivery_.blocks()) {
        times.deliver += events->deliver_s;
        times.update += events->update_s;
        times.deliveries += events->deliveries;
        times.work += events->work;
        times.untimed_work += events->untimed_work;
    }
    times.deliver /= threads_;
    times.update /= threads_;
    times.collocate = relay_.counts.collocate_s;
    times.spikes = relay_.counts.spikes;
    return times;
}

void RunMeter::reset() {
    times = {};
    variable_advances = 0;
    relay_.counts = {};
    for (const auto& events : delivery_.blocks()) {
        events->deliver_s = events->update_s = 0;
        events->work = events->untimed_work = 0;
        events->deliveries = events->entries = 0;
    }
}

void RunMeter::begin(const exchange::ExchangeCounters& now) {
    log_ = {};
    logged_times_ = sum();
    logged_counters_ = now;
}

void RunMeter::set_interval_log(bool on, const exchange::ExchangeCounters& now) {
    logs_ = on;
    begin(now);
}

void RunMeter::end_exchange(const exchange::ExchangeCounters& before, const exchange::ExchangeCounters& after) {
    times.communicate += after.communicate_s - before.communicate_s;
    times.synchronize += after.synchronize_s - before.synchronize_s;
    if (!histogram_ || after.most_spikes_of_a_rank < 0) return;
    const auto most = static_cast<std::size_t>(after.most_spikes_of_a_rank);
    if (most < histogram_->size()) ++(*histogram_)[most];
}

void RunMeter::end_interval(double t, const exchange::ExchangeCounters& now) {
    ++times.intervals;
    if (logs_) log_interval(t, now);
}

void RunMeter::log_interval(double t, const exchange::ExchangeCounters& now) {
    const exchange::ExchangeCounters& then = logged_counters_;
    sum();
    log_.t.push_back(t);
    log_.deliver.push_back(times.deliver - logged_times_.deliver);
    log_.update.push_back(times.update - logged_times_.update);
    log_.collocate.push_back(times.collocate - logged_times_.collocate);
    log_.communicate.push_back(times.communicate - logged_times_.communicate);
    log_.synchronize.push_back(times.synchronize - logged_times_.synchronize);
    log_.spikes_sent.push_back(static_cast<double>(now.spikes_sent - then.spikes_sent));
    log_.spikes_received.push_back(static_cast<double>(now.spikes_received - then.spikes_received));
    log_.bytes_sent.push_back(static_cast<double>(now.bytes_sent - then.bytes_sent));
    log_.bytes_received.push_back(static_cast<double>(now.bytes_received - then.bytes_received));
    log_.messages.push_back(static_cast<double>(now.messages_sent - then.messages_sent));
    log_.rounds.push_back(static_cast<double>(now.overflow_rounds + now.conservation_rounds - then.overflow_rounds -
                                              then.conservation_rounds));
    logged_times_ = times;
    logged_counters_ = now;
}

}  // namespace ranvier::engine
