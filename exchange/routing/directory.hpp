#pragma once

#include <span>
#include <vector>

#include "exchange/footprint.hpp"
#include "exchange/routing/routes.hpp"
#include "exchange/spike.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Who listens for this rank's sources, and whom it listens to.
struct FoundRoutes {
    Routes outgoing;                ///< by ascending gid; targets ascend, without this rank
    std::vector<int> source_ranks;  ///< owner of each element of `wanted`, in the same order
};

/// Finds the owner of each wanted gid and the listeners of each owned one.
///
/// Collective. Each gid has a home rank (a hash of it) to which owners and listeners report, so no rank holds the
/// whole directory: each needs O(owned + wanted) memory if gids are spread evenly. Throws DuplicateOwner or UnownedGid,
/// the same on every rank.
Task<FoundRoutes> find_routes(Transport& transport, std::span<const Gid> owned, std::span<const Gid> wanted);

/// What it takes meanwhile, and for its result [bytes].
double bytes_of_routes(const Share& share);

}  // namespace ranvier::exchange
