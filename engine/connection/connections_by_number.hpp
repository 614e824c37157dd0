#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/connection.hpp"
#include "engine/connection/connection_tables.hpp"
#include "engine/connection/end_indexes.hpp"
#include "engine/connection/loose_connections.hpp"
#include "engine/connection/places.hpp"
#include "engine/connection/ruled_connections.hpp"

namespace ranvier::engine {

/// Looks at connections by number. Valid as long as the Connections of which it is a view.
///
/// The first look at a connection of a hidden rule finds the places of all that are hidden, which takes as long as making
/// the tables: threads may look at numbers at once only after this. What has been found is kept (4 bytes for each
/// connection) until connections are arranged, until `hide`, or until this view ends, if it is one for now.
class ConnectionsByNumber {
  public:
    /// How long found places are kept.
    enum class Keeps : std::uint8_t { found, found_for_now };

    ConnectionsByNumber(Places& places, LooseConnections& loose, ConnectionTables& tables, RuledConnections& ruled,
                        EndIndexes& ends, Keeps keeps)
        : places_(places),
          loose_(loose),
          tables_(tables),
          ruled_(ruled),
          ends_(ends),
          hides_at_end_(keeps == Keeps::found_for_now && ruled.are_any_hidden() && !places.are_found()) {}
    ~ConnectionsByNumber() {
        if (hides_at_end_) hide();
    }
    ConnectionsByNumber(const ConnectionsByNumber&) = delete;
    ConnectionsByNumber& operator=(const ConnectionsByNumber&) = delete;

    // Precondition of the first five: the connection exists.
    Connection operator[](std::uint32_t number) const;
    SourceId source(std::uint32_t number) const;
    TargetNumber target(std::uint32_t number) const;
    double delay(std::uint32_t number) const;  ///< [ms]
    /// In place: call Connections::note_change before anything but a mechanism assigns one. Those of a folded connection
    /// are a copy, valid until the next look.
    std::span<double> weights(std::uint32_t number) const;
    /// The weights of all connections, in order of creation.
    std::vector<double> all_weights() const;

    /// The number of connection k of a table; nothing: it has been removed.
    std::uint32_t number_of(TableNumber table, std::size_t k) const;
    /// The number of the connection that has this place in the weights of a table.
    std::uint32_t number_of_weight(TableNumber table, std::size_t place) const;
    /// Lets `number_of` find connections by the places that they have now, even after they have left the tables.
    void number_places() const;

    /// The numbers of a source's connections, or of those onto a target, in order of creation. Indexed on first use; the
    /// list also holds some connections that have been removed or changed since.
    std::vector<std::uint32_t> from(SourceId source) const;
    std::span<const std::uint32_t> onto(TargetNumber target) const;

    /// Frees what looks at hidden connections have found, unless a connection has left the tables since.
    void hide() const;

  private:
    Place place(std::uint32_t number) const;
    template <class F>
    auto visit(std::uint32_t number, F&& f) const;

    Places& places_;
    LooseConnections& loose_;
    ConnectionTables& tables_;
    RuledConnections& ruled_;
    EndIndexes& ends_;
    const bool hides_at_end_;
};

}  // namespace ranvier::engine
