#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "engine/connection/connection_table.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/rule_connections.hpp"

namespace ranvier::engine {

/// Numbers the distinct delays of a table.
class DelayNumbers {
  public:
    std::uint32_t number(double ms) {
        Known& known = recent_[(std::bit_cast<std::uint64_t>(ms) * 0x9e3779b97f4a7c15) >> 54];
        if (ms == known.ms) return known.number;
        const auto [found, is_new] = numbers_.try_emplace(ms, static_cast<std::uint32_t>(values_.size()));
        if (is_new) values_.push_back(ms);
        known = {ms, found->second};
        return found->second;
    }
    const std::vector<double>& values() const { return values_; }
    std::vector<double> take_values() { return std::move(values_); }
    /// The place of each delay among all, sorted.
    std::vector<std::uint32_t> ranks() const;

  private:
    std::vector<double> values_;
    std::unordered_map<double, std::uint32_t> numbers_;
    struct Known {
        double ms = -1;
        std::uint32_t number = 0;
    };
    std::array<Known, 1024> recent_;  // looked up first, by a hash of the delay
};

/// Fills one table, in the order of delivery, in time linear in the number of connections.
///
/// 1. The sources' keys are counted in bins, which have a few dozen connections each.
/// 2. Part by part, connections are drawn into the bins, where they already lie in the table, and bins are sorted. A part
///    is as many bins as have a tenth of the connections.
///
/// While it works, the filler needs 8 bytes for each connection of a part, and 4 more where places are kept: about 1 byte
/// per connection of the table.
class TableFiller {
  public:
    /// A connection that was made by itself.
    struct Single {
        std::uint32_t number, key, receiver;
        double delay;  // ms
        std::span<const double> weights;
    };
    struct Order {
        std::function<std::uint32_t(std::uint32_t key)> source_of_key;
        /// Whether a source's connections of equal delay form one group. Null: all do.
        std::function<bool(std::uint32_t source)> forms_groups;
    };
    struct SourceFan {
        std::uint32_t source, group;
    };

    /// Of these first connections of a rule, half must differ in their delays for connections to have their own.
    static constexpr std::size_t judged_delays = 4096;
    /// Connections are groups by themselves as long as at most this part of them could join the one before.
    static constexpr double most_that_join = 1. / 4;
    static constexpr std::size_t parts = 10;  ///< in which a large table is filled
    /// For each connection of the table, where no place is kept.
    static constexpr double bytes_while_filling = 8. / parts;

    TableFiller(ConnectionTable& table, const Order& order) : table_(table), order_(order) {}
    /// Adds `count` connections, get(0), get(1), ... Connections are added in ascending order of their numbers.
    void add(std::size_t count, std::function<Single(std::size_t)> get);
    /// Adds a rule's connections onto those of its targets that have a receiver in this table. `receivers[i]`: that of
    /// target i; `nothing`: it has none in this table. The key of a source is its gid. `rule` must outlive this.
    void add(const RuleConnections& rule, std::vector<std::uint32_t> receivers);
    /// Fills the table, and sets the place of each connection to table.begin + k, unless its rule is hidden. Returns the
    /// fans, in ascending order of keys.
    std::vector<SourceFan> fill(Places& places);
    /// Instead of filling the table, calls act(number) for each connection in the order in which they would be in it.
    void for_each_in_order(const std::function<void(std::uint32_t number)>& act);

