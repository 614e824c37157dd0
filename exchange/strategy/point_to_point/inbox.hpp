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

}  // namespace ranvier::exchange
