#include "engine/connection/bin_sorter.hpp"

#include <algorithm>
#include <numeric>

namespace ranvier::engine {

void BinSorter::sort() {
    const std::vector<std::uint32_t> ranks = part_.delays().ranks();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : part_.bin_ends()) {
        if (end - begin > 1 && order_bin(begin, end, ranks)) move_bin(begin);
        begin = end;
    }
}

/// Where a connection of the part belongs in its bin. Those with the same key, delay and receiver keep their order, which
/// is that of their numbers.
BinSorter::Sorted BinSorter::sorted(std::uint32_t at) const {
    const std::uint32_t key = part_.entry(at).key;
    if (part_.order() == TableOrder::creation) return {key, 0, Receiver{0}, at};
    return {key, part_.delay(at), part_.order() == TableOrder::delay ? Receiver{0} : part_.receiver(at), at};
}

/// Writes the order of a bin to from_. Returns false if the bin is in order.
bool BinSorter::order_bin(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> ranks) {
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
    if (is_one_key && are_receivers_in_order && !part_.has_own_delays() && ranks.size() < sorted_.size()) {
        order_by_delay(ranks);
    } else {
        std::sort(sorted_.begin(), sorted_.end());
        std::transform(sorted_.begin(), sorted_.end(), from_.begin(), [](const Sorted& it) { return it.at; });
    }
    if (part_.order() == TableOrder::delay) find_early_groups(begin);
    return true;
}

/// Finds the groups of a bin that were begun before those of shorter delays. from_: where its connections come from, which
/// are in the order of creation.
void BinSorter::find_early_groups(std::uint32_t begin) {
    std::uint32_t first = nothing;  // made of those of shorter delays
    for (std::size_t k = 0, end = 0; k < from_.size(); k = end) {
        const TablePart::Entry& entry = part_.entry(from_[k]);
        const bool is_new_source = k == 0 || part_.entry(from_[k - 1]).key != entry.key;
        if (is_new_source) first = nothing;
        const auto is_of_group = [&](std::uint32_t at) {
            return part_.entry(at).key == entry.key && part_.entry(at).delay == entry.delay;
        };
        std::uint32_t before = 0;
        for (end = k; end < from_.size() && is_of_group(from_[end]); ++end) before += from_[end] < first;
        if (!is_new_source && before > 0) part_.add_early_group(begin + static_cast<std::uint32_t>(k), before);
        first = std::min(first, from_[k]);
    }
}

/// The same for a bin whose connections have one source and are in order but for their delays: counts these.
void BinSorter::order_by_delay(std::span<const std::uint32_t> ranks) {
    const auto rank = [&](const Sorted& it) { return ranks[part_.entry(it.at).delay]; };
    of_delay_.assign(ranks.size() + 1, 0);
    for (const Sorted& it : sorted_) ++of_delay_[rank(it) + std::size_t{1}];
    std::partial_sum(of_delay_.begin(), of_delay_.end(), of_delay_.begin());
    for (const Sorted& it : sorted_) from_[of_delay_[rank(it)]++] = it.at;
}

/// Brings the connections of a bin into the order of from_.
void BinSorter::move_bin(std::uint32_t begin) {
    part_.for_each_column([&](auto values, std::size_t stride) {
        auto& in_order = moved(typename decltype(values)::value_type{});
        in_order.clear();
        for (const std::size_t at : from_) {
            for (std::size_t w = 0; w < stride; ++w) in_order.push_back(values[at * stride + w]);
        }
        std::copy(in_order.begin(), in_order.end(), values.begin() + static_cast<std::ptrdiff_t>(begin * stride));
    });
}

}  // namespace ranvier::engine
