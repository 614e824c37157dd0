#pragma once

#include <array>
#include <bit>
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
/// 2. The bins are filled and sorted, as many at a time as take a twelfth of the connections. Delays and weights are
///    drawn when a connection enters its bin.
///
/// While it works, the filler needs 24 bytes for each connection in the current bins: 2 bytes per connection of the table.
class TableFiller {
  public:
    /// A connection that was made by itself.
    struct Single {
        std::uint32_t number, key, receiver;
        double delay;  // ms
        std::span<const double> weights;
    };
    struct Order {
        bool by_creation = false;  ///< by source and creation only
        std::function<std::uint32_t(std::uint32_t key)> source_of_key;
        /// Whether a source's connections of equal delay form one group. Null: all do.
        std::function<bool(std::uint32_t source)> forms_groups;
    };
    struct SourceFan {
        std::uint32_t source, group;
    };

    TableFiller(ConnectionTable& table, const Order& order) : table_(table), order_(order) {}
    /// Adds `count` connections, get(0), get(1), ... Connections are added in ascending order of their numbers.
    void add(std::size_t count, std::function<Single(std::size_t)> get);
    /// Adds a rule's connections onto those of its targets that have a receiver in this table. `receivers[i]`: that of
    /// target i; `nothing`: it has none in this table. The key of a source is its gid. `rule` must outlive this.
    void add(const RuleConnections& rule, std::vector<std::uint32_t> receivers);
    /// Fills the table, and sets the place of each connection to table.begin + k, unless its rule is hidden. Returns the fans, in ascending order
    /// of keys. Groups refer to `take_delays()`.
    std::vector<SourceFan> fill(Places& places);
    /// Instead of filling the table, calls act(number) for each connection in the order in which they would be in it.
    void for_each_in_order(const std::function<void(std::uint32_t number)>& act);
    DelayNumbers take_delays() { return std::move(delays_); }

  private:
    struct Singles {
        std::size_t count;
        std::function<Single(std::size_t)> get;
    };
    struct OfRule {
        const RuleConnections* rule;
        std::vector<std::uint32_t> receivers;
    };
    struct Entry {
        std::uint32_t key, delay, receiver;
        std::uint32_t number_and_hidden;  // 2 * number + is_hidden
        union {
            double weight;               // of a connection onto a mechanism with one weight
            std::uint64_t first_weight;  // of others: into weights_, where their number stands before them
        };
    };
    template <class Act>
    void for_each_key(Act&& act) const;
    template <class Act>
    void for_each_entry(Act&& act);
    void count_keys();
    std::size_t size_of_part() const;
    std::size_t end_of_part(std::size_t begin) const;
    void collect(std::size_t begin, std::size_t end);
    void collect(const Singles& singles);
    void collect(const OfRule& part);
    void collect_all(const OfRule& part, std::size_t i);
    void collect_some(const OfRule& part, std::size_t i);
    bool is_in_part(std::uint32_t key) const { return key - first_key_ < keys_; }
    /// That of the rule's first connection onto target i.
    static std::uint32_t number_and_hidden(const OfRule& part, std::size_t i) {
        return 2 * part.rule->number(i, 0) + part.rule->is_hidden;
    }
    Entry& enter(std::uint32_t key, std::uint32_t delay, std::uint32_t receiver, std::uint32_t number_and_hidden) {
        Entry& entry = entries_[next_[(key >> shift_) - first_bin_]++];
        entry.key = key;
        entry.delay = delay;
        entry.receiver = receiver;
        entry.number_and_hidden = number_and_hidden;
        return entry;
    }
    void set_weight(Entry& entry, const OfRule& part, double weight);
    bool has_one_weight() const { return table_.stride == 1; }
    void sort_bins();
    void sort_by_delay(std::span<Entry> bin, const std::vector<std::uint32_t>& ranks);
    void append(const Entry& entry, std::uint32_t k);
    void append_weights(const Entry& entry);

    ConnectionTable& table_;
    const Order& order_;
    std::vector<std::variant<Singles, OfRule>> segments_;
    DelayNumbers delays_;
    std::vector<SourceFan> fans_;
    int shift_ = 0;                        // of a key, to the number of its bin
    std::vector<std::uint32_t> bin_ends_;  // connections up to and including those of a bin
    std::size_t size_ = 0;
    bool has_weights_ = true;  // false: they are not drawn

    // Of the bins that are being filled.
    std::vector<Entry> entries_;
    std::size_t first_bin_ = 0;
    bool is_whole_ = false;                   // they are all bins
    std::uint32_t first_key_ = 0, keys_ = 0;  // their keys: first_key_ to first_key_ + keys_ - 1
    std::vector<std::uint32_t> next_;         // by bin: its next free entry
    std::vector<double> weights_;
    std::vector<Entry> sorted_;
    std::vector<std::uint32_t> of_delay_;
    std::vector<double> drawn_delays_, drawn_weights_;  // onto one target
    // Of the latest connection in the table.
    std::uint32_t key_ = nothing;
    bool may_join_ = true;
};

}  // namespace ranvier::engine
