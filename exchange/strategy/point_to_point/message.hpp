#pragma once

#include <cstdint>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// Number of a sub-interval, modulo 2^16; its lowest bit tells A from B. This bit alone cannot identify a sub-interval:
/// a rank that has finished an interval may already send two sub-intervals ahead while another still waits for the last
/// message of the current one.
using Serial = std::uint16_t;

/// The leg of a spike's route: from the cell's rank, or from a relay.
enum class Phase : std::uint16_t { one = 0, two = 1 };

/// One spike on its way to one rank: 16 bytes, as in the header packet of Hines, Kumar & Schuermann 2011 (Methods,
/// Multisend).
struct SpikeMessage {
    double t;
    Gid gid;
    Serial serial;            ///< the sub-interval in which it fired
    std::uint16_t run : 15;   ///< number of runs begun before it fired, modulo 2^15; spikes of earlier runs are dropped
    std::uint16_t phase : 1;  ///< a Phase

    Phase way() const { return static_cast<Phase>(phase); }
};
static_assert(sizeof(SpikeMessage) == 16);

inline constexpr int spike_tag = 1;

}  // namespace ranvier::exchange
