#pragma once

#include <memory>
#include <optional>

#include "exchange/strategy/point_to_point/message.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How messages are received.
class Inbox {
  public:
    virtual ~Inbox() = default;

    /// A message that has arrived, if any; never waits.
    virtual std::optional<SpikeMessage> next() = 0;
};

/// Probes for a message and then receives it.
std::unique_ptr<Inbox> make_probing_inbox(Transport& transport);

/// Keeps several persistent receives open, for messages from any rank. Not for NBX: a synchronous send may complete
/// when one of these receives matches its message, before this rank has read the message.
std::unique_ptr<Inbox> make_posted_inbox(Transport& transport);

}  // namespace ranvier::exchange
