#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct AlltoallOptions {
    enum class Collective {
        alltoall,    ///< a first collective of equal buffers, and a second one of what did not fit
        alltoallv,   ///< first how many, then just these
        neighbour,   ///< of ranks alone that send each other spikes; what did not fit by messages
        persistent,  ///< alltoall, set up once (MPI 4)
    };
    Collective collective = Collective::alltoall;
    bool compress = false;  ///< 2 bytes a spike where possible, else 12
    int fixed = 4;          ///< spikes for each rank that travel with the first collective, at least 0
    bool adaptive = false;  ///< their number follows what is sent, from `fixed` on; alltoall and neighbour alone
    bool barrier = false;   ///< a barrier before each exchange, so that waiting is told apart from communication
};

/// Every rank gets the spikes that it wants, and each of them once: the exchange of NEST's 5g kernel with equal buffers
/// that follow what is sent and spike compression (Albers et al. 2022, Front. Neuroinform. 16:837549, 4.1.2 and 4.1.3).
///
/// Each interval one collective carries, from each rank to each, a header of 12 bytes and the first `fixed` spikes. The
/// header also says how much its sender has for any rank at most; so all know without a word more whether there must be
/// a second collective, MPI_Alltoallv, for the rest.
///
/// Throws ExchangeError for a collective that the transport does not have.
std::unique_ptr<SpikeExchange> make_alltoall(Transport& transport, AlltoallOptions options = {});

}  // namespace ranvier::exchange
