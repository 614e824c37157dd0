#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// The messages that have come to one rank and the receives that it has posted, matched as MPI does: a message goes to
/// the first posted receive that fits, a receive takes the first message that fits.
class Mailbox {
  public:
    void deliver(int source, int tag, std::span<const std::byte> data);
    Request post(int from, int tag, std::span<std::byte> data);

    /// True, and the request is void, if the receive has got its message; true for a void request.
    bool test(Request& request);

    std::optional<Arrival> find(int from, int tag) const;

    bool empty() const { return messages_.empty(); }

  private:
    struct Message {
        int source;
        int tag;
        std::vector<std::byte> data;
    };
    struct Receive {
        int from;
        int tag;
        std::span<std::byte> data;
        enum { free, posted, done } state = free;
    };

    std::deque<Message> messages_;
    std::vector<Receive> receives_;    // by slot of the request
    std::deque<std::int32_t> posted_;  // slots in the order of posting
};

/// Copies a message to where it was awaited; throws TransportError if it does not fit.
void copy_message(int source, int tag, std::span<const std::byte> message, std::span<std::byte> to);

}  // namespace ranvier::exchange
