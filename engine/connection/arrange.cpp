// Sorts connections into tables, in the order in which spikes are delivered.
#include <algorithm>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <tuple>
#include <utility>

#include "engine/connection/connections.hpp"

namespace ranvier::engine {

// The tables are taken apart before: their connections get records again, in order of creation. Preparation is rare, and
// merging would save at most half of its time.
void Connections::arrange(Layout layout) {
    write_places();
    loosen_all();
    std::vector<std::uint32_t> chosen = find_arrangeable(layout);
    find_delays(chosen);
    sort(chosen, layout);
    fill_tables(chosen, layout);
    drop_arranged();
}

void Connections::loosen_all() {
    if (tables_.empty()) return;  // they are loose, in order
    index_places();
    InBlocks<Loose> records;
    InBlocks<double> delays;
    std::vector<std::uint32_t> numbers;
    std::vector<Shape> shapes;
    std::vector<double> weights;
    std::size_t count = 0, weight_count = 0;
    for_each_number([&](std::uint32_t n) {
        ++count;
        weight_count += this->weights(n).size();
    });
    numbers.reserve(count);
    shapes.reserve(count);
    weights.reserve(weight_count);
    for_each_number([&](std::uint32_t n) {
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
        place_[n] = loose_flag | static_cast<std::uint32_t>(records.size() - 1);
    });
    fans_.for_each([&](std::uint32_t source, const Fan& fan) {
        const ConnectionTable& table = tables_[fan.table];
        for (std::uint32_t g = fan.group;; ++g) {
            for (std::uint32_t k = table.groups[g].first; k < table.groups[g + 1].first; ++k) {
                if (table.receiver[k] == nothing) continue;
                const std::size_t to = place_[number_of_place_[table.begin + k]] & ~loose_flag;
                delays[to] = delay(table, g);
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
    tables_.clear();
    fans_ = {};
    number_of_place_ = {};
    source_of_group_ = {};
}

/// The loose connections that deliver spikes, by source and creation.
std::vector<std::uint32_t> Connections::find_arrangeable(const Layout& layout) const {
    std::vector<std::uint64_t> order;
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        if (loose_number_[k] == nothing) continue;  // removed
        const Loose& it = loose_[k];
        if (!loose_shape_[k].is_active || it.source == nothing || it.target == nothing) continue;
        if (layout.targets[it.target].receiver != nothing) order.push_back(std::uint64_t{it.source} << 32 | k);
    }
    boost::sort::spreadsort::integer_sort(order.begin(), order.end());
    std::vector<std::uint32_t> chosen;
    chosen.reserve(order.size());
    for (const std::uint64_t each : order) chosen.push_back(static_cast<std::uint32_t>(each));
    return chosen;
}

void Connections::find_delays(std::span<const std::uint32_t> chosen) {
    delays_.clear();
    constexpr std::size_t few = 1024;
    std::size_t known = 0;  // the first are sorted and distinct
    const auto tidy = [&] {
        std::sort(delays_.begin() + static_cast<std::ptrdiff_t>(known), delays_.end());
        std::inplace_merge(delays_.begin(), delays_.begin() + static_cast<std::ptrdiff_t>(known), delays_.end());
        delays_.erase(std::unique(delays_.begin(), delays_.end()), delays_.end());
        known = delays_.size();
    };
    for (const std::uint32_t k : chosen) {
        const double ms = loose_delay_[k];
        const auto end = delays_.begin() + static_cast<std::ptrdiff_t>(known);
        if (std::binary_search(delays_.begin(), end, ms)) continue;
        delays_.push_back(ms);
        if (delays_.size() - known > few + known) tidy();
    }
    tidy();
    delays_.shrink_to_fit();
}

std::uint32_t Connections::delay_index(double ms) const {
    return static_cast<std::uint32_t>(std::lower_bound(delays_.begin(), delays_.end(), ms) - delays_.begin());
}

// Comparing within one source: the keys lie in the cache, and there are rarely more than a few thousand.
void Connections::sort(std::vector<std::uint32_t>& chosen, const Layout& layout) const {
    struct Key {
        std::uint32_t table, receiver;
        double delay;
        std::uint32_t k;
    };
    const auto is_before = [](const Key& a, const Key& b) {
        return std::tie(a.table, a.delay, a.receiver, a.k) < std::tie(b.table, b.delay, b.receiver, b.k);
    };
    std::vector<Key> keys;
    for (auto begin = chosen.begin(); begin != chosen.end();) {
        const std::uint32_t source = loose_[*begin].source;
        keys.clear();
        auto end = begin;
        for (; end != chosen.end() && loose_[*end].source == source; ++end) {
            const TargetPlace& to = layout.targets[loose_[*end].target];
            keys.push_back(
                {to.table, layout.by_creation ? 0 : to.receiver, layout.by_creation ? 0. : loose_delay_[*end], *end});
        }
        std::sort(keys.begin(), keys.end(), is_before);
        std::transform(keys.begin(), keys.end(), begin, [](const Key& key) { return key.k; });
        begin = end;
    }
}

/// Makes the tables, with room for the chosen connections.
void Connections::reserve_tables(std::span<const std::uint32_t> chosen, const Layout& layout) {
    tables_ = layout.tables;
    std::vector<std::size_t> sizes(tables_.size()), weights(tables_.size());
    for (const std::uint32_t k : chosen) {
        const std::uint32_t t = layout.targets[loose_[k].target].table;
        ++sizes[t];
        weights[t] += loose_shape_[k].weights;
    }
    std::uint32_t begin = 0;
    for (std::size_t t = 0; t < tables_.size(); ++t) {
        tables_[t].begin = begin;
        begin += static_cast<std::uint32_t>(sizes[t]);
        tables_[t].receiver.reserve(sizes[t]);
        tables_[t].weights.reserve(weights[t]);
        if (tables_[t].has_many_mechanisms) tables_[t].weight_first.reserve(sizes[t] + 1);
    }
}

void Connections::fill_tables(std::span<const std::uint32_t> chosen, const Layout& layout) {
    reserve_tables(chosen, layout);
    fans_ = Fans(layout.sources);
    std::uint32_t previous = nothing, previous_table = nothing;
    for (const std::uint32_t k : chosen) {
        const Loose& it = loose_[k];
        const TargetPlace& to = layout.targets[it.target];
        ConnectionTable& table = tables_[to.table];
        const auto at = static_cast<std::uint32_t>(table.receiver.size());
        const bool same_source = previous != nothing && loose_[previous].source == it.source;
        const bool same_fan = same_source && previous_table == to.table;
        const bool may_join = !layout.forms_groups || layout.forms_groups(it.source);
        if (!same_fan) {
            fans_.add(it.source, {to.table, static_cast<std::uint32_t>(table.groups.size())});
        }
        if (!same_fan || !may_join || loose_delay_[previous] != loose_delay_[k]) {
            if (same_fan) table.groups.back().delay_and_end &= ~ConnectionTable::end_of_source;
            table.groups.push_back({at, delay_index(loose_delay_[k]) | ConnectionTable::end_of_source});
        }
        table.receiver.push_back(to.receiver);
        if (table.has_many_mechanisms) table.weight_first.push_back(static_cast<std::uint32_t>(table.weights.size()));
        const auto own = loose_weights_.begin() + loose_[k].weight_begin;
        table.weights.insert(table.weights.end(), own, own + loose_shape_[k].weights);
        place_[loose_number_[k]] = table.begin + at;
        previous = k;
        previous_table = to.table;
    }
    fans_.finish();
    for (ConnectionTable& table : tables_) {
        table.groups.push_back({static_cast<std::uint32_t>(table.receiver.size()), ConnectionTable::end_of_source});
        table.groups.shrink_to_fit();
        if (table.has_many_mechanisms) table.weight_first.push_back(static_cast<std::uint32_t>(table.weights.size()));
    }
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
        place_[numbers[k]] = loose_flag | static_cast<std::uint32_t>(loose_.size());
        loose_number_.push_back(numbers[k]);
        loose_.push_back({records[k].source, records[k].target, static_cast<std::uint32_t>(loose_weights_.size())});
        loose_delay_.push_back(delays[k]);
        loose_shape_.push_back(shapes[k]);
        loose_weights_.insert(loose_weights_.end(), own, own + shapes[k].weights);
    }
}

}  // namespace ranvier::engine
