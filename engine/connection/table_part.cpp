#include "engine/connection/table_part.hpp"

#include <algorithm>

namespace ranvier::engine {

TablePart::TablePart(ConnectionTable& table, std::span<double> own_delays, bool keeps_numbers)
    : table_(&table),
      order_(table.order),
      has_own_delays_(table.groups.form() == ConnectionGroups::Form::own_delays),
      keeps_numbers_(keeps_numbers),
      table_delays_(own_delays) {}

TablePart::TablePart(TableOrder order, bool has_own_delays)
    : table_(nullptr), order_(order), has_own_delays_(has_own_delays), keeps_numbers_(true) {}

void TablePart::begin(const KeyBins& bins, const KeyBins::Part& part) {
    begin_ = bins.begin_of(part.first_bin);
    const std::size_t size = bins.begin_of(part.end_bin) - begin_;
    if (entries_.empty()) entries_.reserve(std::min<std::size_t>(bins.begin_of(bins.count()), bins.size_of_part()));
    entries_.resize(size);
    if (keeps_numbers_) numbers_.resize(size);
    if (table_) {
        receiver_ = std::span(table_->receiver).subspan(begin_, size);
        if (has_own_delays_) own_delay_ = table_delays_.subspan(begin_, size);
    } else {
        found_receiver_.resize(size);
        receiver_ = found_receiver_;
        if (has_own_delays_) found_delay_.resize(size);
        own_delay_ = found_delay_;
    }
    places_.begin(bins, part);
    weights_.clear();
}

/// Space for weights that are not in the table, or not yet.
std::span<double> TablePart::weights_beside(std::uint32_t at, std::size_t count) {
    if (!table_) {
        weights_.resize(count);
        return weights_;
    }
    table_->weight_first[begin_ + at] = static_cast<std::uint32_t>(weights_.size());
    weights_.push_back(static_cast<double>(count));
    weights_.resize(weights_.size() + count);
    return std::span(weights_).last(count);
}

void TablePart::append_weights(std::uint32_t at) {
    std::uint32_t& first = table_->weight_first[begin_ + at];
    const auto from = weights_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    first = static_cast<std::uint32_t>(table_->weights.size());
    table_->weights.insert(table_->weights.end(), from, from + static_cast<std::ptrdiff_t>(*(from - 1)));
}

}  // namespace ranvier::engine
