#include "engine/connection/table_filler.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ranvier::engine {

namespace {

constexpr std::size_t of_a_bin = 32;  // connections, on average
constexpr std::size_t parts = 12;     // in which a large table is filled
constexpr std::size_t smallest_part = 1u << 18;

template <class... Act>
struct Each : Act... {
    using Act::operator()...;
};

}  // namespace

std::vector<std::uint32_t> DelayNumbers::ranks() const {
    std::vector<std::uint32_t> order(values_.size()), ranks(values_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values_[a] < values_[b]; });
    for (std::uint32_t r = 0; r < order.size(); ++r) ranks[order[r]] = r;
    return ranks;
}

void TableFiller::add(std::size_t count, std::function<Single(std::size_t)> get) {
    segments_.emplace_back(Singles{count, std::move(get)});
    size_ += count;
}

void TableFiller::add(const RuleConnections& rule, std::vector<std::uint32_t> receivers) {
    for (std::size_t i = 0; i < receivers.size(); ++i) {
        if (receivers[i] != nothing) size_ += rule.sources(i).size();
    }
    segments_.emplace_back(OfRule{&rule, std::move(receivers)});
}

template <class Act>
void TableFiller::for_each_key(Act&& act) const {
    for (const auto& segment : segments_) {
        std::visit(Each{[&](const Singles& singles) {
                            for (std::size_t i = 0; i < singles.count; ++i) act(singles.get(i).key);
                        },
                        [&](const OfRule& part) {
                            for (std::size_t i = 0; i < part.receivers.size(); ++i) {
                                if (part.receivers[i] == nothing) continue;
                                for (const Gid gid : part.rule->sources(i)) act(static_cast<std::uint32_t>(gid));
                            }
                        }},
                   segment);
    }
}

void TableFiller::count_keys() {
    std::uint32_t last = 0;
    for_each_key([&](std::uint32_t key) { last = std::max(last, key); });
    while (last >> shift_ > size_ / of_a_bin) ++shift_;
    bin_ends_.assign((last >> shift_) + std::size_t{1}, 0);
    for_each_key([&](std::uint32_t key) { ++bin_ends_[key >> shift_]; });
    std::partial_sum(bin_ends_.begin(), bin_ends_.end(), bin_ends_.begin());
}

template <class Act>
void TableFiller::for_each_entry(Act&& act) {
    count_keys();
    entries_.reserve(std::min(size_, size_of_part()));  // so that no former storage adds to the peak of memory
    for (std::size_t begin = 0; begin < bin_ends_.size();) {
        const std::size_t end = end_of_part(begin);
        collect(begin, end);
        sort_bins();
        for (const Entry& entry : entries_) act(entry);
        begin = end;
    }
}

void TableFiller::for_each_in_order(const std::function<void(std::uint32_t number)>& act) {
    has_weights_ = false;
    for_each_entry([&](const Entry& entry) { act(entry.number_and_hidden >> 1); });
}

std::vector<TableFiller::SourceFan> TableFiller::fill(Places& places) {
    table_.receiver.resize(size_);
    if (has_one_weight()) {
        table_.weights.resize(size_);
    } else if (!table_.has_many_mechanisms) {
        table_.weights.reserve(size_ * table_.stride);
    }
    std::uint32_t k = 0;
    for_each_entry([&](const Entry& entry) {
        if (entry.number_and_hidden % 2 == 0) places.set(entry.number_and_hidden >> 1, table_.begin + k);
        append(entry, k++);
    });
    table_.groups.push_back({static_cast<std::uint32_t>(table_.receiver.size()), ConnectionTable::end_of_source});
    table_.groups.shrink_to_fit();
    if (table_.has_many_mechanisms) table_.weight_first.push_back(static_cast<std::uint32_t>(table_.weights.size()));
    return std::move(fans_);
}

/// The most connections of a part, unless a bin has more.
std::size_t TableFiller::size_of_part() const {
    return std::max(smallest_part, size_ / parts);
}

