#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {

/// What the connections of a rule onto this rank's targets take, before they are made.
struct RuleBytes {
    double connections = 0;  ///< their number, expected
    double synapses = 0;     ///< [bytes] of those that the rule makes
    double sources = 0;      ///< [bytes] from when the rule is given until they are in tables
    double tables = 0;       ///< [bytes] of the tables
    double filling = 0;      ///< [bytes] while the tables fill

    RuleBytes& operator+=(const RuleBytes& other);
};

/// `targets`: this rank's; `weights`: of each connection; `tables`: into which they go, of which `threads` fill at once.
/// Weights that a rule takes from an array, and events, are not included.
RuleBytes bytes_of(const Rule& rule, std::size_t targets, std::uint32_t weights, std::size_t tables,
                   std::size_t threads);

}  // namespace ranvier::engine
