#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/delivery_plan.hpp"
#include "exchange/strategy/point_to_point/message.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How messages are sent. `synchronous` sends complete only once their receiver has matched them, as NBX requires.
class Outbox {
  public:
    virtual ~Outbox() = default;

    /// Starts sending the message to each rank of the list. The list must live until `forget_lists`.
    virtual void send(const Route& list, const SpikeMessage& message) = 0;

    /// Whether all sends of a sub-interval and phase are complete.
    virtual bool are_over(Serial serial, Phase phase) = 0;

    /// Whether all sends are complete; releases the completed ones.
    virtual bool are_all_over() = 0;

    /// Discards the lists. Only when all sends are complete.
    virtual void forget_lists() = 0;
};

enum class SendMode { standard, synchronous };

/// Nonblocking sends, one for each rank of the list.
std::unique_ptr<Outbox> make_isend_outbox(Transport& transport, SendMode mode);

/// Record and replay: the first use of a list sets up its persistent sends, and later uses only start them. At most
/// `most_requests` persistent sends exist; the least recently used lists are discarded. A list that is still active, or
/// for which there is no room, is sent the way make_isend_outbox does.
std::unique_ptr<Outbox> make_persistent_outbox(Transport& transport, SendMode mode, std::size_t most_requests,
                                               ExchangeCounters& counters);

}  // namespace ranvier::exchange
