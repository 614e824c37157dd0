#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct AllgatherOptions {
    bool compress = false;  ///< 2 or 4 bytes per spike where possible, else 12
    int fixed = 8;          ///< spikes that travel with the first collective, at least 0
    bool adaptive = false;  ///< the first collective's length adapts to the traffic, starting with `fixed`
                            ///< (adaptive_size.hpp)
    bool barrier = false;   ///< a barrier before each exchange separates waiting from communication
};

/// Every rank gets every spike: the exchange of Migliore et al. 2006, J. Comput. Neurosci. 21:119-129 (Fig. 1 and
/// Discussion). Each interval one MPI_Allgather carries each rank's number of spikes and the first `fixed` of them;
/// if a rank has more, one MPI_Allgatherv carries the rest.
///
/// A spike is 8 bytes of time and 4 of gid; compressed, a byte that indexes the interval's list of step times and a
/// byte (three, if there are more than 256) that indexes the rank's sources (Hines, Kumar & Schuermann 2011, Methods).
/// Compression never changes a result: a rank with a spike whose time is not in the list, or with more than 255 times,
/// sends the spikes of that interval at full length.
std::unique_ptr<SpikeExchange> make_allgather(Transport& transport, AllgatherOptions options = {});

}  // namespace ranvier::exchange
