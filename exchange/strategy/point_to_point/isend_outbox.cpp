#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "exchange/strategy/point_to_point/outbox.hpp"

namespace ranvier::exchange {

namespace {

/// A message on its way to several ranks.
struct Letter {
    SpikeMessage message;
    std::vector<Request> open;

    bool is_over(Transport& transport) {
        while (!open.empty() && transport.test(open.back())) open.pop_back();
        return open.empty();
    }
};

class IsendOutbox final : public Outbox {
  public:
    IsendOutbox(Transport& transport, SendMode mode) : transport_(transport), mode_(mode) {}

    void send(const MailingList& list, const SpikeMessage& message) override {
        // A synchronous send is hardly over yet; a look at it drives all of MPI's traffic.
        const bool looks = mode_ == SendMode::standard && !under_way_.empty();
        if (looks && under_way_.front()->is_over(transport_)) put_away_first();
        if (spare_.empty()) spare_.push_back(std::make_unique<Letter>());
        under_way_.push_back(std::move(spare_.back()));
        spare_.pop_back();
        Letter& letter = *under_way_.back();
        letter.message = message;
        const auto data = std::as_bytes(std::span(&letter.message, 1));
        for (const int rank : list.targets) {
            letter.open.push_back(mode_ == SendMode::synchronous ? transport_.issend(rank, spike_tag, data)
                                                                 : transport_.isend(rank, spike_tag, data));
        }
    }

    bool are_over(Serial serial, Phase phase) override {
        put_away_over();
        return std::all_of(under_way_.begin(), under_way_.end(), [&](const std::unique_ptr<Letter>& letter) {
            return letter->message.serial != serial || letter->message.way() != phase || letter->is_over(transport_);
        });
    }

    bool are_all_over() override {
        put_away_over();
        return under_way_.empty();
    }

    void forget_lists() override {}

  private:
    void put_away_over() {
        while (!under_way_.empty() && under_way_.front()->is_over(transport_)) put_away_first();
    }

    void put_away_first() {
        spare_.push_back(std::move(under_way_.front()));
        under_way_.pop_front();
    }

    Transport& transport_;
    const SendMode mode_;
    std::deque<std::unique_ptr<Letter>> under_way_;  // oldest first
    std::vector<std::unique_ptr<Letter>> spare_;
};

}  // namespace

std::unique_ptr<Outbox> make_isend_outbox(Transport& transport, SendMode mode) {
    return std::make_unique<IsendOutbox>(transport, mode);
}

}  // namespace ranvier::exchange
