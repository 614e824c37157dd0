#include "engine/connection/connection_tables.hpp"

#include <algorithm>
#include <limits>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

std::uint32_t ConnectionTables::size() const {
    return tables_.empty() ? 0 : tables_.back().begin + static_cast<std::uint32_t>(tables_.back().size());
}

ConnectionTables::At ConnectionTables::find(std::uint32_t place) const {
    const auto behind = std::upper_bound(tables_.begin(), tables_.end(), place,
                                         [](std::uint32_t p, const ConnectionTable& table) { return p < table.begin; });
    const TableNumber t{static_cast<std::uint32_t>(behind - tables_.begin()) - 1};
    return {t, place - (*this)[t].begin};
}

bool ConnectionTables::is_any_from(SourceId source) const {
    for (const Fan& fan : fans(source)) {
        if (!are_changed_ || !has_left(fan)) return true;
    }
    return false;
}

SourceId ConnectionTables::source_of(TableNumber of, Group group) {
    if (sources_.empty()) {
        for (const ConnectionTable& table : tables_) sources_.emplace_back(table.group_count());
        fans_.for_each([&](SourceId source, const Fan& fan) {
            const Group end = (*this)[fan.table].end_of_source(fan.group);
            for (Group g = fan.group; g < end; ++g) sources_[index_of(fan.table)][index_of(g)] = source;
        });
    }
    return sources_[index_of(of)][index_of(group)];
}

void ConnectionTables::take_out(std::uint32_t place) {
    const At at = find(place);
    (*this)[at.table].receiver[at.k] = Receiver::none;
    are_changed_ = true;
}

/// Whether all connections of a group have left the table.
bool ConnectionTables::has_left(const ConnectionTable& table, Group group) {
    const auto [begin, end] = table.connections_of(group);
    const auto receivers = table.receiver.begin();
    return std::all_of(receivers + begin, receivers + end,
                       [](Receiver receiver) { return receiver == Receiver::none; });
}

bool ConnectionTables::has_left(const Fan& fan) const {
    const ConnectionTable& table = (*this)[fan.table];
    Group g = fan.group;
    while (has_left(table, g) && !table.is_last_of_source(g)) ++g;
    return has_left(table, g);
}

double ConnectionTables::min_input_delay() const {
    double least = std::numeric_limits<double>::infinity();
    fans_.for_each([&](SourceId source, const Fan& fan) {
        if (!is_input(source)) return;
        const ConnectionTable& table = (*this)[fan.table];
        for (Group g = fan.group;; ++g) {
            if (table.delay(g) < least && !has_left(table, g)) least = table.delay(g);
            if (table.is_last_of_source(g)) break;
        }
    });
    return least;
}

void ConnectionTables::forget_numbers() {
    release(numbers_);
}

ConnectionTables::At ConnectionTables::at_weight(TableNumber t, std::size_t place) const {
    const ConnectionTable& table = (*this)[t];
    if (!table.has_many_mechanisms) return {t, static_cast<std::uint32_t>(place / table.stride)};
    const auto behind = std::upper_bound(table.weight_first.begin(), table.weight_first.end(), place);
    return {t, static_cast<std::uint32_t>(behind - table.weight_first.begin()) - 1};
}

std::size_t ConnectionTables::bytes() const {
    std::size_t sum = fans_.bytes();
    for (const ConnectionTable& table : tables_) sum += table.bytes();
    return sum;
}

}  // namespace ranvier::engine
