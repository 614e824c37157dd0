#include "engine/event/bundles.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ranvier::engine {

namespace {

/// Whether the delays are few, and so far apart that no two of them lead to the same time, up to 10^9 ms.
bool are_delays_apart(const Connections& connections) {
    constexpr std::size_t few = 1u << 16;
    constexpr double apart = 1e-6;  // ms; neighboring numbers near 10^9 are 1.2e-7 apart
    std::unordered_set<double> distinct;
    connections.for_each([&](const Connection& it) {
        if (distinct.size() <= few) distinct.insert(it.delay);
    });
    std::vector<double> delays(distinct.begin(), distinct.end());
    std::sort(delays.begin(), delays.end());
    const auto are_close = [](double a, double b) { return b - a < apart; };
    return delays.size() <= few && std::adjacent_find(delays.begin(), delays.end(), are_close) == delays.end();
}

}  // namespace

TableOrder order_by_insertion(const Connections& connections, std::size_t blocks) {
    return blocks == 1 && are_delays_apart(connections) ? TableOrder::delay : TableOrder::creation;
}

std::function<bool(SourceId)> sources_with_one_event(const Connections& connections) {
    struct Seen {
        double delay;
        std::size_t connections;
        bool is_one_delay;
    };
    std::unordered_map<SourceId, Seen> sources;
    connections.for_each([&](const Connection& it) {
        if (it.source == SourceId::none) return;
        Seen& seen = sources.try_emplace(it.source, Seen{it.delay, 0, true}).first->second;
        ++seen.connections;
        seen.is_one_delay &= it.delay == seen.delay;
    });
    return [sources = std::move(sources)](SourceId source) {
        const Seen& seen = sources.at(source);
        return seen.is_one_delay && seen.connections > 2;
    };
}

bool has_bundles(const ConnectionTable& table, Group group) {
    if (table.order != TableOrder::delay) return false;
    const auto [begin, end] = table.connections_of(group);
    return !table.is_last_of_source(group) || end - begin <= 2;
}

void add_bundle(const ConnectionTable& table, Event event, std::vector<Bundle>& to) {
    const auto [begin, end] = table.connections_of(event.group());
    std::uint32_t left = end - begin, before = table.made_before(event.group());
    for (event.sequence = 0; left > 0; event.sequence += event.together) {
        event.together = std::min(left, most_together) & most_together;
        to.push_back({event, std::min<std::uint32_t>(before, event.together)});
        left -= event.together;
        before -= to.back().before;
    }
}

ConnectionRange connections_of(const ConnectionTable& table, const Event& event) {
    const ConnectionRange all = table.connections_of(event.group());
    if (event.together == 0) return all;
    return {all.begin + event.sequence, all.begin + event.sequence + event.together};
}

void add_singles(const Event& event, std::vector<Event>& to) {
    if (event.together == 0) to.push_back(event);
    for (std::uint32_t k = 0; k < event.together; ++k) {
        Event single = event;
        single.sequence += k;
        single.together = 1;
        to.push_back(single);
    }
}

void add_each(const ConnectionTable& table, Group first_group, const Event& event, std::vector<Event>& to) {
    std::vector<Bundle> bundles;
    if (has_bundles(table, first_group)) {
        add_bundle(table, event, bundles);
    } else {
        bundles.push_back({event, 0});
    }
    for (const Bundle& each : bundles) add_singles(each.event, to);
}

}  // namespace ranvier::engine
