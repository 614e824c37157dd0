#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/state/state_bytes.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

/// The complete state of one rank's part of a network: a run that continues from it gives bitwise the same results.
///
/// The state of a cell with a gid, and spikes in flight between gids, can be restored on any rank of any number of
/// ranks. The rest (`parts`) belongs to a rank: it can be restored on a different number of ranks only if all ranks
/// saved the same content.
struct RankSnapshot {
    struct Cell {
        exchange::Gid gid;
        Bytes state;
    };
    struct Part {
        std::string name;
        bool travels;  ///< restored by name on the rank that has it; otherwise it must be on all ranks
        Bytes state;
    };
    struct Flying {
        double t;  ///< time of firing [ms]
        exchange::Gid gid;
        std::uint32_t count;  ///< number of equal spikes
        auto operator<=>(const Flying&) const = default;
    };
    /// The samples of a variable in a Vector, by the variable's name.
    struct Recorded {
        std::string name;
        bool travels;
        std::vector<double> values;
    };
    /// Recorded spikes of one source: index into `spike_vectors`; -1: none.
    struct Spikes {
        exchange::Gid gid;     ///< -1: none
        std::uint32_t source;  ///< its number on this rank
        std::int32_t times, ids;
        double id;
    };

    std::uint64_t set = 0;  ///< the same for the snapshots that all ranks took at one time
    std::uint32_t rank = 0, ranks = 1;
    std::string settings;       ///< settings of the program that affect results bitwise
    std::uint64_t stretch = 0;  ///< number of the latest finitialize, from 1 on
    std::int64_t step = 0;      ///< since that finitialize
    double t = 0, dt = 0;       ///< [ms]
    double delivered = 0;       ///< time up to which events have been delivered [ms]
    std::vector<Cell> cells;    ///< by gid, ascending
    std::vector<Part> parts;
    std::vector<Flying> flying;
    std::vector<Recorded> recorded;
    std::vector<std::vector<double>> spike_vectors;
    std::vector<Spikes> spikes;
    std::vector<std::uint64_t> event_order;  ///< engine::identity, if events follow NEURON's order of equal times
};

/// The bytes include a version and a checksum. rank_snapshot throws StateError if they are not a snapshot, have a
/// different version, or are damaged or truncated.
Bytes to_bytes(const RankSnapshot& snapshot);
RankSnapshot rank_snapshot(std::span<const std::byte> bytes);

}  // namespace ranvier::engine
