#include "exchange/strategy/point_to_point/conservation.hpp"

namespace ranvier::exchange {

namespace {

class NbxConservation final : public Conservation {
  public:
    NbxConservation(Transport& transport, PostOffice& office, int phases, ExchangeCounters& counters)
        : transport_(transport), office_(office), phases_(phases), counters_(counters) {}

    void count(const Route&) override {}
    void close() override {}

    Task<void> settle(Serial serial) override {
        co_await settle(serial, Phase::one);
        // Every message of phase one has been received and relayed, so all messages of phase two have been sent.
        if (phases_ == 2) co_await settle(serial, Phase::two);
    }

  private:
    Task<void> settle(Serial serial, Phase phase) {
        co_await transport_.wait_until([&] {
            office_.poll();
            return office_.outbox().are_over(serial, phase);
        });
        Request all_are_over = transport_.ibarrier();
        ++counters_.conservation_rounds;
        co_await transport_.wait_until([&] {
            office_.poll();
            return transport_.test(all_are_over);
        });
    }

    Transport& transport_;
    PostOffice& office_;
    const int phases_;
    ExchangeCounters& counters_;
};

}  // namespace

std::unique_ptr<Conservation> make_nbx_conservation(Transport& transport, PostOffice& office, int phases,
                                                    ExchangeCounters& counters) {
    return std::make_unique<NbxConservation>(transport, office, phases, counters);
}

}  // namespace ranvier::exchange
