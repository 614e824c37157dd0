#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/sorted_gids.hpp"
#include "exchange/spike_exchange.hpp"

namespace ranvier::exchange {

/// The gids that a rank owns and the gids that it listens for, as passed to `connect`, and which of the owned gids
/// other ranks want.
///
/// Memory [bytes]: 6.5 for each owned gid; 2.5 for each wanted one, unless the set is shared.
class KnownGids {
  public:
    /// What a rank does with the spikes of a gid.
    struct Use {
        bool is_wanted;        ///< this rank listens for the gid
        std::uint32_t output;  ///< index of its route, `no_output` if no other rank listens
    };
    static constexpr std::uint32_t no_output = (1u << 30) - 2;

    KnownGids() = default;

    /// `outgoing` are the routes of this network's owned gids that other ranks want, ascending by gid.
    KnownGids(const Connections& network, const Routes& outgoing);

    bool wants(Gid gid) const { return wanted_->contains(gid); }

    /// Throws std::logic_error if the gid fires on `rank`, which does not own it.
    Use use_of_owned(Gid gid, int rank) const {
        const SortedGids::Places places = owned_.find(gid);
        if (places.begin == places.end) throw_not_owned(gid, rank);
        const std::uint32_t known = known_[places.begin];
        return {(known & wanted_bit) != 0, known & ~wanted_bit};
    }

  private:
    [[noreturn]] static void throw_not_owned(Gid gid, int rank);

    static constexpr std::uint32_t wanted_bit = 1u << 30;
    SortedGids owned_;
    std::vector<std::uint32_t> known_;  // by place among the owned: the output's index, and this bit
    std::shared_ptr<const SortedGids> wanted_ = std::make_shared<SortedGids>();
};

}  // namespace ranvier::exchange
