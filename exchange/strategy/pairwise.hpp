#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Every rank sends its spikes to every other by messages, all ranks in step: complete pairwise exchange (Tam & Wang
/// 2000; with spikes Eppler et al. 2007). In round k of P - 1, rank r sends to r + k and receives from r - k.
std::unique_ptr<SpikeExchange> make_pairwise(Transport& transport);

}  // namespace ranvier::exchange
