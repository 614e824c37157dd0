#pragma once

#include "exchange/task.hpp"
#include "exchange/transport/cost_model.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Measures what a transport's operations cost: messages between ranks 0 and 1 (ping-pong, bursts, lists of persistent
/// sends), collectives of all ranks and of parts of them, each with several sizes; the least of several measurements,
/// fitted by least squares. Which algorithm a collective follows is told from how its time grows with the ranks, which
/// takes three sizes of groups, so at least five ranks; with fewer the usual one is taken.
///
/// Collective; every rank gets the same model. Throws ExchangeError for a single rank.
Task<CostModel> calibrate(Transport& transport);

}  // namespace ranvier::exchange
