// Sorts connections into tables, in the order in which spikes are delivered.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "engine/connection/connections.hpp"
#include "engine/connection/release.hpp"
#include "engine/connection/spent_rules.hpp"

namespace ranvier::engine {

// The tables are taken apart before: rules make their connections again, where they can; the others get records again, in
// order of creation.
void Connections::arrange(Layout layout) {
    write_places();
    fold();
    loosen_all();
    for (RuleConnections& made : rules_) {
        if (made.is_hidden) made.incoming = incoming(*made.rule, made.positions, layout.for_each_table);
    }
    const std::vector<std::vector<std::uint32_t>> loose = divide_loose(layout);
    const Keys keys = make_keys(layout);
    tables_ = layout.tables;
    is_changed_ = false;
    const std::vector<std::uint32_t> sizes = number_places(loose, layout);
    hide_rules(layout);
    fill_tables(loose, sizes, layout, keys);
    drop_arranged();
    end_rules(layout);
    if (std::exchange(is_any_removed_, false)) places_.forget_removed();
    constexpr std::size_t many = 1u << 20;
    if (!tables_.empty() && tables_.back().begin + tables_.back().size() >= many) trim_memory();
}

namespace {

/// Whether all of the rule's connections go into tables, and the rule itself takes no memory for each of them.
bool can_be_hidden(const RuleConnections& made, const Connections::Layout& layout) {
    const Rule& rule = *made.rule;
    if (made.count() == 0 || rule.table || rule.delay.values || rule.weight.values) return false;
    return std::all_of(made.targets.begin(), made.targets.end(),
                       [&](std::uint32_t target) { return layout.targets[target].receiver != nothing; });
}

}  // namespace

/// Decides of which rules' connections no places are kept.
void Connections::hide_rules(const Layout& layout) {
    for (RuleConnections& made : rules_) {
        made.is_hidden = can_be_hidden(made, layout);
        if (made.count() == 0) continue;
        made.is_hidden ? places_.hide_run(made.first) : places_.give_run(made.first);
    }
}

/// Keeps the rules by which places can be found, and makes records of the connections that are not in tables.
void Connections::end_rules(const Layout& layout) {
    for (RuleConnections& made : std::exchange(rules_, {})) {
        if (made.is_hidden) {
            made.incoming = {};
            hidden_.push_back(std::move(made));
            continue;
        }
        for (std::size_t i = 0; i < made.targets.size(); ++i) {
            if (layout.targets[made.targets[i]].receiver == nothing) unfold(made, i);
        }
    }
    place_of_target_ =
        hidden_.empty() ? std::vector<TargetPlace>() : std::vector(layout.targets.begin(), layout.targets.end());
}

bool Connections::can_fold(const RuleConnections& made) const {
    return !places_.is_changed(made.first) &&
           std::all_of(made.targets.begin(), made.targets.end(),
                       [this](std::uint32_t target) { return tables_[place_of_target_[target].table].keeps_weights; });
}

/// Leaves the connections of rules to the rules again. They are still in the tables, which have to be dropped.
void Connections::fold() {
    const auto behind = std::stable_partition(hidden_.begin(), hidden_.end(),
                                              [this](const RuleConnections& made) { return !can_fold(made); });
    if (behind != hidden_.begin()) reveal();  // which needs all rules of the tables
    for (auto made = behind; made != hidden_.end(); ++made) places_.fold_run(made->first);
    rules_.insert(rules_.begin(), std::make_move_iterator(behind), std::make_move_iterator(hidden_.end()));
    hidden_.erase(behind, hidden_.end());
}

void Connections::drop_tables() {
    tables_.clear();
    fans_ = {};
    release(number_of_place_);
    release(source_of_group_);
}

void Connections::loosen_all() {
    if (tables_.empty()) return;  // they are loose, in order
    bool is_any_in_table = !hidden_.empty();
    places_.for_each_given([&](std::uint32_t, std::uint32_t place) { is_any_in_table |= (place & loose_flag) == 0; });
    if (!is_any_in_table) {
        places_.hide();
        return drop_tables();
    }
    index_places();
    for (const RuleConnections& made : std::exchange(hidden_, {})) places_.give_run(made.first);
    places_.hide();
    InBlocks<Loose> records;
    InBlocks<double> delays;
    std::vector<std::uint32_t> numbers;
    std::vector<Shape> shapes;
    std::vector<double> weights;
    std::size_t count = 0, weight_count = 0;
    for_each_number([&](std::uint32_t n) {
        if (is_folded(n)) return;
        ++count;
        weight_count += this->weights(n).size();
    });
    numbers.reserve(count);
    shapes.reserve(count);
    weights.reserve(weight_count);
    for_each_number([&](std::uint32_t n) {
        if (is_folded(n)) return;
        const auto begin = static_cast<std::uint32_t>(weights.size());
        const std::span<const double> own = this->weights(n);
        weights.insert(weights.end(), own.begin(), own.end());
        numbers.push_back(n);
        if (is_loose(n)) {
            const std::size_t k = place(n) & ~loose_flag;
            records.push_back({loose_[k].source, loose_[k].target, begin});
            delays.push_back(loose_delay_[k]);
            shapes.push_back(loose_shape_[k]);
        } else {
            records.push_back({nothing, nothing, begin});
            delays.push_back(0);
            shapes.push_back(shape_of(own.size(), true));
        }
        places_.set(n, loose_flag | static_cast<std::uint32_t>(records.size() - 1));
    });
    fans_.for_each([&](std::uint32_t source, const Fan& fan) {
        const ConnectionTable& table = tables_[fan.table];
        for (std::uint32_t g = fan.group;; ++g) {
            for (std::uint32_t k = table.first_of(g); k < table.first_of(g + 1); ++k) {
                const std::uint32_t n = number_of_place_[table.begin + k];
                if (table.receiver[k] == nothing || n == nothing || is_folded(n)) continue;
                const std::size_t to = place(n) & ~loose_flag;
                delays[to] = table.delay(g);
                records[to].source = source;
                records[to].target = (*table.target_of_receiver)[table.receiver[k]];
            }
            if (table.is_last_of_source(g)) break;
        }
    });
    loose_ = std::move(records);
    loose_delay_ = std::move(delays);
    loose_number_ = std::move(numbers);
    loose_shape_ = std::move(shapes);
    loose_weights_ = std::move(weights);
    drop_tables();
}

/// Whether loose connection k delivers spikes.
bool Connections::is_arrangeable(std::size_t k, const Layout& layout) const {
    const Loose& it = loose_[k];
    return loose_number_[k] != nothing && loose_shape_[k].is_active && it.source != nothing && it.target != nothing &&
           layout.targets[it.target].receiver != nothing;
}

/// Gives each table the loose connections that it takes, in order of creation.
std::vector<std::vector<std::uint32_t>> Connections::divide_loose(const Layout& layout) const {
    std::vector<std::vector<std::uint32_t>> by_table(layout.tables.size());
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        if (!is_arrangeable(k, layout)) continue;
        by_table[layout.targets[loose_[k].target].table].push_back(static_cast<std::uint32_t>(k));
    }
    const auto is_before = [this](std::uint32_t a, std::uint32_t b) { return loose_number_[a] < loose_number_[b]; };
    for (auto& loose : by_table) {  // which are in order, unless a rule's were unfolded
        if (!std::is_sorted(loose.begin(), loose.end(), is_before)) std::sort(loose.begin(), loose.end(), is_before);
    }
    return by_table;
}

