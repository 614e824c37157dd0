#include <span>

#include "exchange/strategy/point_to_point/inbox.hpp"

namespace ranvier::exchange {

namespace {

class ProbingInbox final : public Inbox {
  public:
    explicit ProbingInbox(Transport& transport) : transport_(transport) {}

    std::optional<SpikeMessage> next() override {
        const std::optional<Arrival> found = transport_.try_probe(any_rank, spike_tag);
        if (!found) return std::nullopt;
        SpikeMessage message;
        transport_.take(*found, std::as_writable_bytes(std::span(&message, 1)));
        return message;
    }

  private:
    Transport& transport_;
};

}  // namespace

std::unique_ptr<Inbox> make_probing_inbox(Transport& transport) {
    return std::make_unique<ProbingInbox>(transport);
}

}  // namespace ranvier::exchange
