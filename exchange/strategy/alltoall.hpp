#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct AlltoallOptions {
    enum class Collective {
        alltoall,    ///< a collective with equal buffers, then a second one for spikes that did not fit
        alltoallv,   ///< first the numbers of spikes, then exactly these spikes
        neighbor,    ///< only between ranks that send each other spikes; messages for spikes that did not fit
        persistent,  ///< like alltoall, but set up once (MPI 4)
    };
    Collective collective = Collective::alltoall;
    bool compress = false;  ///< 2 or 4 bytes per spike where possible, else 12
    int fixed = 4;          ///< spikes for each rank that travel with the first collective, at least 0
    bool adaptive = false;  ///< their number adapts to the traffic, starting with `fixed`; only alltoall and neighbor
    bool barrier = false;   ///< a barrier before each exchange separates waiting from communication
};

/// Each rank gets only the spikes that it wants, each one once: the exchange of NEST's 5g kernel, with equal
/// buffers that adapt to the traffic and with spike compression (Albers et al. 2022, Front. Neuroinform. 16:837549,
/// 4.1.2 and 4.1.3).
///
/// Each interval one collective carries, from each rank to each, a header of 12 bytes and the first `fixed` spikes. The
/// header also gives the size of the longest payload that its sender has for any rank, so every rank knows whether a
/// second collective, MPI_Alltoallv, has to carry the rest.
///
/// Throws ExchangeError for a collective that the transport does not have.
std::unique_ptr<SpikeExchange> make_alltoall(Transport& transport, AlltoallOptions options = {});

}  // namespace ranvier::exchange
