#include "engine/connection/table_input.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ranvier::engine {

namespace {

/// The delays of the first connections, about as many as are asked for.
std::vector<double> first_delays(const TableInput::Singles& singles, std::size_t most) {
    std::vector<double> delays;
    for (std::size_t i = 0; i < std::min(singles.size, most); ++i) delays.push_back(singles.get(i).delay);
    return delays;
}

std::vector<double> first_delays(const TableInput::OfRule& made, std::size_t most) {
    std::vector<double> delays;
    made.for_each_cell([&](std::size_t i, bool) {
        if (delays.size() >= most) return;
        std::vector<std::uint32_t> all(made.rule->sources(i).size());
        std::iota(all.begin(), all.end(), 0u);
        delays.resize(delays.size() + all.size());
        made.rule->draw_delays(i, all, std::span(delays).last(all.size()));
    });
    return delays;
}

}  // namespace

std::vector<std::uint32_t> TableInput::OfRule::connections_here(std::size_t i) const {
    std::vector<std::uint32_t> here(rule->sources(i).size());
    std::iota(here.begin(), here.end(), 0u);
    std::vector<std::uint32_t> picks(here.size());
    rule->draw_picks(i, here, picks);
    std::erase_if(here, [&](std::uint32_t k) { return receiver(i, picks[k]) == Receiver::none; });
    return here;
}

void TableInput::add(std::size_t count, std::function<Single(std::size_t)> get) {
    runs_.emplace_back(Singles{count, std::move(get)});
    size_ += count;
    keeps_places_ |= count > 0;
}

void TableInput::add(const RuleConnections& rule, TableNumber table, std::span<const TargetPlace> places,
                     std::span<const CellsOfTables::Run> cells) {
    OfRule made{0, &rule, table, places, cells};
    made.for_each_cell([&](std::size_t i, bool is_whole) {
        made.size += is_whole ? rule.sources(i).size() : made.connections_here(i).size();
    });
    size_ += made.size;
    runs_.emplace_back(made);
    keeps_places_ |= !rule.is_hidden;
}

bool TableInput::do_most_delays_differ() const {
    double distinct = 0;
    for_each([&](const auto& connections) {
        std::vector<double> delays = first_delays(connections, judged_delays);
        const double judged_here = static_cast<double>(std::max<std::size_t>(delays.size(), 1));
        std::sort(delays.begin(), delays.end());
        const auto different = std::unique(delays.begin(), delays.end()) - delays.begin();
        distinct += static_cast<double>(different) / judged_here * static_cast<double>(connections.size);
    });
    return distinct > static_cast<double>(size_) / 2;
}

}  // namespace ranvier::engine
