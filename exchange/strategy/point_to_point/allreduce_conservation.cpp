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
        for (;;) {
            office_.poll();
            const Account& account = office_.ledger()[serial];
            // Nothing is sent between here and the sum, so the sums are those of one moment.
            std::array<std::int64_t, 2> totals{account.sent, account.received};
            co_await transport_.allreduce(std::span<std::int64_t>(totals), Reduce::sum);
            ++counters_.conservation_rounds;
            if (totals[0] == totals[1]) co_return;
        }
    }

  private:
    Transport& transport_;
    PostOffice& office_;
    ExchangeCounters& counters_;
};

}  // namespace

std::unique_ptr<Conservation> make_allreduce_conservation(Transport& transport, PostOffice& office,
                                                          ExchangeCounters& counters) {
    return std::make_unique<AllreduceConservation>(transport, office, counters);
}

}  // namespace ranvier::exchange
