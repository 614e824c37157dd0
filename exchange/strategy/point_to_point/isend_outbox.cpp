#include <algorithm>
#include <deque>
#include <vector>

#include "exchange/strategy/point_to_point/outbox.hpp"

namespace ranvier::exchange {

namespace {

/// The sends of one sub-interval and phase that may be pending.
struct Batch {
    Serial serial;
    Phase phase;
    std::deque<SpikeMessage> messages = {};  // a deque, because pending sends read the messages in place
    std::vector<Request> open = {};
    std::size_t look_at = first_look;  // number of open sends at which to test them

    static constexpr std::size_t first_look = 64;

    /// Tests the newest first: it rarely completes before the others, so waiting costs one test per turn.
    bool is_over(Transport& transport) {
        while (!open.empty() && transport.test(open.back())) {
            open.pop_back();
            transport.drop_completed(open);
        }
        return open.empty();
    }

    /// Releases completed sends, so memory is proportional to the number of pending ones. Costs one or two tests per
    /// send, whatever their number.
    void look(Transport& transport) {
        if (open.size() < look_at) return;
        transport.drop_completed(open);
        look_at = std::max(first_look, 2 * open.size());
    }
};

class IsendOutbox final : public Outbox {
  public:
    IsendOutbox(Transport& transport, SendMode mode) : transport_(transport), mode_(mode) {}

    void send(const Route& list, const SpikeMessage& message) override {
        Batch& batch = batch_of(message.serial, message.way());
        const auto data = std::as_bytes(std::span(&batch.messages.emplace_back(message), 1));
        for (const int rank : list.targets) {
            batch.open.push_back(mode_ == SendMode::synchronous ? transport_.issend(rank, spike_tag, data)
                                                                : transport_.isend(rank, spike_tag, data));
        }
        batch.look(transport_);
    }

    bool are_over(Serial serial, Phase phase) override {
        return std::all_of(batches_.begin(), batches_.end(), [&](Batch& batch) {
            return batch.serial != serial || batch.phase != phase || batch.is_over(transport_);
        });
    }

    bool are_all_over() override {
        return std::all_of(batches_.begin(), batches_.end(), [&](Batch& batch) { return batch.is_over(transport_); });
    }

    void forget_lists() override {}

  private:
    Batch& batch_of(Serial serial, Phase phase) {
        const auto found = std::find_if(batches_.begin(), batches_.end(), [&](const Batch& batch) {
            return batch.serial == serial && batch.phase == phase;
        });
        if (found != batches_.end()) return *found;
        const auto ended =
            std::find_if(batches_.begin(), batches_.end(), [this](Batch& batch) { return batch.is_over(transport_); });
        Batch& batch = ended != batches_.end() ? *ended : batches_.emplace_back();
        batch = Batch{.serial = serial, .phase = phase};
        return batch;
    }

    Transport& transport_;
    const SendMode mode_;
    std::deque<Batch> batches_;  // few: one per sub-interval and phase under way
};

}  // namespace

std::unique_ptr<Outbox> make_isend_outbox(Transport& transport, SendMode mode) {
    return std::make_unique<IsendOutbox>(transport, mode);
}

}  // namespace ranvier::exchange
