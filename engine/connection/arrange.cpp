#include "engine/connection/arrange.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "engine/connection/spent_rules.hpp"
#include "engine/connection/table_filler.hpp"

namespace ranvier::engine {

namespace {

using SourceOfGid = std::function<SourceId(Gid)>;
/// For each table: the loose connections that it takes, in order of creation.
using LooseOfTables = std::vector<std::vector<std::uint32_t>>;

/// Numbers the sources in the order of delivery: by gid; sources without one follow, by number.
class SourceKeys {
  public:
    SourceKeys(const LooseConnections& loose, std::span<const RuleConnections> rules,
               std::span<const Gid> gid_of_source, const SourceOfGid& source_of)
        : gid_of_source_(gid_of_source), source_of_(source_of) {
        Gid end = 0;
        for (const Gid gid : gid_of_source) end = std::max(end, gid + 1);
        for (std::size_t k = 0; k < loose.size(); ++k) {
            if (is_input(loose.source(k))) end = std::max(end, gid_of_input(loose.source(k)) + 1);
        }
        for (const RuleConnections& made : rules) end = std::max(end, made.rule->sources.end());
        end_of_gids_ = static_cast<std::uint32_t>(end);
    }
    std::uint32_t key(SourceId source) const {
        if (is_input(source)) return static_cast<std::uint32_t>(gid_of_input(source));
        const std::uint32_t number = index_of(source);
        const Gid gid = number < gid_of_source_.size() ? gid_of_source_[number] : -1;
        return gid >= 0 ? static_cast<std::uint32_t>(gid) : end_of_gids_ + number;
    }
    SourceId source(std::uint32_t key) const {
        return key >= end_of_gids_ ? SourceId{key - end_of_gids_} : source_of_(static_cast<Gid>(key));
    }

