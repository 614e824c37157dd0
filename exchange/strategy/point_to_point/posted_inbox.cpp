#include <array>
#include <span>

#include "exchange/strategy/point_to_point/inbox.hpp"

namespace ranvier::exchange {

namespace {

class PostedInbox final : public Inbox {
  public:
    explicit PostedInbox(Transport& transport) : transport_(transport) {
        for (Place& place : places_) {
            const auto data = std::as_writable_bytes(std::span(&place.message, 1));
            place.request = transport_.recv_init(any_rank, spike_tag, data);
            transport_.start(place.request);
        }
    }
    ~PostedInbox() override {
        for (Place& place : places_) transport_.release(place.request);
    }
    PostedInbox(const PostedInbox&) = delete;
    PostedInbox& operator=(const PostedInbox&) = delete;

    /// Messages match the receives in the order in which the receives were started, so only the first needs a test.
    std::optional<SpikeMessage> next() override {
        Place& first = places_[first_];
        if (!transport_.test(first.request)) return std::nullopt;
        const SpikeMessage message = first.message;
        transport_.start(first.request);
        first_ = (first_ + 1) % places_.size();
        return message;
    }

  private:
    struct Place {
        SpikeMessage message;
        PersistentRequest request;
    };

    Transport& transport_;
    std::array<Place, 16> places_{};
    std::size_t first_ = 0;
};

}  // namespace

std::unique_ptr<Inbox> make_posted_inbox(Transport& transport) {
    return std::make_unique<PostedInbox>(transport);
}

}  // namespace ranvier::exchange
