#include "engine/connection/rule_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/connection/connection_groups.hpp"
#include "engine/connection/table_filler.hpp"

namespace ranvier::engine {

namespace {

/// How many of the first `count` delays onto a target differ.
double distinct_delays(const Rule& rule, std::size_t count) {
    if (rule.delay.kind == Distribution::Kind::constant) return std::min<double>(1, static_cast<double>(count));
    if (rule.delay.values) count = std::min(count, rule.delay.values->size());
    if (count == 0 || rule.targets.size() == 0) return 0;
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    std::vector<double> delays(count);
    rule.delay.draw(rule.random(), Use::delay, rule.targets[0], all, 0, delays);
    std::sort(delays.begin(), delays.end());
    return static_cast<double>(std::unique(delays.begin(), delays.end()) - delays.begin());
}

/// How many groups these connections form, if the sources of connections are drawn: where a fan has one connection or
/// less on average, the numbers of its connections have a Poisson distribution.
double expected_groups(const Rule& rule, double connections, double fans) {
    const double of_a_fan = connections / fans;
    if (of_a_fan <= 1) return fans * -std::expm1(-of_a_fan);
    const double judged = std::min<double>(TableInput::judged_delays, of_a_fan);
    return fans * distinct_delays(rule, static_cast<std::size_t>(judged));
}

/// The bytes of groups, or of the connections' delays or their numbers (ConnectionGroups::Form).
double bytes_of_delays(const Rule& rule, double connections, double fans) {
    const double judged = std::min<double>(TableInput::judged_delays, connections);
    if (distinct_delays(rule, static_cast<std::size_t>(judged)) > judged / 2) return connections * sizeof(double);
    const double groups = expected_groups(rule, connections, fans);
    if (connections - groups <= ConnectionGroups::most_that_join * connections)
        return connections * sizeof(std::uint16_t);
    return groups * sizeof(ConnectionGroups::Header);
}

}  // namespace

RuleBytes& RuleBytes::operator+=(const RuleBytes& other) {
    connections += other.connections;
    synapses += other.synapses;
    sources += other.sources;
    tables += other.tables;
    filling += other.filling;
    return *this;
}

RuleBytes bytes_of(const Rule& rule, std::size_t targets, std::uint32_t weights, std::size_t tables,
                   std::size_t threads) {
    RuleBytes bytes;
    bytes.connections = expected_connections(rule, targets);
    if (bytes.connections == 0) return bytes;
    const bool keeps_places = rule.table || rule.has_values();
    const std::size_t each =
        sizeof(std::uint32_t) + weights * sizeof(double) + (keeps_places ? sizeof(std::uint32_t) : 0);
    bytes.sources = bytes.connections * sizeof(Gid);
    bytes.tables = bytes.connections * static_cast<double>(each) +
                   bytes_of_delays(rule, bytes.connections, static_cast<double>(rule.sources.size() * tables));
    const double filling_at_once = static_cast<double>(std::min(tables, threads)) / static_cast<double>(tables);
    bytes.filling = bytes.connections * filling_at_once * bytes_while_filling;
    return bytes;
}

}  // namespace ranvier::engine
