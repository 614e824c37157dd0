#include "engine/connection/table_filler.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ranvier::engine {

namespace {

constexpr std::size_t of_a_bin = 32;  // connections, on average
constexpr std::size_t parts = 8;      // in which a large table is filled
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

std::vector<TableFiller::SourceFan> TableFiller::fill(
    const std::function<void(std::uint32_t number, std::uint32_t k)>& place) {
    count_keys();
    table_.receiver.reserve(size_);
    if (!table_.has_many_mechanisms) table_.weights.reserve(size_ * table_.stride);
    for (std::size_t begin = 0; begin < bin_ends_.size();) {
        const std::size_t end = end_of_part(begin);
        collect(begin, end);
        sort_bins();
        for (const Entry& entry : entries_) {
            place(numbers_[entry.arrival], static_cast<std::uint32_t>(table_.receiver.size()));
            append(entry);
        }
        begin = end;
    }
    table_.groups.push_back({static_cast<std::uint32_t>(table_.receiver.size()), ConnectionTable::end_of_source});
    table_.groups.shrink_to_fit();
    if (table_.has_many_mechanisms) table_.weight_first.push_back(static_cast<std::uint32_t>(table_.weights.size()));
    return std::move(fans_);
}

/// The bin behind the last of a part that begins with this one.
std::size_t TableFiller::end_of_part(std::size_t begin) const {
    const std::size_t before = begin == 0 ? 0 : bin_ends_[begin - 1];
    const std::size_t most = before + std::max(smallest_part, size_ / parts);
    const auto first = bin_ends_.begin() + static_cast<std::ptrdiff_t>(begin) + 1;
    return static_cast<std::size_t>(std::upper_bound(first, bin_ends_.end(), most) - bin_ends_.begin());
}

void TableFiller::collect(std::size_t begin, std::size_t end) {
    const std::uint32_t before = begin == 0 ? 0 : bin_ends_[begin - 1];
    entries_.resize(bin_ends_[end - 1] - before);
    first_bin_ = begin;
    next_.clear();
    for (std::size_t b = begin; b < end; ++b) next_.push_back((b == 0 ? 0 : bin_ends_[b - 1]) - before);
    numbers_.clear();
    weights_.clear();
    first_weight_.clear();
    for (const auto& segment : segments_) {
        std::visit([&](const auto& connections) { collect(connections, begin, end); }, segment);
    }
    first_weight_.push_back(static_cast<std::uint32_t>(weights_.size()));
}

void TableFiller::collect(const Singles& singles, std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < singles.count; ++i) {
        const Single it = singles.get(i);
        const std::size_t bin = it.key >> shift_;
        if (bin < begin || bin >= end) continue;
        enter(it.key, it.delay, it.receiver, it.number);
        weights_.insert(weights_.end(), it.weights.begin(), it.weights.end());
    }
}

void TableFiller::collect(const OfRule& part, std::size_t begin, std::size_t end) {
    const RuleConnections& rule = *part.rule;
    std::vector<double> delays, weights;
    for (std::size_t i = 0; i < part.receivers.size(); ++i) {
        if (part.receivers[i] == nothing) continue;
        const std::span<const Gid> sources = rule.sources(i);
        const bool is_whole = begin == 0 && end == bin_ends_.size();
        delays.resize(is_whole ? sources.size() : 1);
        weights.resize(delays.size());
        if (is_whole) {
            rule.draw_delays(i, 0, delays);
            rule.draw_weights(i, 0, weights);
        }
        for (std::size_t k = 0; k < sources.size(); ++k) {
            const auto key = static_cast<std::uint32_t>(sources[k]);
            const std::size_t bin = key >> shift_;
            if (bin < begin || bin >= end) continue;
            if (!is_whole) {
                rule.draw_delays(i, k, delays);
                rule.draw_weights(i, k, weights);
            }
            const std::size_t at = is_whole ? k : 0;
            enter(key, delays[at], part.receivers[i], rule.number(i, k));
            if (rule.weights > 0) weights_.push_back(weights[at]);
            for (std::uint32_t w = 1; w < rule.weights; ++w) weights_.push_back(0);
        }
    }
}

void TableFiller::enter(std::uint32_t key, double delay, std::uint32_t receiver, std::uint32_t number) {
    const std::size_t at = next_[(key >> shift_) - first_bin_]++;
    entries_[at] = {key, delays_.number(delay), receiver, static_cast<std::uint32_t>(numbers_.size())};
    numbers_.push_back(number);
    first_weight_.push_back(static_cast<std::uint32_t>(weights_.size()));
}

void TableFiller::sort_bins() {
    const auto is_created_before = [](const Entry& a, const Entry& b) {
        return std::tie(a.key, a.arrival) < std::tie(b.key, b.arrival);
    };
    const std::vector<std::uint32_t> ranks = delays_.ranks();
    const auto is_before = [&](const Entry& a, const Entry& b) {
        if (a.key != b.key) return a.key < b.key;
        if (a.delay != b.delay) return ranks[a.delay] < ranks[b.delay];
        return std::tie(a.receiver, a.arrival) < std::tie(b.receiver, b.arrival);
    };
    std::uint32_t begin = 0;
    for (const std::uint32_t end : next_) {
        const auto first = entries_.begin() + begin, last = entries_.begin() + end;
        begin = end;
        if (order_.by_creation) {
            std::sort(first, last, is_created_before);
        } else if (!std::is_sorted(first, last, is_before)) {
            std::sort(first, last, is_before);
        }
    }
}

void TableFiller::append(const Entry& entry) {
    const auto k = static_cast<std::uint32_t>(table_.receiver.size());
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
    table_.receiver.push_back(entry.receiver);
    if (table_.has_many_mechanisms) table_.weight_first.push_back(static_cast<std::uint32_t>(table_.weights.size()));
    table_.weights.insert(table_.weights.end(), weights_.begin() + first_weight_[entry.arrival],
                          weights_.begin() + first_weight_[entry.arrival + std::size_t{1}]);
}

}  // namespace ranvier::engine
