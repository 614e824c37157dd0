#pragma once

#include <memory>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/delivery_plan.hpp"
#include "exchange/strategy/point_to_point/message.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How messages leave. `synchronous` sends are over only when their receiver has matched them, which NBX asks for.
class Outbox {
  public:
    virtual ~Outbox() = default;

    /// Begins to send the message to each rank of the list. The list lives until `forget_lists`.
    virtual void send(const MailingList& list, const SpikeMessage& message) = 0;

    /// Whether all sends of a sub-interval and phase are over.
    virtual bool are_over(Serial serial, Phase phase) = 0;

    /// Whether all sends are over; cleans up after those that are.
    virtual bool are_all_over() = 0;

    /// The lists go. Only when all sends are over.
    virtual void forget_lists() = 0;
};

enum class SendMode { standard, synchronous };

/// Nonblocking sends, one for each rank of the list.
std::unique_ptr<Outbox> make_isend_outbox(Transport& transport, SendMode mode);

/// Record and replay: the first time that a list is used its persistent sends are set up, later they are only started.
/// At most `most_requests` of them exist; the lists used longest ago make room. A list that is still active, or finds
/// no room, is sent as by make_isend_outbox.
std::unique_ptr<Outbox> make_persistent_outbox(Transport& transport, SendMode mode, std::size_t most_requests,
                                               ExchangeCounters& counters);

}  // namespace ranvier::exchange
