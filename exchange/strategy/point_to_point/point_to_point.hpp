#pragma once

#include <functional>
#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/inbox.hpp"
#include "exchange/strategy/point_to_point/outbox.hpp"
#include "exchange/strategy/point_to_point/post_office.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Termination detection: see conservation.hpp.
enum class End { allreduce, reduce_scatter, nbx };

/// Options common to strategies that send from rank to rank.
struct PointToPointOptions {
    int subintervals = 1;                  ///< 1 or 2; with 2, spikes of half A are needed only after half B
    int phases = 1;                        ///< 1 or 2; with 2, spikes travel through relays
    RelayRule relay = RelayRule::at_once;  ///< next_interval only with two sub-intervals
    End end = End::allreduce;
    bool barrier = false;  ///< a barrier before each exchange separates waiting from communication
};

/// How messages are sent and received; made once the exchange has its own communicator.
struct Mail {
    std::function<std::unique_ptr<Outbox>(Transport&, SendMode, ExchangeCounters&)> make_outbox;
    std::function<std::unique_ptr<Inbox>(Transport&)> make_inbox;
};

/// Sends each spike as one message to each rank that listens for it, when it fires.
std::unique_ptr<SpikeExchange> make_point_to_point(Transport& transport, const PointToPointOptions& options, Mail mail);

}  // namespace ranvier::exchange
