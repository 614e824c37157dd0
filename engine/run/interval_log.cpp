// What each exchange interval cost.

#include <array>

#include "engine/run/simulation_state.hpp"

namespace ranvier::engine {

namespace {

struct Column {
    std::string_view name;
    std::vector<double> IntervalLog::*values;
};

constexpr std::array<Column, 12> columns{{
    {"t", &IntervalLog::t},
    {"deliver", &IntervalLog::deliver},
    {"update", &IntervalLog::update},
    {"collocate", &IntervalLog::collocate},
    {"communicate", &IntervalLog::communicate},
    {"synchronise", &IntervalLog::synchronise},
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

void Simulation::State::restart_interval_log() {
    interval_log = {};
    logged_times = sum_times();
    logged_counters = exchange->counters();
}

void Simulation::State::log_interval() {
    const exchange::ExchangeCounters& now = exchange->counters();
    const exchange::ExchangeCounters& then = logged_counters;
    sum_times();
    IntervalLog& log = interval_log;
    log.t.push_back(model.t);
    log.deliver.push_back(times.deliver - logged_times.deliver);
    log.update.push_back(times.update - logged_times.update);
    log.collocate.push_back(times.collocate - logged_times.collocate);
    log.communicate.push_back(times.communicate - logged_times.communicate);
    log.synchronise.push_back(times.synchronise - logged_times.synchronise);
    log.spikes_sent.push_back(static_cast<double>(now.spikes_sent - then.spikes_sent));
    log.spikes_received.push_back(static_cast<double>(now.spikes_received - then.spikes_received));
    log.bytes_sent.push_back(static_cast<double>(now.bytes_sent - then.bytes_sent));
    log.bytes_received.push_back(static_cast<double>(now.bytes_received - then.bytes_received));
    log.messages.push_back(static_cast<double>(now.messages_sent - then.messages_sent));
    log.rounds.push_back(static_cast<double>(now.overflow_rounds + now.conservation_rounds - then.overflow_rounds -
                                             then.conservation_rounds));
    logged_times = times;
    logged_counters = now;
}

}  // namespace ranvier::engine
