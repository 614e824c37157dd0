#include "exchange/strategy/iallgather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/known_gids.hpp"
#include "exchange/strategy/spike_codec.hpp"
#include "exchange/strategy/sub_interval.hpp"

namespace ranvier::exchange {

namespace {

/// A rank's number of spikes; it precedes them in the buffer.
using SpikeCount = std::uint64_t;

/// The exchange of one sub-interval's spikes. Its buffers stay in place until the collectives complete.
class Round {
  public:
    Round(Transport& transport, std::size_t fixed_bytes)
        : transport_(transport),
          fixed_bytes_(fixed_bytes),
          all_fixed_(static_cast<std::size_t>(transport.size()) * (sizeof(SpikeCount) + fixed_bytes)),
          overflow_counts_(static_cast<std::size_t>(transport.size())) {}

    /// Collective.
    void begin(std::span<const Spike> spikes) {
        send_.resize(sizeof(SpikeCount));
        append_full(spikes, send_);
        const SpikeCount count = spikes.size();
        std::memcpy(send_.data(), &count, sizeof count);
        send_.resize(std::max(send_.size(), sizeof(SpikeCount) + fixed_bytes_));
        first_ = transport_.iallgather({send_.data(), sizeof(SpikeCount) + fixed_bytes_}, all_fixed_);
        is_under_way_ = true;
        has_second_ = false;
    }

    /// Makes progress without waiting. True once the round is complete.
    bool advance() {
        if (!is_under_way_) return true;
        if (!has_second_) {
            if (!transport_.test(first_)) return false;
            begin_second();
        }
        is_under_way_ = !transport_.test(second_);
        return !is_under_way_;
    }

    bool has_overflow() const { return !overflow_.empty(); }
    std::size_t bytes_sent() const { return send_.size(); }
    std::size_t bytes_received() const { return all_fixed_.size() + overflow_.size() - send_.size(); }

    /// Calls `use` for each spike of the other ranks; only once the round is complete.
    template <typename Use>
    void for_each_spike(Use use) const {
        std::size_t overflow_at = 0;
        for (std::size_t rank = 0; rank < overflow_counts_.size(); ++rank) {
            const std::byte* fixed =
                all_fixed_.data() + rank * (sizeof(SpikeCount) + fixed_bytes_) + sizeof(SpikeCount);
            const std::size_t in_fixed = std::min(payload(rank), fixed_bytes_);
            if (static_cast<int>(rank) != transport_.rank()) {
                for (std::size_t at = 0; at < in_fixed; at += full_spike_bytes) use(read_full(fixed + at));
                for (std::size_t at = 0; at < overflow_counts_[rank]; at += full_spike_bytes) {
                    use(read_full(&overflow_[overflow_at + at]));
                }
            }
            overflow_at += overflow_counts_[rank];
        }
    }

  private:
    std::size_t payload(std::size_t rank) const {
        SpikeCount count = 0;
        std::memcpy(&count, &all_fixed_[rank * (sizeof(SpikeCount) + fixed_bytes_)], sizeof count);
        return count * full_spike_bytes;
    }

    /// Begins the second collective if any rank has more spikes than the fixed part holds, which every rank sees. This
    /// exchange's collectives have their own communicator, so their order is the same on all ranks.
    void begin_second() {
        has_second_ = true;
        second_ = {};
        std::size_t total = 0;
        for (std::size_t rank = 0; rank < overflow_counts_.size(); ++rank) {
            overflow_counts_[rank] = std::max(payload(rank), fixed_bytes_) - fixed_bytes_;
            total += overflow_counts_[rank];
        }
        overflow_.resize(total);
        if (total == 0) return;
        const std::size_t mine = overflow_counts_[static_cast<std::size_t>(transport_.rank())];
        second_ = transport_.iallgatherv({send_.data() + sizeof(SpikeCount) + fixed_bytes_, mine}, overflow_counts_,
                                         overflow_);
    }

    Transport& transport_;
    const std::size_t fixed_bytes_;  // a multiple of full_spike_bytes
    std::vector<std::byte> send_;
    std::vector<std::byte> all_fixed_;
    std::vector<std::size_t> overflow_counts_;
    std::vector<std::byte> overflow_;
    Request first_;
    Request second_;
    bool is_under_way_ = false;
    bool has_second_ = false;
};

class Iallgather final : public SpikeExchange {
  public:
    Iallgather(Transport& whole, IallgatherOptions options) : whole_(whole), options_(options) {}

    ~Iallgather() override {
        if (!round_ || round_->advance()) return;
        whole_.keep(round_);  // the transport may still write into it
        whole_.keep(transport_);
    }
    Iallgather(const Iallgather&) = delete;
    Iallgather& operator=(const Iallgather&) = delete;

