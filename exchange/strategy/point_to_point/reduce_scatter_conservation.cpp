#include <algorithm>
#include <array>
#include <vector>

#include "exchange/strategy/point_to_point/conservation.hpp"

namespace ranvier::exchange {

namespace {

class ReduceScatterConservation final : public Conservation {
  public:
    ReduceScatterConservation(Transport& transport, PostOffice& office, ExchangeCounters& counters)
        : transport_(transport), office_(office), counters_(counters) {
        for (Expectation& each : expectations_) each.by_rank.resize(static_cast<std::size_t>(transport.size()));
    }

    void count(const Route& route) override {
        Expectation& current = of(office_.current());
        for (const int rank : route.targets) ++current.by_rank[static_cast<std::size_t>(rank)];
    }

    void close() override {
        Expectation& current = of(office_.current());
        current.told = transport_.ireduce_scatter(current.by_rank, current.here);
        ++counters_.conservation_rounds;
    }

    Task<void> settle(Serial serial) override {
        Expectation& expectation = of(serial);
        co_await transport_.wait_until([&] {
            office_.poll();
            return transport_.test(expectation.told) && office_.ledger()[serial].received == expectation.here;
        });
        std::fill(expectation.by_rank.begin(), expectation.by_rank.end(), 0);
        expectation.here = 0;
    }

    bool is_idle() override {
        return std::all_of(expectations_.begin(), expectations_.end(),
                           [this](Expectation& each) { return transport_.test(each.told); });
    }

  private:
    /// The counts of a sub-interval. Two sub-intervals are open at the same time: the ending one and the one before it.
    struct Expectation {
        std::vector<std::int32_t> by_rank;  // number of messages with this rank's spikes to each rank
        std::int32_t here = 0;              // number of messages to this rank with any rank's spikes, once known
        Request told;
    };

    Expectation& of(Serial serial) { return expectations_[serial % 2]; }

    Transport& transport_;
    PostOffice& office_;
    ExchangeCounters& counters_;
    std::array<Expectation, 2> expectations_;
};

}  // namespace

std::unique_ptr<Conservation> make_reduce_scatter_conservation(Transport& transport, PostOffice& office,
                                                               ExchangeCounters& counters) {
    return std::make_unique<ReduceScatterConservation>(transport, office, counters);
}

}  // namespace ranvier::exchange
