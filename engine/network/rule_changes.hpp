#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>

namespace ranvier::engine {

class Network;

/// The connections that a rule has made on this rank have the numbers begin, ..., end - 1.
struct MadeConnections {
    std::uint32_t begin, end;
};

/// Multiplies weight w of these connections. Those that are in tables stay there. Throws std::invalid_argument if one has no
/// such weight.
void scale_weights(Network& network, std::span<const MadeConnections> made, std::uint32_t w, double factor);

/// Connections that are not active deliver no spikes. The tables are built again before the next step.
void set_active(Network& network, std::span<const MadeConnections> made, bool is_active);

/// The distinct targets of those that have not been removed, by packed().
std::unordered_set<std::uint64_t> targets(Network& network, std::span<const MadeConnections> made);

/// Those that have not been removed.
std::uint64_t count(const Network& network, std::span<const MadeConnections> made);

}  // namespace ranvier::engine