    Task<void> connect(Connections network) override;
    void start(Step first_step, Step steps_per_interval) override;
    Step next_boundary() const override { return next_boundary_; }
    void fire(Spike spike) override;
    void progress() override { round_->advance(); }
    void interval_times(std::span<const double>) override {}  // each spike carries its time
    Task<std::span<const Spike>> finish(Step boundary) override;
    bool holds_spikes() const override { return holds_; }
    Footprint footprint(const Share& share) const override {
        const double fixed = options_.fixed * static_cast<double>(full_spike_bytes);
        return {0, share.ranks * (sizeof(SpikeCount) + fixed + sizeof(std::size_t)), bytes_of_routes(share)};
    }
    const ExchangeCounters& counters() const override { return counters_; }
    std::string take_notice() override { return {}; }

  private:
    Task<void> complete();

    Transport& whole_;
    const IallgatherOptions options_;
    ExchangeCounters counters_;
    std::shared_ptr<Transport> transport_;  // used by this exchange only
    std::shared_ptr<Round> round_;          // for the last sub-interval
    std::shared_ptr<void> driver_;          // null if only polling drives the round

    KnownGids gids_;
    Step steps_per_subinterval_ = 1;
    Step last_boundary_ = 0;
    Step next_boundary_ = 0;
    bool holds_ = false;
    bool has_round_ = false;         // started and not yet handed over
    bool is_stale_ = false;          // the round belongs to an earlier run
    std::vector<Spike> outgoing_;    // spikes of the current sub-interval for other ranks
    std::vector<Spike> own_;         // own spikes of the current sub-interval that are wanted here
    std::vector<Spike> own_before_;  // likewise, of the last sub-interval
    std::vector<Spike> early_;       // to be handed over at the next boundary
    std::vector<Spike> received_;
};

Task<void> Iallgather::connect(Connections network) {
    if (transport_) {
        co_await complete();
        early_.insert(early_.end(), received_.begin(), received_.end());
    } else {
        transport_ = co_await whole_.split(0, whole_.rank());
        if (options_.has_thread) driver_ = transport_->drive_in_background();
        round_ = std::make_shared<Round>(*transport_, static_cast<std::size_t>(options_.fixed) * full_spike_bytes);
    }
    const FoundRoutes routes = co_await find_routes(*transport_, network.owned, network.wanted);
    gids_ = KnownGids(network, routes.outgoing);
}

void Iallgather::start(Step first_step, Step steps_per_interval) {
    steps_per_subinterval_ = steps_of_subinterval(steps_per_interval, 2);
    last_boundary_ = first_step;
    next_boundary_ = first_step + steps_per_subinterval_;
    holds_ = false;
    is_stale_ = has_round_;
    outgoing_.clear();
    own_.clear();
    own_before_.clear();
    early_.clear();
}

void Iallgather::fire(Spike spike) {
    ++counters_.spikes_fired;
    const KnownGids::Use use = gids_.use_of_owned(spike.gid, transport_->rank());
    if (use.is_wanted) own_.push_back(spike);
    if (use.output != KnownGids::no_output) outgoing_.push_back(spike);
}

Task<std::span<const Spike>> Iallgather::finish(Step boundary) {
    if (boundary > next_boundary_) {
        throw std::logic_error(
            fmt::format("exchange finished at step {}, after its boundary at step {}", boundary, next_boundary_));
    }
    const double began = transport_->clock();
    const double waited = transport_->waited();

    // Not on the communicator of the round's collectives, where ranks that poll more often may be ahead.
    if (options_.barrier) co_await whole_.barrier();
    co_await complete();
    received_.insert(received_.end(), early_.begin(), early_.end());
    early_.clear();
    round_->begin(outgoing_);
    has_round_ = true;
    own_before_.swap(own_);
    own_.clear();

    const auto sent = static_cast<std::int64_t>(outgoing_.size());
    outgoing_.clear();
    holds_ = boundary > last_boundary_;
    last_boundary_ = boundary;
    next_boundary_ = boundary + steps_per_subinterval_;
    ++counters_.intervals;
    counters_.spikes_sent += sent;
    counters_.most_spikes_sent = std::max(counters_.most_spikes_sent, sent);
    counters_.bytes_sent += static_cast<std::int64_t>(round_->bytes_sent());
    counters_.spikes_delivered += static_cast<std::int64_t>(received_.size());
    const double waited_here = transport_->waited() - waited;
    counters_.synchronize_s += waited_here;
    counters_.communicate_s += transport_->clock() - began - waited_here;
    co_return received_;
}

/// Completes the round in progress, if any: fills received_.
Task<void> Iallgather::complete() {
    received_.clear();
    if (!std::exchange(has_round_, false)) co_return;
    const bool was_over = round_->advance();
    if (!was_over) co_await transport_->wait_until([this] { return round_->advance(); });
    if (!std::exchange(is_stale_, false)) {
        received_.swap(own_before_);
        round_->for_each_spike([this](const Spike& spike) {
            ++counters_.spikes_received;
            if (gids_.wants(spike.gid)) received_.push_back(spike);
        });
    }
    own_before_.clear();
    if (round_->has_overflow()) ++counters_.overflow_rounds;
    counters_.bytes_received += static_cast<std::int64_t>(round_->bytes_received());
}

}  // namespace

std::unique_ptr<SpikeExchange> make_iallgather(Transport& transport, IallgatherOptions options) {
    return std::make_unique<Iallgather>(transport, options);
}

}  // namespace ranvier::exchange