  private:
    std::uint32_t end_of_gids_;
    std::span<const Gid> gid_of_source_;
    const SourceOfGid& source_of_;
};

/// Whether loose connection k delivers spikes.
bool is_arrangeable(const LooseConnections& loose, std::size_t k, std::span<const TargetPlace> targets) {
    return loose.exists(k) && loose.is_active(k) && loose.source(k) != SourceId::none &&
           loose.target(k) != TargetNumber::none && targets[index_of(loose.target(k))].receiver != Receiver::none;
}

LooseOfTables divide_loose(const LooseConnections& loose, const TableLayout& layout) {
    LooseOfTables by_table(layout.tables.size());
    for (std::size_t k = 0; k < loose.size(); ++k) {
        if (!is_arrangeable(loose, k, layout.targets)) continue;
        by_table[index_of(layout.targets[index_of(loose.target(k))].table)].push_back(static_cast<std::uint32_t>(k));
    }
    const auto is_before = [&](std::uint32_t a, std::uint32_t b) { return loose.number(a) < loose.number(b); };
    for (auto& each : by_table) {  // which are in order, unless a rule's were unfolded
        if (!std::is_sorted(each.begin(), each.end(), is_before)) std::sort(each.begin(), each.end(), is_before);
    }
    return by_table;
}

/// Adds the number of connections that a rule makes onto its cell i to the sizes of tables.
void count_of_cell(const RuleConnections& made, std::size_t i, std::span<const TargetPlace> targets,
                   std::vector<std::uint32_t>& sizes) {
    const std::span<const TargetNumber> of_cell = made.targets_of(i);
    const auto table = [&](TargetNumber target) {
        const TargetPlace& to = targets[index_of(target)];
        return to.receiver == Receiver::none ? TableNumber::none : to.table;
    };
    const auto count = static_cast<std::uint32_t>(made.sources(i).size());
    if (count == 0) return;
    const TableNumber first = table(of_cell[0]);
    if (std::all_of(of_cell.begin(), of_cell.end(), [&](TargetNumber target) { return table(target) == first; })) {
        if (first != TableNumber::none) sizes[index_of(first)] += count;
        return;
    }
    std::vector<std::uint32_t> all(count), picks(count);
    std::iota(all.begin(), all.end(), 0u);
    made.draw_picks(i, all, picks);
    for (const std::uint32_t pick : picks) {
        if (const TableNumber t = table(of_cell[pick]); t != TableNumber::none) ++sizes[index_of(t)];
    }
}

/// Gives each table the numbers of its places, so that tables can be filled in any order. Returns their sizes.
std::vector<std::uint32_t> number_places(const LooseOfTables& loose, std::span<const RuleConnections> rules,
                                         std::span<const TargetPlace> targets, std::vector<ConnectionTable>& tables) {
    std::vector<std::uint32_t> sizes;
    for (const auto& each : loose) sizes.push_back(static_cast<std::uint32_t>(each.size()));
    for (const RuleConnections& made : rules) {
        for (std::size_t i = 0; i < made.cells(); ++i) count_of_cell(made, i, targets, sizes);
    }
    std::uint32_t begin = 0;
    for (std::size_t t = 0; t < tables.size(); begin += sizes[t++]) tables[t].begin = begin;
    return sizes;
}

std::vector<std::uint32_t> ascending(std::span<const std::uint32_t> sizes) {
    std::vector<std::uint32_t> order(sizes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return sizes[a] < sizes[b]; });
    return order;
}

/// What table t is to have, by number: loose connections between those of rules.
TableInput input_of_table(TableNumber t, std::span<const std::uint32_t> of_table, const LooseConnections& loose,
                          std::span<const RuleConnections> rules, std::span<const CellsOfTables> cells,
                          const TableLayout& layout, const SourceKeys& keys) {
    TableInput input;
    const auto add_until = [&](std::uint32_t number) {
        const auto end = std::lower_bound(of_table.begin(), of_table.end(), number,
                                          [&](std::uint32_t k, std::uint32_t n) { return loose.number(k) < n; });
        const auto run = of_table.first(static_cast<std::size_t>(end - of_table.begin()));
        of_table = of_table.subspan(run.size());
        input.add(run.size(), [run, &loose, &layout, &keys](std::size_t i) {
            const std::uint32_t k = run[i];
            return TableInput::Single{loose.number(k), keys.key(loose.source(k)),
                                      layout.targets[index_of(loose.target(k))].receiver, loose.delay(k),
                                      loose.weights(k)};
        });
    };
    for (std::size_t r = 0; r < rules.size(); ++r) {
        add_until(rules[r].first);
        input.add(rules[r], t, layout.targets, cells[r].of(t));
    }
    add_until(nothing);
    return input;
}

/// `filled`: by table, in order of keys.
Fans list_fans(std::span<const std::vector<SourceFan>> filled, std::span<const ConnectionTable> tables,
               std::size_t sources) {
    struct PlacedFan {
        SourceId source;
        Fan fan;
    };
    std::vector<PlacedFan> fans;
    std::vector<std::uint32_t> groups;
    for (std::uint32_t t = 0; t < tables.size(); ++t) {
        for (const SourceFan& each : filled[t]) fans.push_back({each.source, {TableNumber{t}, each.group}});
        groups.push_back(static_cast<std::uint32_t>(tables[t].group_count()));
    }
    const auto is_before = [](const PlacedFan& a, const PlacedFan& b) { return a.source < b.source; };
    const auto sort = [&](auto begin, auto end) {
        if (!std::is_sorted(begin, end, is_before)) std::stable_sort(begin, end, is_before);
    };
    // Tables have their sources in the order of gids, which of inputs is that of their numbers.
    const auto inputs =
        std::stable_partition(fans.begin(), fans.end(), [](const PlacedFan& each) { return !is_input(each.source); });
    sort(fans.begin(), inputs);
    sort(inputs, fans.end());
    Fans listed(sources, groups);
    for (const PlacedFan& each : fans) listed.add(each.source, each.fan);
    listed.finish();
    return listed;
}

}  // namespace

ConnectionTables arrange(const LooseConnections& loose, std::span<RuleConnections> rules, const TableLayout& layout,
                         const SourceOfGid& source_of, Places& places) {
    const LooseOfTables of_tables = divide_loose(loose, layout);
    const SourceKeys keys(loose, rules, layout.gid_of_source, source_of);
    const KeysOfSources sources{[&](std::uint32_t key) { return keys.source(key); }, layout.forms_groups};
    std::vector<ConnectionTable> tables = layout.tables;
    // The smallest tables first, so that the sources of their rules are no longer there when the largest ones fill.
    const std::vector<std::uint32_t> order = ascending(number_places(of_tables, rules, layout.targets, tables));
    std::vector<std::vector<SourceFan>> filled(tables.size());
    std::vector<CellsOfTables> cells;
    for (const RuleConnections& made : rules) cells.emplace_back(made, layout.targets, tables.size());
    SpentRules spent(rules, layout.targets, tables.size());
    layout.for_each_table(tables.size(), [&](std::size_t k) {
        const std::uint32_t t = order[k];
        const TableInput input = input_of_table(TableNumber{t}, of_tables[t], loose, rules, cells, layout, keys);
        filled[t] = fill_table(tables[t], input, sources, places);
        spent.note_filled(TableNumber{t});
    });
    Fans fans = list_fans(filled, tables, layout.sources);
    return {std::move(tables), std::move(fans)};
}

}  // namespace ranvier::engine
