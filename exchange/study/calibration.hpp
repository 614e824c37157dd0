#pragma once

#include "exchange/task.hpp"
#include "exchange/transport/cost_model.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Measures what a transport's operations cost: messages between ranks 0 and 1 (ping-pong, bursts, lists of persistent
/// sends), collectives of all ranks and of subsets of them, each with several sizes. Takes the minimum of several
/// measurements and fits the model by least squares. The algorithm of a collective is inferred from how its time grows
/// with the ranks, which needs groups of three sizes, so at least five ranks. With fewer ranks, the usual algorithm is
/// assumed.
///
/// Collective; every rank gets the same model. Throws ExchangeError for a single rank.
Task<CostModel> calibrate(Transport& transport);

}  // namespace ranvier::exchange
