#include "engine/run/measurements.hpp"

#include <array>

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

}  // namespace ranvier::engine
