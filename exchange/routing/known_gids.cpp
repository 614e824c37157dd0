#include "exchange/routing/known_gids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace ranvier::exchange {

namespace {

std::shared_ptr<const SortedGids> set_of(const Connections& network) {
    if (network.wanted_set) return network.wanted_set;
    std::vector<Gid> gids(network.wanted.begin(), network.wanted.end());
    std::sort(gids.begin(), gids.end());
    return std::make_shared<SortedGids>(gids);
}

}  // namespace

KnownGids::KnownGids(const Connections& network, std::span<const Route> outgoing)
    : owned_(network.owned.size()), wanted_(set_of(network)) {
    for (const Gid gid : network.owned) owned_[gid] = no_output | (wants(gid) ? wanted_bit : 0);
    for (std::uint32_t output = 0; output < outgoing.size(); ++output) {
        std::uint32_t& known = owned_[outgoing[output].gid];
        known = output | (known & wanted_bit);
    }
}

void KnownGids::throw_not_owned(Gid gid, int rank) {
    throw std::logic_error(fmt::format("gid {} fired on rank {}, which does not own it", gid, rank));
}

}  // namespace ranvier::exchange
