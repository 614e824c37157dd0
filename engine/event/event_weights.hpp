#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/event/event.hpp"

namespace ranvier::engine {

/// A weight by names that stay valid when connections are arranged.
struct WeightName {
    std::uint32_t connection = nothing;  ///< number; nothing: it belongs to none
    std::uint32_t offset = 0;            ///< among the weights of the connection
};

/// The weights that self events carry: net_send passes the address of an array, an event only its number.
///
/// A number is an index into the weights of the table of the receiver's connections, or of loose connections, or the number
/// of an array of C code (which runs on one thread); none for null. The first two are valid until connections are
/// arranged or changed: then the weight is found by its name.
class EventWeights {
  public:
    /// `connections` must outlive this object.
    explicit EventWeights(Connections& connections) : connections_(connections) {}

    /// `table`: of the connections onto the receiver. Arrays that no connection has are remembered.
    WeightNumber number(const double* weight, TableNumber table);
    double* at(WeightNumber number, TableNumber table) const {
        if (number == WeightNumber::none) return nullptr;
        const std::uint32_t n = index_of(number);
        if (n >= first_array) return arrays_[n - first_array];
        if (n >= first_loose) return &connections_.loose().all_weights()[n - first_loose];
        return &connections_.table(table).weights[n];
    }
    /// An array of C code has no name, nor has a weight of a connection that no longer exists.
    WeightName name(WeightNumber number, TableNumber table) const;
    /// The number of a weight with a name; none: there is no such weight any more.
    WeightNumber find(const WeightName& name, TableNumber table) const;
    /// Whether it is the number of an array of C code that is known, or of null.
    bool is_array(WeightNumber number) const {
        const std::uint32_t n = index_of(number);
        return number == WeightNumber::none || (n >= first_array && n - first_array < arrays_.size());
    }

  private:
    static constexpr std::uint32_t first_loose = 0x80000000u, first_array = 0xc0000000u;
    /// None for weights that no connection has.
    WeightNumber number_in_connections(const double* weight, TableNumber table) const;

    Connections& connections_;
    std::vector<double*> arrays_;  // that C code sent with self events
    std::unordered_map<const double*, std::uint32_t> array_numbers_;
};

}  // namespace ranvier::engine
