#pragma once

#include <functional>
#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct TwoTierOptions {
    using Make = std::function<std::unique_ptr<SpikeExchange>(Transport&)>;
    Make inner;  ///< the strategy within a group of ranks
    Make outer;  ///< and that between groups
    Step D = 0;  ///< inner intervals in an outer one; 0: as many as the delays between groups allow
};

/// Spikes between areas are exchanged seldom, because their connections have long delays: the structure-aware exchange
/// of Lober, Diesmann & Kunkel 2026 (areas on one rank each), here with areas that span ranks and ranks that hold
/// several.
///
/// 1. A rank holds the areas that its owned gids belong to. Ranks that are joined by common areas, directly or through
///    others, are a group; a rank without gids is one by itself.
/// 2. h is the minimum delay between two ranks of a group, H that between ranks of different groups, in whole steps and
///    over all ranks. Connections within a rank count for neither.
/// 3. The inner tier runs each h within the groups, the outer one each D h between all ranks; D = floor(H / h). Where
///    no group has connections between its ranks, the inner tier is idle and the outer one runs each H; where no two
///    groups are connected, it is the other way round.
///
/// `connect` throws ExchangeError on every rank if an owned gid has no area, if H < h or D h > H (the message names the
/// shortest connection between groups), or if delays are unknown.
std::unique_ptr<SpikeExchange> make_two_tier(Transport& transport, TwoTierOptions options);

}  // namespace ranvier::exchange