/// The bin behind the last of a part that begins with this one.
std::size_t TableFiller::end_of_part(std::size_t begin) const {
    const std::size_t before = begin == 0 ? 0 : bin_ends_[begin - 1];
    const std::size_t most = before + size_of_part();
    const auto first = bin_ends_.begin() + static_cast<std::ptrdiff_t>(begin) + 1;
    return static_cast<std::size_t>(std::upper_bound(first, bin_ends_.end(), most) - bin_ends_.begin());
}

void TableFiller::collect(std::size_t begin, std::size_t end) {
    const std::uint32_t before = begin == 0 ? 0 : bin_ends_[begin - 1];
    entries_.resize(bin_ends_[end - 1] - before);
    first_bin_ = begin;
    is_whole_ = begin == 0 && end == bin_ends_.size();
    first_key_ = static_cast<std::uint32_t>(begin << shift_);
    keys_ = static_cast<std::uint32_t>((end - begin) << shift_);
    next_.clear();
    for (std::size_t b = begin; b < end; ++b) next_.push_back((b == 0 ? 0 : bin_ends_[b - 1]) - before);
    weights_.clear();
    for (const auto& segment : segments_) {
        std::visit([&](const auto& connections) { collect(connections); }, segment);
    }
}

void TableFiller::collect(const Singles& singles) {
    for (std::size_t i = 0; i < singles.count; ++i) {
        const Single it = singles.get(i);
        if (!is_in_part(it.key)) continue;
        Entry& entry = enter(it.key, delays_.number(it.delay), it.receiver, 2 * it.number);
        if (has_one_weight()) {
            entry.weight = it.weights[0];
        } else {
            entry.first_weight = weights_.size();
            weights_.push_back(static_cast<double>(it.weights.size()));
            weights_.insert(weights_.end(), it.weights.begin(), it.weights.end());
        }
    }
}

void TableFiller::collect(const OfRule& part) {
    for (std::size_t i = 0; i < part.receivers.size(); ++i) {
        if (part.receivers[i] == nothing) continue;
        is_whole_ ? collect_all(part, i) : collect_some(part, i);
    }
}

/// Draws for all connections onto target i together.
void TableFiller::collect_all(const OfRule& part, std::size_t i) {
    const std::span<const Gid> sources = part.rule->sources(i);
    drawn_delays_.resize(sources.size());
    drawn_weights_.resize(sources.size());
    part.rule->draw_delays(i, 0, drawn_delays_);
    if (has_weights_) part.rule->draw_weights(i, 0, drawn_weights_);
    const std::uint32_t first = number_and_hidden(part, i);
    for (std::uint32_t k = 0; k < sources.size(); ++k) {
        const std::uint32_t delay = delays_.number(drawn_delays_[k]);
        Entry& entry = enter(static_cast<std::uint32_t>(sources[k]), delay, part.receivers[i], first + 2 * k);
        set_weight(entry, part, drawn_weights_[k]);
    }
}

/// Draws for those connections onto target i whose keys are in the part.
void TableFiller::collect_some(const OfRule& part, std::size_t i) {
    const std::span<const Gid> sources = part.rule->sources(i);
    if (sources.empty()) return;
    const Rule& rule = *part.rule->rule;
    const bool same_delay = rule.delay.kind == Distribution::Kind::constant;
    const bool same_weight = !has_weights_ || rule.weight.kind == Distribution::Kind::constant;
    std::uint32_t delay = delays_.number(part.rule->draw_delay(i, 0));
    double weight = part.rule->draw_weight(i, 0);
    const std::uint32_t first = number_and_hidden(part, i);
    for (std::uint32_t k = 0; k < sources.size(); ++k) {
        const auto key = static_cast<std::uint32_t>(sources[k]);
        if (!is_in_part(key)) continue;
        if (!same_delay) delay = delays_.number(part.rule->draw_delay(i, k));
        if (!same_weight) weight = part.rule->draw_weight(i, k);
        set_weight(enter(key, delay, part.receivers[i], first + 2 * k), part, weight);
    }
}

