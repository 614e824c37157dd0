#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/connection.hpp"
#include "engine/connection/connection_table.hpp"
#include "engine/connection/fans.hpp"

namespace ranvier::engine {

/// The tables of a rank, and where each source has its connections there.
///
/// Connections are numbered by their places: those of the first table, then those of the second, ... A connection may
/// leave its table, which then keeps an empty place.
class ConnectionTables {
  public:
    /// Connection k of a table.
    struct At {
        TableNumber table;
        std::uint32_t k;
    };

    ConnectionTables() = default;
    ConnectionTables(std::vector<ConnectionTable> tables, Fans fans)
        : tables_(std::move(tables)), fans_(std::move(fans)) {}

    bool empty() const { return tables_.empty(); }
    const std::vector<ConnectionTable>& all() const { return tables_; }
    ConnectionTable& operator[](TableNumber table) { return tables_[index_of(table)]; }
    const ConnectionTable& operator[](TableNumber table) const { return tables_[index_of(table)]; }
    /// The number of places.
    std::uint32_t size() const;
    At find(std::uint32_t place) const;
    Group group_of(const At& at) const { return (*this)[at.table].groups.group_of(at.k); }
    std::span<const double> weights(const At& at) const { return (*this)[at.table].weights_of(at.k); }
    std::span<double> weights(const At& at) { return (*this)[at.table].weights_of(at.k); }

    /// The tables in which a source has connections; in ascending order.
    Fans::List fans(SourceId source) const { return fans_.of(source); }
    /// Whether the source has connections that have not left.
    bool is_any_from(SourceId source) const;
    /// The source of a group. Finds those of all on first use.
    SourceId source_of(TableNumber table, Group group);

    void take_out(std::uint32_t place);
    /// Whether a connection has left the tables.
    bool are_changed() const { return are_changed_; }

    /// Calls act(source, table, k, delay) for all connections, in the order in which they are stored.
    template <class Act>
    void for_each(Act&& act) const {
        fans_.for_each([&](SourceId source, const Fan& fan) {
            const ConnectionTable& table = (*this)[fan.table];
            for (Group g = fan.group;; ++g) {
                const auto [begin, end] = table.connections_of(g);
                for (std::uint32_t k = begin; k < end; ++k) {
                    if (table.receiver[k] != Receiver::none) act(source, At{fan.table, k}, table.delay(g));
                }
                if (table.is_last_of_source(g)) break;
            }
        });
    }
    Connection connection(SourceId source, const At& at, double delay) const {
        return {source, (*this)[at.table].target(at.k), delay, weights(at), true};
    }
    /// Calls act(source) for each source that has connections; for some more than once.
    template <class Act>
    void for_each_source(Act&& act) const {
        fans_.for_each([&](SourceId source, const Fan& fan) {
            if (!are_changed_ || !has_left(fan)) act(source);
        });
    }
    /// The minimum delay [ms] of those that come from an input; infinity if there is none. Looks at groups, not at each
    /// connection.
    double min_input_delay() const;

    // --- numbers of connections by place, made on demand ------------------------------------------------------------
    bool have_numbers() const { return !numbers_.empty(); }
    /// By place; nothing: the connection has been removed.
    void set_numbers(std::vector<std::uint32_t> numbers) { numbers_ = std::move(numbers); }
    void forget_numbers();
    std::uint32_t number_of(const At& at) const { return numbers_[(*this)[at.table].begin + at.k]; }
    /// The connection to which this place in the weights of a table belongs.
    At at_weight(TableNumber table, std::size_t place) const;

    std::size_t bytes() const;

  private:
    static bool has_left(const ConnectionTable& table, Group group);
    bool has_left(const Fan& fan) const;

    std::vector<ConnectionTable> tables_;
    Fans fans_;
    bool are_changed_ = false;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::vector<SourceId>> sources_;  // by table and group
};

}  // namespace ranvier::engine
