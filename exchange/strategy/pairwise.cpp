#include "exchange/strategy/pairwise.hpp"

#include "exchange/strategy/interval_exchange.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr int tag = 7;  // one for all: messages between two ranks arrive in the order in which they were sent

class Pairwise final : public IntervalExchange {
  public:
    explicit Pairwise(Transport& transport) : IntervalExchange(transport, false) {}

    Task<void> connect(Connections network) override { co_await learn(network); }

    Footprint footprint(const Share& share) const override { return {0, 0, bytes_of_routes(share)}; }

  protected:
    Task<void> communicate() override {
        mine_.clear();
        append_full(outgoing_, mine_);
        const int ranks = transport_.size();
        for (int k = 1; k < ranks; ++k) {
            Request sent = transport_.isend((transport_.rank() + k) % ranks, tag, mine_);
            const int from = (transport_.rank() + ranks - k) % ranks;
            take(co_await receive(transport_, from, tag));
            if (!transport_.test(sent)) co_await transport_.wait(sent);
        }
    }

  private:
    void take(std::span<const std::byte> theirs) {
        read_spikes(SpikeForm::full, theirs, {}, [this](const Spike& spike) {
            ++counters_.spikes_received;
            if (is_wanted(spike.gid)) received_.push_back(spike);
        });
        ++counters_.messages_sent;
        ++counters_.messages_received;
        counters_.bytes_sent += static_cast<std::int64_t>(mine_.size());
        counters_.bytes_received += static_cast<std::int64_t>(theirs.size());
    }

    std::vector<std::byte> mine_;
};

}  // namespace

std::unique_ptr<SpikeExchange> make_pairwise(Transport& transport) {
    return std::make_unique<Pairwise>(transport);
}

}  // namespace ranvier::exchange
