#include "engine/connection/table_filler.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

using Form = ConnectionTable::Form;

namespace {

constexpr std::size_t of_a_bin = 32;  // connections, on average
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
    keeps_numbers_ |= count > 0;
}

void TableFiller::add(const RuleConnections& rule, std::vector<std::uint32_t> receivers) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < receivers.size(); ++i) {
        if (receivers[i] != nothing) size += rule.sources(i).size();
    }
    size_ += size;
    segments_.emplace_back(OfRule{size, &rule, std::move(receivers)});
    keeps_numbers_ |= !rule.is_hidden;
}

template <class Act>
void TableFiller::for_each_key(Act&& act) const {
    for (const auto& segment : segments_) {
        std::visit(Each{[&](const Singles& singles) {
                            for (std::size_t i = 0; i < singles.size; ++i) act(singles.get(i).key);
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

/// The delays of the first connections, about as many as are asked for.
std::vector<double> TableFiller::first_delays(const Singles& singles, std::size_t most) const {
    std::vector<double> delays;
    for (std::size_t i = 0; i < std::min(singles.size, most); ++i) delays.push_back(singles.get(i).delay);
    return delays;
}

std::vector<double> TableFiller::first_delays(const OfRule& part, std::size_t most) const {
    std::vector<double> delays;
    for (std::size_t i = 0; i < part.receivers.size() && delays.size() < most; ++i) {
        if (part.receivers[i] == nothing) continue;
        std::vector<std::uint32_t> all(part.rule->sources(i).size());
        std::iota(all.begin(), all.end(), 0u);
        delays.resize(delays.size() + all.size());
        part.rule->draw_delays(i, all, std::span(delays).last(all.size()));
    }
    return delays;
}

/// Whether most connections have delays that others do not have, judged by the first ones of each segment. In NEURON's
/// order, groups say which connections get their events together, so there have to be groups.
bool TableFiller::do_most_delays_differ() const {
    if (table_.order != TableOrder::delay_and_receiver) return false;
    double distinct = 0;
    for (const auto& segment : segments_) {
        std::visit(
            [&](const auto& connections) {
                std::vector<double> delays = first_delays(connections, judged_delays);
                const double judged_here = static_cast<double>(std::max<std::size_t>(delays.size(), 1));
                std::sort(delays.begin(), delays.end());
                const auto different = std::unique(delays.begin(), delays.end()) - delays.begin();
                distinct += static_cast<double>(different) / judged_here * static_cast<double>(connections.size);
            },
            segment);
    }
    return distinct > static_cast<double>(size_) / 2;
}

Form TableFiller::first_form() const {
    if (table_.order != TableOrder::delay_and_receiver) return Form::groups;
    return has_own_delays_ ? Form::own_delays : Form::numbered_delays;
}

template <class Act>
void TableFiller::for_each_part(Act&& act) {
    count_keys();
    has_own_delays_ = do_most_delays_differ();
    if (has_own_delays_ && !only_orders_) table_.own_delay.resize(size_);
    if (!only_orders_) table_.form = first_form();
    entries_.reserve(std::min(size_, size_of_part()));
    for (std::size_t begin = 0; begin < bin_ends_.size();) {
        const std::size_t end = end_of_part(begin);
        begin_part(begin, end);
        for (const auto& segment : segments_) {
            std::visit([&](const auto& connections) { collect(connections); }, segment);
        }
        sort_bins();
        act();
        begin = end;
    }
}

void TableFiller::for_each_in_order(const std::function<void(std::uint32_t number)>& act) {
    only_orders_ = keeps_numbers_ = true;
    for_each_part([&] { std::for_each(numbers_.begin(), numbers_.end(), act); });
}

std::vector<TableFiller::SourceFan> TableFiller::fill(Places& places) {
    table_.receiver.resize(size_);
    if (table_.has_many_mechanisms) {
        table_.weight_first.resize(size_);
    } else {
        table_.weights.resize(size_ * table_.stride);
    }
    for_each_part([&] {
        for (std::uint32_t at = 0; at < entries_.size(); ++at) append(at);
        for (std::uint32_t at = 0; at < numbers_.size(); ++at) {
            if (numbers_[at] != nothing) places.set(numbers_[at], table_.begin + begin_ + at);
        }
    });
    switch (table_.form) {
        case Form::groups:
            table_.groups.push_back({static_cast<std::uint32_t>(size_), ConnectionTable::end_of_source});
            table_.groups.shrink_to_fit();
            break;
        case Form::numbered_delays:
            table_.delay_number.shrink_to_fit();
            break;
        case Form::own_delays:
            end_source(size_);
            break;
    }
    table_.delays = delays_.take_values();
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

void TableFiller::begin_part(std::size_t begin, std::size_t end) {
    begin_ = begin == 0 ? 0 : bin_ends_[begin - 1];
    const std::size_t size = bin_ends_[end - 1] - begin_;
    entries_.resize(size);
    if (keeps_numbers_) numbers_.resize(size);
    if (only_orders_) own_receiver_.resize(size);
    receiver_ = only_orders_ ? std::span(own_receiver_) : std::span(table_.receiver).subspan(begin_, size);
    if (has_own_delays_) {
        if (only_orders_) own_delay_.resize(size);
        delay_ = only_orders_ ? std::span(own_delay_) : std::span(table_.own_delay).subspan(begin_, size);
    }
    first_bin_ = begin;
    first_key_ = static_cast<std::uint32_t>(begin << shift_);
    keys_ = static_cast<std::uint32_t>((end - begin) << shift_);
    next_.clear();
    for (std::size_t b = begin; b < end; ++b) next_.push_back((b == 0 ? 0 : bin_ends_[b - 1]) - begin_);
    weights_.clear();
}

void TableFiller::collect(const Singles& singles) {
    for (std::size_t i = 0; i < singles.size; ++i) {
        const Single it = singles.get(i);
        if (!is_in_part(it.key)) continue;
        const std::uint32_t at = enter(it.key, it.receiver, it.number);
        if (has_own_delays_) {
            delay_[at] = it.delay;
        } else {
            entries_[at].delay = delays_.number(it.delay);
        }
        std::copy(it.weights.begin(), it.weights.end(), weights_of(at, it.weights.size()).begin());
    }
}

void TableFiller::collect(const OfRule& part) {
    for (std::size_t i = 0; i < part.receivers.size(); ++i) {
        if (part.receivers[i] == nothing) continue;
        find_hits(part.rule->sources(i));
        if (!hits_.empty()) collect_hits(part, i);
    }
}

/// Finds the connections whose sources are in the part, without branches, which could not be predicted.
void TableFiller::find_hits(std::span<const Gid> sources) {
    hits_.resize(sources.size() + 1);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < sources.size(); ++k) {
        hits_[count] = k;
        count += is_in_part(static_cast<std::uint32_t>(sources[k]));
    }
    hits_.resize(count);
}

void TableFiller::collect_hits(const OfRule& part, std::size_t i) {
    const RuleConnections& made = *part.rule;
    const std::span<const Gid> sources = made.sources(i);
    const bool same_delay = made.rule->delay.kind == Distribution::Kind::constant;
    const bool same_weight = only_orders_ || made.rule->weight.kind == Distribution::Kind::constant;
    drawn_delays_.resize(same_delay ? 1 : hits_.size());
    drawn_weights_.resize(same_weight ? 1 : hits_.size());
    made.draw_delays(i, std::span(hits_).first(drawn_delays_.size()), drawn_delays_);
    made.draw_weights(i, std::span(hits_).first(drawn_weights_.size()), drawn_weights_);
    const bool has_place = only_orders_ || !made.is_hidden;
    const std::uint32_t first_number = made.number(i, 0);
    std::uint32_t delay = has_own_delays_ ? 0 : delays_.number(drawn_delays_[0]);
    for (std::size_t h = 0; h < hits_.size(); ++h) {
        const std::uint32_t number = has_place ? first_number + hits_[h] : nothing;
        const std::uint32_t at = enter(static_cast<std::uint32_t>(sources[hits_[h]]), part.receivers[i], number);
        if (has_own_delays_) {
            delay_[at] = drawn_delays_[same_delay ? 0 : h];
        } else {
            if (!same_delay) delay = delays_.number(drawn_delays_[h]);
            entries_[at].delay = delay;
        }
        const std::span<double> weights = weights_of(at, made.weights);
        if (!weights.empty()) weights[0] = drawn_weights_[same_weight ? 0 : h];
    }
}

/// Space for the weights of a connection of the part, which are 0. Valid until the next call.
std::span<double> TableFiller::weights_of(std::uint32_t at, std::size_t count) {
    if (!only_orders_ && !table_.has_many_mechanisms) {
        return std::span(table_.weights).subspan((begin_ + std::size_t{at}) * table_.stride, table_.stride);
    }
    if (only_orders_) {
        unused_weights_.resize(count);
        return unused_weights_;
    }
    table_.weight_first[begin_ + at] = static_cast<std::uint32_t>(weights_.size());
    weights_.push_back(static_cast<double>(count));
    weights_.resize(weights_.size() + count);
    return std::span(weights_).last(count);
}

void TableFiller::sort_bins() {
    const std::vector<std::uint32_t> ranks = delays_.ranks();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : next_) {
        if (end - begin > 1 && order_bin(begin, end, ranks)) move_bin(begin);
        begin = end;
    }
}

/// Where a connection of the part belongs in its bin. Those with the same key, delay and receiver keep their order, which
/// is that of their numbers.
TableFiller::Sorted TableFiller::sorted(std::uint32_t at) const {
    const Entry& entry = entries_[at];
    if (table_.order == TableOrder::creation) return {entry.key, 0, 0, at};
    const std::uint32_t receiver = table_.order == TableOrder::delay ? 0 : receiver_[at];
    return {entry.key, has_own_delays_ ? delay_[at] : delays_.values()[entry.delay], receiver, at};
}

/// Writes the order of a bin to from_. Returns false if the bin is in order.
bool TableFiller::order_bin(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> ranks) {
    std::uint32_t at = begin + 1;
    while (at < end && sorted(at - 1) < sorted(at)) ++at;
    if (at == end) return false;
    sorted_.clear();
    bool is_one_key = true, are_receivers_in_order = true;
    for (at = begin; at < end; ++at) {
        sorted_.push_back(sorted(at));
        is_one_key &= sorted_.back().key == sorted_.front().key;
        are_receivers_in_order &= at == begin || sorted_[at - begin - 1].receiver <= sorted_.back().receiver;
    }
    from_.resize(sorted_.size());
    if (is_one_key && are_receivers_in_order && !has_own_delays_ && ranks.size() < sorted_.size()) {
        order_by_delay(ranks);
    } else {
        std::sort(sorted_.begin(), sorted_.end());
        std::transform(sorted_.begin(), sorted_.end(), from_.begin(), [](const Sorted& it) { return it.at; });
    }
    if (table_.order == TableOrder::delay && !only_orders_) find_early_groups(begin);
    return true;
}

/// Finds the groups of a bin that were begun before those of shorter delays. from_: where its connections come from, which
/// are in the order of creation.
void TableFiller::find_early_groups(std::uint32_t begin) {
    std::uint32_t first = nothing;  // made of those of shorter delays
    for (std::size_t k = 0, end = 0; k < from_.size(); k = end) {
        const Entry& entry = entries_[from_[k]];
        const bool is_new_source = k == 0 || entries_[from_[k - 1]].key != entry.key;
        if (is_new_source) first = nothing;
        const auto is_of_group = [&](std::uint32_t at) {
            return entries_[at].key == entry.key && entries_[at].delay == entry.delay;
        };
        std::uint32_t before = 0;
        for (end = k; end < from_.size() && is_of_group(from_[end]); ++end) before += from_[end] < first;
        if (!is_new_source && before > 0) {
            table_.early_groups.push_back({begin_ + begin + static_cast<std::uint32_t>(k), before});
        }
        first = std::min(first, from_[k]);
    }
}

/// The same for a bin whose connections have one source and are in order but for their delays: counts these.
void TableFiller::order_by_delay(std::span<const std::uint32_t> ranks) {
    const auto rank = [&](const Sorted& it) { return ranks[entries_[it.at].delay]; };
    of_delay_.assign(ranks.size() + 1, 0);
    for (const Sorted& it : sorted_) ++of_delay_[rank(it) + std::size_t{1}];
    std::partial_sum(of_delay_.begin(), of_delay_.end(), of_delay_.begin());
    for (const Sorted& it : sorted_) from_[of_delay_[rank(it)]++] = it.at;
}

/// Brings the connections of a bin into the order of from_.
void TableFiller::move_bin(std::uint32_t begin) {
    const auto move = [&](auto values, auto& moved, std::size_t stride = 1) {
        moved.clear();
        for (const std::size_t at : from_) {
            for (std::size_t w = 0; w < stride; ++w) moved.push_back(values[at * stride + w]);
        }
        std::copy(moved.begin(), moved.end(), values.begin() + static_cast<std::ptrdiff_t>(begin * stride));
    };
    move(std::span(entries_), moved_entries_);
    move(receiver_, moved_);
    if (keeps_numbers_) move(std::span(numbers_), moved_);
    if (has_own_delays_) move(delay_, moved_values_);
    if (only_orders_) return;
    if (table_.has_many_mechanisms) return move(std::span(table_.weight_first).subspan(begin_), moved_);
    const std::size_t stride = table_.stride;
    move(std::span(table_.weights).subspan(begin_ * stride), moved_values_, stride);
}

/// Lets the table's groups and fans take in a connection of the part.
void TableFiller::append(std::uint32_t at) {
    const Entry& entry = entries_[at];
    const bool same_source = entry.key == last_key_;
    if (!same_source) begin_source(entry.key, begin_ + at);
    if (!has_own_delays_) append_delay(at, same_source);
    if (table_.has_many_mechanisms) append_weights(table_.weight_first[begin_ + at]);
}

/// Begins a fan with connection k.
void TableFiller::begin_source(std::uint32_t key, std::uint32_t k) {
    last_key_ = key;
    const std::uint32_t source = order_.source_of_key(key);
    may_join_ = !order_.forms_groups || order_.forms_groups(source);
    if (has_own_delays_) end_source(k);
    fans_.push_back({source, table_.form == Form::groups ? static_cast<std::uint32_t>(table_.groups.size()) : k});
}

/// Marks the connection before k, if there is one, as the last of its source.
void TableFiller::end_source(std::size_t k) {
    if (k > 0) table_.own_delay[k - 1] = -table_.own_delay[k - 1];
}

void TableFiller::append_delay(std::uint32_t at, bool same_source) {
    const std::uint32_t delay = entries_[at].delay;
    if (table_.form == Form::numbered_delays) {
        if (delay < ConnectionTable::end_of_source_16 &&
            append_number(static_cast<std::uint16_t>(delay), same_source)) {
            return;
        }
        number_to_groups();
    }
    append_to_groups(at, same_source);
}

/// Returns false, and appends nothing, if groups would now take less memory or time.
bool TableFiller::append_number(std::uint16_t delay, bool same_source) {
    constexpr std::size_t few = 16;
    constexpr std::uint16_t end = ConnectionTable::end_of_source_16;
    std::vector<std::uint16_t>& numbers = table_.delay_number;
    joins_ += same_source && may_join_ && (numbers.back() & ~end) == delay;
    if (joins_ > few + static_cast<std::size_t>(most_that_join * static_cast<double>(numbers.size()))) return false;
    if (same_source) numbers.back() &= static_cast<std::uint16_t>(~end);
    numbers.push_back(delay | end);
    return true;
}

/// Makes a group of each connection that the table has so far.
void TableFiller::number_to_groups() {
    constexpr std::uint16_t end = ConnectionTable::end_of_source_16;
    for (std::uint32_t k = 0; k < table_.delay_number.size(); ++k) {
        const std::uint16_t number = table_.delay_number[k];
        table_.groups.push_back({k, (number & ~end) | ((number & end) != 0 ? ConnectionTable::end_of_source : 0)});
    }
    release(table_.delay_number);
    table_.form = Form::groups;
}

void TableFiller::append_to_groups(std::uint32_t at, bool same_source) {
    const std::uint32_t delay = entries_[at].delay;
    if (same_source && may_join_ && (table_.groups.back().delay_and_end & ~ConnectionTable::end_of_source) == delay)
        return;
    if (same_source) table_.groups.back().delay_and_end &= ~ConnectionTable::end_of_source;
    table_.groups.push_back({begin_ + at, delay | ConnectionTable::end_of_source});
}

/// Moves weights from those of the part to the end of the table's.
void TableFiller::append_weights(std::uint32_t& first) {
    const auto from = weights_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    first = static_cast<std::uint32_t>(table_.weights.size());
    table_.weights.insert(table_.weights.end(), from, from + static_cast<std::ptrdiff_t>(*(from - 1)));
}

}  // namespace ranvier::engine
