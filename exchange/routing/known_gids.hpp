#pragma once

#include <cstdint>
#include <span>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The gids that a rank owns and the gids that it listens for, as passed to `connect`, and which of the owned gids
/// other ranks want.
class KnownGids {
  public:
    /// What a rank does with the spikes of a gid.
    struct Use {
        bool is_wanted;        ///< this rank listens for the gid
        std::uint32_t output;  ///< index of its route, `no_output` if no other rank listens
    };
    static constexpr std::uint32_t no_output = (1u << 30) - 2;

    KnownGids() = default;

    /// `outgoing` are the routes of gids in `owned` that other ranks want, ascending by gid.
    KnownGids(std::span<const Gid> owned, std::span<const Gid> wanted, std::span<const Route> outgoing);

    bool wants(Gid gid) const {
        const std::uint32_t known = index_.find(gid);
        return known != GidIndex::none && (known & wanted_bit) != 0;
    }

    /// Throws std::logic_error if the gid fires on `rank`, which does not own it.
    Use use_of_owned(Gid gid, int rank) const {
        const std::uint32_t known = index_.find(gid);
        if (known == GidIndex::none || (known & owned_bit) == 0) throw_not_owned(gid, rank);
        return {(known & wanted_bit) != 0, known & ~(wanted_bit | owned_bit)};
    }

  private:
    [[noreturn]] static void throw_not_owned(Gid gid, int rank);

    static constexpr std::uint32_t wanted_bit = 1u << 30, owned_bit = 1u << 31;
    GidIndex index_;  // a number is these bits plus the output's index, never GidIndex::none
};

}  // namespace ranvier::exchange
