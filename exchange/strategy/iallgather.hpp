#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct IallgatherOptions {
    int fixed = 8;         ///< spikes that travel with the first collective, at least 0
    bool has_thread = false;  ///< one that drives the collective while cells compute
    bool barrier = false;  ///< a barrier before each exchange, so that waiting is told apart from communication
};

/// Every rank gets every spike, while it computes: the interval has two halves, and what fired in one travels by a
/// nonblocking Allgather, and Allgatherv for what does not fit, during the other (proposed in the Discussion of Hines,
/// Kumar & Schuermann 2011, who could not try it).
///
/// The collective goes on when MPI is called: whenever a spike fires, and at the end of the sub-interval; if asked for,
/// also by a thread. Throws ExchangeError, at connect, where the transport can't have one.
std::unique_ptr<SpikeExchange> make_iallgather(Transport& transport, IallgatherOptions options = {});

}  // namespace ranvier::exchange
