#pragma once

#include <cstddef>
#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/point_to_point.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

struct PersistentOptions {
    PointToPointOptions point_to_point;
    std::size_t most_requests = 65'536;  ///< persistent sends kept at a time
    bool posts_receives = false;         ///< persistent receives instead of probing each message; not with End::nbx
};

/// Record and replay: like isend, but the first spike of a cell builds persistent requests for its list of ranks, and
/// later ones only start them. After Hines, Kumar & Schuermann 2011 (Methods, the last variation), with MPI_Send_init
/// in place of DCMF's persistent multicast.
std::unique_ptr<SpikeExchange> make_persistent(Transport& transport, const PersistentOptions& options = {});

}  // namespace ranvier::exchange