/// Orders the sources by gid; sources without one follow, by number.
Connections::Keys Connections::make_keys(const Layout& layout) const {
    Gid end = 0;
    for (const Gid gid : layout.gid_of_source) end = std::max(end, gid + 1);
    for (const Loose& it : loose_) {
        if (is_input(it.source)) end = std::max(end, gid_of_input(it.source) + 1);
    }
    for (const RuleConnections& made : rules_) end = std::max(end, made.rule->sources.end());
    return {static_cast<std::uint32_t>(end), layout.gid_of_source, this};
}

/// Gives each table the numbers of its places, so that tables can be filled in any order. Returns their sizes.
std::vector<std::uint32_t> Connections::number_places(std::span<const std::vector<std::uint32_t>> loose,
                                                      const Layout& layout) {
    std::vector<std::uint32_t> sizes;
    for (const auto& each : loose) sizes.push_back(static_cast<std::uint32_t>(each.size()));
    for (const RuleConnections& made : rules_) {
        for (std::size_t i = 0; i < made.targets.size(); ++i) {
            const TargetPlace& to = layout.targets[made.targets[i]];
            if (to.receiver != nothing) sizes[to.table] += static_cast<std::uint32_t>(made.sources(i).size());
        }
    }
    std::uint32_t begin = 0;
    for (std::size_t t = 0; t < tables_.size(); begin += sizes[t++]) tables_[t].begin = begin;
    return sizes;
}

namespace {

std::vector<std::uint32_t> ascending(std::span<const std::uint32_t> sizes) {
    std::vector<std::uint32_t> order(sizes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return sizes[a] < sizes[b]; });
    return order;
}

}  // namespace

