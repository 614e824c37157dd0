#include "exchange/routing/known_gids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace ranvier::exchange {

namespace {

SortedGids sorted(std::span<const Gid> gids) {
    if (std::is_sorted(gids.begin(), gids.end())) return SortedGids(gids);
    std::vector<Gid> copy(gids.begin(), gids.end());
    std::sort(copy.begin(), copy.end());
    return SortedGids(copy);
}

std::shared_ptr<const SortedGids> set_of(const Connections& network) {
    return network.wanted_set ? network.wanted_set : std::make_shared<SortedGids>(sorted(network.wanted));
}

}  // namespace

KnownGids::KnownGids(const Connections& network, const Routes& outgoing)
    : owned_(sorted(network.owned)), known_(network.owned.size(), no_output), wanted_(set_of(network)) {
    owned_.for_each([this](std::size_t place, Gid gid) {
        if (wants(gid)) known_[place] |= wanted_bit;
    });
    for (std::uint32_t output = 0; output < outgoing.size(); ++output) {
        std::uint32_t& known = known_[owned_.find(outgoing.gids()[output]).begin];
        known = output | (known & wanted_bit);
    }
}

void KnownGids::throw_not_owned(Gid gid, int rank) {
    throw std::logic_error(fmt::format("gid {} fired on rank {}, which does not own it", gid, rank));
}

}  // namespace ranvier::exchange
