#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// The messages that have arrived at one rank and the receives that it has posted, matched as in MPI: a message goes to
/// the first posted receive that fits, a receive takes the first message that fits.
class Mailbox {
  public:
    /// `matched`, if given, is called when a receive takes the message.
    void deliver(int source, int tag, std::vector<std::byte> data, std::function<void()> matched = {});
    void deliver(int source, int tag, std::span<const std::byte> data, std::function<void()> matched = {}) {
        deliver(source, tag, std::vector<std::byte>(data.begin(), data.end()), std::move(matched));
    }
    Request post(int from, int tag, std::span<std::byte> data);

    /// Takes the first message that fits; it must have arrived.
    void take(const Arrival& found, std::span<std::byte> data);

    /// Cancels a posted receive.
    void cancel(Request request);

    /// A request of another kind (a send, a collective), pending until it is completed.
    Request open();
    void complete(Request request) { receives_[request.slot].state = Receive::done; }

    /// True, and the request becomes void, if it is complete (a receive has its message); true for a void request.
    bool test(Request& request);

    /// Whether a pending or complete request is a receive.
    bool is_receive(Request request) const { return request.slot >= 0 && receives_[request.slot].is_receive; }

    std::optional<Arrival> find(int from, int tag) const;

    bool empty() const { return messages_.empty(); }

  private:
    struct Message {
        int source;
        int tag;
        std::vector<std::byte> data;
        std::function<void()> matched;
    };
    struct Receive {
        int from = any_rank;
        int tag = any_tag;
        std::span<std::byte> data = {};
        enum { free, posted, done } state = free;
        bool is_receive = false;
    };

    std::int32_t free_slot();
    void free(std::int32_t slot);

    std::deque<Message> messages_;
    std::vector<Receive> receives_;    // by slot of the request
    std::vector<std::int32_t> free_;   // slots
    std::deque<std::int32_t> posted_;  // slots in the order of posting
};

/// Copies a message into its receive's buffer; throws TransportError if it does not fit.
void copy_message(int source, int tag, std::span<const std::byte> message, std::span<std::byte> to);

}  // namespace ranvier::exchange