/// The smallest tables first, so that the sources of their rules are no longer there when the largest ones fill.
void Connections::fill_tables(std::span<const std::vector<std::uint32_t>> loose, std::span<const std::uint32_t> sizes,
                              const Layout& layout, const Keys& keys) {
    const std::vector<std::uint32_t> order = ascending(sizes);
    std::vector<std::vector<TableFiller::SourceFan>> filled(tables_.size());
    SpentRules spent(rules_, layout.targets, tables_.size());
    layout.for_each_table(tables_.size(), [&](std::size_t k) {
        const std::uint32_t t = order[k];
        filled[t] = fill_table(t, loose[t], layout, keys);
        spent.note_filled(t);
    });
    std::vector<PlacedFan> fans;
    for (std::uint32_t t = 0; t < tables_.size(); ++t) {
        for (const auto& fan : filled[t]) fans.push_back({fan.source, {t, fan.group}});
    }
    list_fans(std::move(fans), layout.sources);
}

/// Returns the table's fans, by source.
std::vector<TableFiller::SourceFan> Connections::fill_table(std::uint32_t t, std::span<const std::uint32_t> loose,
                                                            const Layout& layout, const Keys& keys) {
    ConnectionTable& table = tables_[t];
    TableFiller::Order order;
    order.forms_groups = layout.forms_groups;
    order.source_of_key = [&](std::uint32_t key) { return keys.source(key); };
    TableFiller filler(table, order);
    const auto add_until = [&](std::uint32_t number) {
        const auto end = std::lower_bound(loose.begin(), loose.end(), number,
                                          [&](std::uint32_t k, std::uint32_t n) { return loose_number_[k] < n; });
        const auto run = loose.first(static_cast<std::size_t>(end - loose.begin()));
        loose = loose.subspan(run.size());
        filler.add(run.size(), [this, run, &layout, &keys](std::size_t i) {
            const std::uint32_t k = run[i];
            return TableFiller::Single{loose_number_[k], keys.key(loose_[k].source),
                                       layout.targets[loose_[k].target].receiver, loose_delay_[k],
                                       connection(std::size_t{k}).weights};
        });
    };
    for (const RuleConnections& made : rules_) {
        add_until(made.first);
        std::vector<std::uint32_t> receivers;
        for (const std::uint32_t target : made.targets) {
            const TargetPlace& to = layout.targets[target];
            receivers.push_back(to.receiver != nothing && to.table == t ? to.receiver : nothing);
        }
        filler.add(made, std::move(receivers));
    }
    add_until(nothing);
    return filler.fill(places_);
}

void Connections::list_fans(std::vector<PlacedFan> fans, std::size_t sources) {
    const auto is_before = [](const PlacedFan& a, const PlacedFan& b) { return a.source < b.source; };
    const auto sort = [&](auto begin, auto end) {
        if (!std::is_sorted(begin, end, is_before)) std::stable_sort(begin, end, is_before);
    };
    // Tables have their sources in the order of gids, which of inputs is that of their numbers.
    const auto inputs =
        std::stable_partition(fans.begin(), fans.end(), [](const PlacedFan& each) { return !is_input(each.source); });
    sort(fans.begin(), inputs);
    sort(inputs, fans.end());
    std::vector<std::uint32_t> groups;
    for (const ConnectionTable& table : tables_) groups.push_back(static_cast<std::uint32_t>(table.group_count()));
    fans_ = Fans(sources, groups);
    for (const PlacedFan& each : fans) fans_.add(each.source, each.fan);
    fans_.finish();
}

void Connections::drop_arranged() {
    const InBlocks<Loose> records = std::exchange(loose_, {});
    const InBlocks<double> delays = std::exchange(loose_delay_, {});
    const std::vector<std::uint32_t> numbers = std::exchange(loose_number_, {});
    const std::vector<Shape> shapes = std::exchange(loose_shape_, {});
    const std::vector<double> weights = std::exchange(loose_weights_, {});
    loose_sources_.clear();
    for (std::size_t k = 0; k < records.size(); ++k) {
        if (numbers[k] == nothing || !is_loose(numbers[k])) continue;
        if (is_input(records[k].source)) loose_sources_.insert(records[k].source);
        const auto own = weights.begin() + records[k].weight_begin;
        places_.set(numbers[k], loose_flag | static_cast<std::uint32_t>(loose_.size()));
        loose_number_.push_back(numbers[k]);
        loose_.push_back({records[k].source, records[k].target, static_cast<std::uint32_t>(loose_weights_.size())});
        loose_delay_.push_back(delays[k]);
        loose_shape_.push_back(shapes[k]);
        loose_weights_.insert(loose_weights_.end(), own, own + shapes[k].weights);
    }
}

}  // namespace ranvier::engine
