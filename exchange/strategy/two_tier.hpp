#pragma once

#include <functional>
#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct TwoTierOptions {
    using Make = std::function<std::unique_ptr<SpikeExchange>(Transport&)>;
    Make inner;  ///< the strategy within a group of ranks
    Make outer;  ///< the strategy between groups
    Step D = 0;  ///< inner intervals per outer interval; 0: as many as the delays between groups allow
};

/// Exchanges spikes between areas less often than within them, because connections between areas have long delays: the
/// structure-aware exchange of Lober, Diesmann & Kunkel 2026 (each area on one rank), here with areas that may span
/// several ranks and ranks that may hold several areas.
///
/// 1. A rank holds the areas that its owned gids belong to. Ranks joined by common areas, directly or through other
///    ranks, form a group; a rank without gids is a group by itself.
/// 2. h is the minimum delay between two ranks of a group, H the minimum delay between ranks of different groups, in
///    whole steps and over all ranks. Connections within a rank count for neither.
/// 3. The inner tier exchanges every h within the groups, the outer tier every D h between all ranks; D = floor(H / h).
///    If no group has connections between its ranks, the inner tier is idle and the outer one exchanges every H. If no
///    two groups are connected, the outer tier is idle and the inner one exchanges every h.
///
/// `connect` throws ExchangeError on every rank if an owned gid has no area, if H < h or D h > H (the message names the
/// shortest connection between groups), or if delays are unknown.
std::unique_ptr<SpikeExchange> make_two_tier(Transport& transport, TwoTierOptions options);

}  // namespace ranvier::exchange
