#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/connection_table.hpp"
#include "engine/connection/delay_numbers.hpp"
#include "engine/connection/key_bins.hpp"

namespace ranvier::engine {

/// The connections of some bins of a table, while they are collected and sorted.
///
/// 1. A connection is known by its place in the part, which it gets from its bin.
/// 2. What the table keeps of it (receiver, weights, its own delay) lies in the table at once. Only what takes part in
///    sorting, 8 bytes, and its number, if its place is kept, lie here.
///
/// If only the order of connections is wanted, there is no table, and all lies here but the weights.
class TablePart {
  public:
    struct Entry {
        std::uint32_t key, delay;  // delay: its number, unless connections have their own
    };

    /// To fill a table, whose arrays already have their sizes. `own_delays`: the table's, if connections have their own.
    TablePart(ConnectionTable& table, std::span<double> own_delays, bool keeps_numbers);
    /// To find the order alone, in which case numbers are kept.
    TablePart(TableOrder order, bool has_own_delays);
    /// Makes room for all connections of these bins; those of the part before are forgotten.
    void begin(const KeyBins& bins, const KeyBins::Part& part);

    // --- collecting -------------------------------------------------------------------------------------------------
    bool contains(std::uint32_t key) const { return places_.contains(key); }
    /// Whether not only the order is wanted.
    bool fills_table() const { return table_ != nullptr; }
    /// 0 where connections have their own delays.
    std::uint32_t number_of_delay(double ms) { return has_own_delays_ ? 0 : delays_.number(ms); }
    /// Adds a connection; `delay`: number_of_delay(ms). `number`: nothing: its place is not kept.
    std::uint32_t enter(std::uint32_t key, Receiver receiver, std::uint32_t number, double ms, std::uint32_t delay) {
        const std::uint32_t at = places_.take(key);
        entries_[at] = {key, delay};
        receiver_[at] = receiver;
        if (has_own_delays_) own_delay_[at] = ms;
        if (keeps_numbers_) numbers_[at] = number;
        return at;
    }
    /// Space for the weights of a connection, which are 0. Valid until the next call.
    std::span<double> weights_of(std::uint32_t at, std::size_t count) {
        if (!table_ || table_->has_many_mechanisms) return weights_beside(at, count);
        return std::span(table_->weights).subspan((begin_ + std::size_t{at}) * table_->stride, table_->stride);
    }

    // --- sorting ----------------------------------------------------------------------------------------------------
    /// The place behind the last one of each bin, once all are collected.
    std::span<const std::uint32_t> bin_ends() const { return places_.ends(); }
    TableOrder order() const { return order_; }
    bool has_own_delays() const { return has_own_delays_; }
    const Entry& entry(std::uint32_t at) const { return entries_[at]; }
    Receiver receiver(std::uint32_t at) const { return receiver_[at]; }
    double delay(std::uint32_t at) const {
        return has_own_delays_ ? own_delay_[at] : delays_.values()[entries_[at].delay];
    }
    DelayNumbers& delays() { return delays_; }
    /// Calls act(values, stride) for each array in which connection k has the values from k * stride on.
    template <class Act>
    void for_each_column(Act&& act) {
        act(std::span(entries_), 1);
        act(receiver_, 1);
        if (keeps_numbers_) act(std::span(numbers_), 1);
        if (has_own_delays_) act(own_delay_, 1);
        if (!table_) return;
        if (table_->has_many_mechanisms) return act(std::span(table_->weight_first).subspan(begin_), 1);
        act(std::span(table_->weights).subspan(begin_ * std::size_t{table_->stride}), table_->stride);
    }
    /// Those that TableOrder::delay needs; does nothing if only the order is wanted.
    void add_early_group(std::uint32_t at, std::uint32_t before) {
        if (table_) table_->early_groups.push_back({begin_ + at, before});
    }

    // --- in order ---------------------------------------------------------------------------------------------------
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    /// The place of the part's first connection in the table.
    std::uint32_t begin() const { return begin_; }
    std::span<const std::uint32_t> numbers() const { return numbers_; }
    /// Moves the weights of a connection to the end of the table's; only if that has many mechanisms.
    void append_weights(std::uint32_t at);

  private:
    std::span<double> weights_beside(std::uint32_t at, std::size_t count);

    ConnectionTable* const table_;  // null: only the order is wanted
    const TableOrder order_;
    const bool has_own_delays_, keeps_numbers_;
    DelayNumbers delays_;  // of all parts
    BinPlaces places_;
    std::uint32_t begin_ = 0;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> numbers_;
    std::span<Receiver> receiver_;  // in the table, or found_receiver_
    std::span<double> own_delay_;   // in the table, or found_delay_
    std::span<double> table_delays_;
    std::vector<Receiver> found_receiver_;
    std::vector<double> found_delay_;
    // Of connections onto many mechanisms: weights, their number before them; weight_first of the table points there.
    std::vector<double> weights_;
};

}  // namespace ranvier::engine