  private:
    struct Singles {
        std::size_t size;
        std::function<Single(std::size_t)> get;
    };
    struct OfRule {
        std::size_t size;
        const RuleConnections* rule;
        std::vector<std::uint32_t> receivers;
    };
    /// What is not in the table of a connection of the part.
    struct Entry {
        std::uint32_t key, delay;  // delay: its number, unless connections have their own
    };
    struct Sorted {
        std::uint32_t key;
        double delay;
        std::uint32_t receiver, at;
        auto operator<=>(const Sorted&) const = default;
    };
    template <class Act>
    void for_each_key(Act&& act) const;
    template <class Act>
    void for_each_part(Act&& act);
    void count_keys();
    bool do_most_delays_differ() const;
    ConnectionTable::Form first_form() const;
    std::vector<double> first_delays(const Singles& singles, std::size_t most) const;
    std::vector<double> first_delays(const OfRule& part, std::size_t most) const;
    std::size_t size_of_part() const;
    std::size_t end_of_part(std::size_t begin) const;
    void begin_part(std::size_t begin, std::size_t end);
    void collect(const Singles& singles);
    void collect(const OfRule& part);
    void find_hits(std::span<const Gid> sources);
    void collect_hits(const OfRule& part, std::size_t i);
    bool is_in_part(std::uint32_t key) const { return key - first_key_ < keys_; }
    /// A place of the part for one more connection, which gets its delay later.
    std::uint32_t enter(std::uint32_t key, std::uint32_t receiver, std::uint32_t number) {
        const std::uint32_t at = next_[(key >> shift_) - first_bin_]++;
        entries_[at].key = key;
        receiver_[at] = receiver;
        if (keeps_numbers_) numbers_[at] = number;
        return at;
    }
    std::span<double> weights_of(std::uint32_t at, std::size_t count);
    void sort_bins();
    Sorted sorted(std::uint32_t at) const;
    bool order_bin(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> ranks);
    void order_by_delay(std::span<const std::uint32_t> ranks);
    void find_early_groups(std::uint32_t begin);
    void move_bin(std::uint32_t begin);
    void append(std::uint32_t at);
    void begin_source(std::uint32_t key, std::uint32_t k);
    void end_source(std::size_t k);
    void append_delay(std::uint32_t at, bool same_source);
    bool append_number(std::uint16_t delay, bool same_source);
    void number_to_groups();
    void append_to_groups(std::uint32_t at, bool same_source);
    void append_weights(std::uint32_t& first);

    ConnectionTable& table_;
    const Order& order_;
    std::vector<std::variant<Singles, OfRule>> segments_;
    DelayNumbers delays_;
    std::vector<SourceFan> fans_;
    int shift_ = 0;                        // of a key, to the number of its bin
    std::vector<std::uint32_t> bin_ends_;  // connections up to and including those of a bin
    std::size_t size_ = 0;
    bool only_orders_ = false;     // the table stays as it is
    bool has_own_delays_ = false;  // connections have them, not groups
    bool keeps_numbers_ = false;   // otherwise no place is kept

    // The part.
    std::size_t first_bin_ = 0;
    std::uint32_t first_key_ = 0, keys_ = 0;  // first_key_ to first_key_ + keys_ - 1
    std::uint32_t begin_ = 0;                 // of its connections in the table
    std::vector<std::uint32_t> next_;         // by bin: its next free place
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> numbers_;  // nothing: its place is not kept
    std::span<std::uint32_t> receiver_;   // in the table, or own_receiver_
    std::span<double> delay_;             // of connections that have their own: in the table, or own_delay_
    std::vector<std::uint32_t> own_receiver_;
    std::vector<double> own_delay_;
    // Of connections onto many mechanisms: weights, their number before them; weight_first of the table points there.
    std::vector<double> weights_;

    // For one target: its connections that are in the part.
    std::vector<std::uint32_t> hits_;
    std::vector<double> drawn_delays_, drawn_weights_, unused_weights_;
    // For one bin: its connections as they are, and where those in order come from.
    std::vector<Sorted> sorted_;
    std::vector<std::uint32_t> from_, of_delay_;
    std::vector<Entry> moved_entries_;
    std::vector<std::uint32_t> moved_;
    std::vector<double> moved_values_;
    // Of the latest connection in the table.
    std::uint32_t last_key_ = nothing;
    bool may_join_ = true;
    std::size_t joins_ = 0;  // connections that are groups by themselves, and could join the one before
};

}  // namespace ranvier::engine
