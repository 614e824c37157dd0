#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct IallgatherOptions {
    int fixed = 8;            ///< spikes that travel with the first collective, at least 0
    bool has_thread = false;  ///< a thread drives the collective while cells compute
    bool barrier = false;     ///< a barrier before each exchange separates waiting from communication
};

/// Every rank gets every spike, while it computes: the spikes of each half of an interval are sent during the other
/// half, by a nonblocking Allgather and an Allgatherv for spikes that do not fit (proposed in the Discussion of Hines,
/// Kumar & Schuermann 2011, who could not try it).
///
/// The collective makes progress when MPI is called: whenever a spike fires, at the end of the sub-interval and, with
/// `has_thread`, by the thread. `connect` throws ExchangeError if the transport cannot have a thread.
std::unique_ptr<SpikeExchange> make_iallgather(Transport& transport, IallgatherOptions options = {});

}  // namespace ranvier::exchange
