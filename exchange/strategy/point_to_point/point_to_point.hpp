#pragma once

#include <functional>
#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/inbox.hpp"
#include "exchange/strategy/point_to_point/outbox.hpp"
#include "exchange/strategy/point_to_point/post_office.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How ranks agree that all has arrived: conservation.hpp.
enum class End { allreduce, reduce_scatter, nbx };

/// What strategies that send from rank to rank have in common.
struct PointToPointOptions {
    int subintervals = 1;                  ///< 1 or 2: what fires in A is needed after B
    int phases = 1;                        ///< 1 or 2: through relays
    RelayRule relay = RelayRule::at_once;  ///< next_interval only with two sub-intervals
    End end = End::allreduce;
    bool barrier = false;  ///< a barrier before each exchange, so that waiting is told apart from communication
};

/// How messages leave and come in; made once the ranks speak with each other by themselves.
struct Mail {
    std::function<std::unique_ptr<Outbox>(Transport&, SendMode, ExchangeCounters&)> make_outbox;
    std::function<std::unique_ptr<Inbox>(Transport&)> make_inbox;
};

/// Each spike goes as a message of its own to the ranks that listen for it, and leaves when it fires.
std::unique_ptr<SpikeExchange> make_point_to_point(Transport& transport, const PointToPointOptions& options, Mail mail);

}  // namespace ranvier::exchange
