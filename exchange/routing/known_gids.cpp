#include "exchange/routing/known_gids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ranvier::exchange {

KnownGids::KnownGids(std::span<const Gid> owned, std::span<const Gid> wanted)
    : owned_(owned.begin(), owned.end()), wanted_(wanted.begin(), wanted.end()) {
    std::sort(owned_.begin(), owned_.end());
    std::sort(wanted_.begin(), wanted_.end());
}

bool KnownGids::wants(Gid gid) const {
    return std::binary_search(wanted_.begin(), wanted_.end(), gid);
}

void KnownGids::require_owned(Gid gid, int rank) const {
    if (std::binary_search(owned_.begin(), owned_.end(), gid)) return;
    throw std::logic_error(fmt::format("gid {} fired on rank {}, which does not own it", gid, rank));
}

}  // namespace ranvier::exchange
