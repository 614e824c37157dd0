#pragma once

#include <memory>
#include <optional>

#include "exchange/strategy/point_to_point/message.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How messages come in.
class Inbox {
  public:
    virtual ~Inbox() = default;

    /// A message that has come, if there is one; never waits.
    virtual std::optional<SpikeMessage> next() = 0;
};

/// Asks for a message and then receives it.
std::unique_ptr<Inbox> make_probing_inbox(Transport& transport);

/// Keeps a number of persistent receives open, for messages of any rank. Not for NBX: a synchronous send may be over
/// when its message has been matched with one of them, and nobody has looked yet.
std::unique_ptr<Inbox> make_posted_inbox(Transport& transport);

}  // namespace ranvier::exchange