/// Gives a rule's connection its weights.
void TableFiller::set_weight(Entry& entry, const OfRule& part, double weight) {
    if (has_one_weight() || !has_weights_) {
        entry.weight = weight;
        return;
    }
    entry.first_weight = weights_.size();
    weights_.push_back(part.rule->weights);
    for (std::uint32_t w = 0; w < part.rule->weights; ++w) weights_.push_back(w == 0 ? weight : 0);
}

void TableFiller::sort_bins() {
    const auto is_created_before = [](const Entry& a, const Entry& b) {
        return std::tie(a.key, a.number_and_hidden) < std::tie(b.key, b.number_and_hidden);
    };
    const std::vector<std::uint32_t> ranks = delays_.ranks();
    const auto is_before = [&](const Entry& a, const Entry& b) {
        if (a.key != b.key) return a.key < b.key;
        if (a.delay != b.delay) return ranks[a.delay] < ranks[b.delay];
        return std::tie(a.receiver, a.number_and_hidden) < std::tie(b.receiver, b.number_and_hidden);
    };
    const auto is_before_but_for_delay = [](const Entry& a, const Entry& b) {
        return std::tie(a.key, a.receiver, a.number_and_hidden) < std::tie(b.key, b.receiver, b.number_and_hidden);
    };
    std::uint32_t begin = 0;
    for (const std::uint32_t end : next_) {
        const std::span<Entry> bin = std::span(entries_).subspan(begin, end - begin);
        begin = end;
        if (bin.size() < 2) continue;
        if (order_.by_creation) {
            std::sort(bin.begin(), bin.end(), is_created_before);
        } else if (std::is_sorted(bin.begin(), bin.end(), is_before)) {
            continue;
        } else if (bin.front().key == bin.back().key && ranks.size() < bin.size() &&
                   std::is_sorted(bin.begin(), bin.end(), is_before_but_for_delay)) {
            sort_by_delay(bin, ranks);
        } else {
            std::sort(bin.begin(), bin.end(), is_before);
        }
    }
}

/// Sorts the connections of one source, which are in order of receivers, by delay: counts them, then puts each in its
/// place.
void TableFiller::sort_by_delay(std::span<Entry> bin, const std::vector<std::uint32_t>& ranks) {
    of_delay_.assign(ranks.size() + 1, 0);
    for (const Entry& entry : bin) ++of_delay_[ranks[entry.delay] + std::size_t{1}];
    std::partial_sum(of_delay_.begin(), of_delay_.end(), of_delay_.begin());
    sorted_.resize(bin.size());
    for (const Entry& entry : bin) sorted_[of_delay_[ranks[entry.delay]]++] = entry;
    std::copy(sorted_.begin(), sorted_.end(), bin.begin());
}

void TableFiller::append(const Entry& entry, std::uint32_t k) {
    const bool same_source = entry.key == key_;
    if (!same_source) {
        key_ = entry.key;
        const std::uint32_t source = order_.source_of_key(key_);
        may_join_ = !order_.forms_groups || order_.forms_groups(source);
        fans_.push_back({source, static_cast<std::uint32_t>(table_.groups.size())});
    }
    const std::uint32_t groups = static_cast<std::uint32_t>(table_.groups.size());
    if (!same_source || !may_join_ || table_.delay_of(groups - 1) != entry.delay) {
        if (same_source) table_.groups.back().delay_and_end &= ~ConnectionTable::end_of_source;
        table_.groups.push_back({k, entry.delay | ConnectionTable::end_of_source});
    }
    table_.receiver[k] = entry.receiver;
    if (has_one_weight()) {
        table_.weights[k] = entry.weight;
    } else {
        append_weights(entry);
    }
}

void TableFiller::append_weights(const Entry& entry) {
    if (table_.has_many_mechanisms) table_.weight_first.push_back(static_cast<std::uint32_t>(table_.weights.size()));
    const auto first = weights_.begin() + static_cast<std::ptrdiff_t>(entry.first_weight) + 1;
    table_.weights.insert(table_.weights.end(), first, first + static_cast<std::ptrdiff_t>(*(first - 1)));
}

}  // namespace ranvier::engine
