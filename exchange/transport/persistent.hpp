#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange/transport/mailbox.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Persistent requests for a transport that has only ordinary ones and a mailbox.
class PersistentRequests {
  public:
    enum Kind { send, synchronous_send, receive };

    PersistentRequest add_send(Kind kind, std::span<const int> targets, int tag, std::span<const std::byte> data);
    PersistentRequest add_receive(int from, int tag, std::span<std::byte> data);

    bool is_send(PersistentRequest request) const { return plans_.at(request.slot).kind != receive; }

    /// Throws std::logic_error if the request is active.
    void start(Transport& transport, PersistentRequest request);
    bool test(Transport& transport, PersistentRequest request);
    void release(Mailbox& mailbox, PersistentRequest& request);

  private:
    struct Plan {
        Kind kind = send;
        std::vector<int> ranks;  // the targets, or the single source
        int tag = 0;
        std::span<const std::byte> out;
        std::span<std::byte> in;
        std::vector<Request> active;
        bool is_used = false;
    };

    PersistentRequest add(Plan plan);

    std::vector<Plan> plans_;         // by slot
    std::vector<std::int32_t> free_;  // slots
};

}  // namespace ranvier::exchange
