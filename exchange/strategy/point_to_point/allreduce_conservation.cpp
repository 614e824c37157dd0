#include <array>

#include "exchange/strategy/point_to_point/conservation.hpp"

namespace ranvier::exchange {

namespace {

class AllreduceConservation final : public Conservation {
  public:
    AllreduceConservation(Transport& transport, PostOffice& office, ExchangeCounters& counters)
        : transport_(transport), office_(office), counters_(counters) {}

    void count(const Route&) override {}
    void close() override {}

    Task<void> settle(Serial serial) override {
        bool is_settled = false;
        while (!is_settled) {
            office_.poll();
            const Account& account = office_.ledger()[serial];
            totals_ = {account.sent, account.received};
            // Messages that arrive meanwhile are received but counted only in the next round. Nothing is sent, so the
            // sums describe one moment.
            office_.hold_back();
            sum_ = transport_.iallreduce(totals_, Reduce::sum);
            co_await transport_.wait_until([this] {
                office_.poll();
                return transport_.test(sum_);
            });
            ++counters_.conservation_rounds;
            is_settled = totals_[0] == totals_[1];
            office_.let_go();
        }
    }

    bool is_idle() override { return transport_.test(sum_); }

  private:
    Transport& transport_;
    PostOffice& office_;
    ExchangeCounters& counters_;
    std::array<std::int64_t, 2> totals_{};  // messages sent, received
    Request sum_;
};

}  // namespace

std::unique_ptr<Conservation> make_allreduce_conservation(Transport& transport, PostOffice& office,
                                                          ExchangeCounters& counters) {
    return std::make_unique<AllreduceConservation>(transport, office, counters);
}

}  // namespace ranvier::exchange
