#include "exchange/routing/known_gids.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ranvier::exchange {

KnownGids::KnownGids(std::span<const Gid> owned, std::span<const Gid> wanted, std::span<const Route> outgoing)
    : index_(owned.size() + wanted.size()) {
    for (const Gid gid : owned) index_[gid] = owned_bit | no_output;
    for (std::uint32_t output = 0; output < outgoing.size(); ++output) {
        index_[outgoing[output].gid] = owned_bit | output;
    }
    for (const Gid gid : wanted) {
        std::uint32_t& known = index_[gid];
        known = (known == GidIndex::none ? no_output : known) | wanted_bit;
    }
}

void KnownGids::throw_not_owned(Gid gid, int rank) {
    throw std::logic_error(fmt::format("gid {} fired on rank {}, which does not own it", gid, rank));
}

}  // namespace ranvier::exchange
