#include "exchange/strategy/allgather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/strategy/spike_codec.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

/// What each rank says first in an interval.
struct Header {
    std::uint32_t spikes;
    std::uint16_t form;        ///< a SpikeForm
    std::uint16_t times_hash;  ///< of the interval's step times where compression is on: a difference is a bug

    std::size_t payload_bytes() const { return spikes * bytes_of(static_cast<SpikeForm>(form)); }
};
static_assert(sizeof(Header) == 8);

std::uint16_t hash(std::span<const double> times) {
    std::uint64_t h = 0xCBF29CE484222325u;
    for (const double t : times) h = (h ^ std::bit_cast<std::uint64_t>(t)) * 0x100000001B3u;
    return static_cast<std::uint16_t>(h >> 48);  // a product's high bits depend on all others
}

bool contains(const std::vector<Gid>& sorted, Gid gid) {
    return std::binary_search(sorted.begin(), sorted.end(), gid);
}

class Allgather final : public SpikeExchange {
  public:
    Allgather(Transport& transport, AllgatherOptions options)
        : transport_(transport),
          options_(options),
          fixed_bytes_(static_cast<std::size_t>(options.fixed) *
                       bytes_of(options.compress ? SpikeForm::compressed : SpikeForm::full)),
          ranks_(static_cast<std::size_t>(transport.size())),
          all_fixed_(ranks_ * (sizeof(Header) + fixed_bytes_)),
          overflow_counts_(ranks_) {}

    Task<void> connect(Connections network) override {
        const Routes routes = co_await find_routes(transport_, network.owned, network.wanted);
        owned_.assign(network.owned.begin(), network.owned.end());
        wanted_.assign(network.wanted.begin(), network.wanted.end());
        std::sort(owned_.begin(), owned_.end());
        std::sort(wanted_.begin(), wanted_.end());
        outputs_.clear();
        for (const Route& route : routes.outgoing) outputs_.push_back(route.gid);
        if (options_.compress) co_await learn_sources();
    }

    void start(Step first_step, Step steps_per_interval) override {
        if (steps_per_interval < 1) throw std::invalid_argument("an exchange interval has at least one step");
        steps_per_interval_ = steps_per_interval;
        next_boundary_ = first_step + steps_per_interval;
        fired_.clear();
        times_.clear();
    }

    Step next_boundary() const override { return next_boundary_; }

    void fire(Spike spike) override {
        ++counters_.spikes_fired;
        fired_.push_back(spike);
    }

    void interval_times(std::span<const double> times) override { times_.assign(times.begin(), times.end()); }

    Task<std::span<const Spike>> finish(Step boundary) override {
        if (boundary > next_boundary_) {
            throw std::logic_error(
                fmt::format("exchange finished at step {}, after its boundary at step {}", boundary, next_boundary_));
        }
        const double began = transport_.clock();
        const double waited = transport_.waited();

        received_.clear();
        pack();
        if (options_.barrier) co_await transport_.barrier();
        const std::span<const std::byte> first(send_.data(), sizeof(Header) + fixed_bytes_);
        co_await transport_.allgather(first, all_fixed_);
        const std::size_t overflow = count_overflow();
        overflow_.resize(overflow);
        if (overflow > 0) {
            ++counters_.overflow_rounds;
            const std::size_t mine = overflow_counts_[transport_.rank()];
            const std::span<const std::byte> rest(send_.data() + sizeof(Header) + fixed_bytes_, mine);
            co_await transport_.allgatherv(rest, overflow_counts_, overflow_);
        }
        unpack();

        next_boundary_ = boundary + steps_per_interval_;
        times_.clear();
        ++counters_.intervals;
        counters_.spikes_delivered += static_cast<std::int64_t>(received_.size());
        const double waited_here = transport_.waited() - waited;
        counters_.synchronise_s += waited_here;
        counters_.communicate_s += transport_.clock() - began - waited_here;
        co_return received_;
    }

    const ExchangeCounters& counters() const override { return counters_; }

    std::string take_notice() override { return std::exchange(notice_, {}); }

  private:
    /// Every rank learns the sources that others send from, in the order of their indices, as far as a byte counts
    /// them. A gid that nobody here listens for stands in the list as -1.
    Task<void> learn_sources() {
        const bool fits = outputs_.size() <= most_indices;
        const std::span<const Gid> told(outputs_.data(), fits ? outputs_.size() : 0);
        sources_ = co_await gather_vectors<Gid>(transport_, told, &source_counts_);
        for (Gid& gid : sources_) {
            if (!contains(wanted_, gid)) gid = -1;
        }
    }

    /// Writes this rank's spikes of the interval into send_, and those that it wants itself into own_.
    void pack() {
        own_.clear();
        outgoing_.clear();
        for (const Spike& spike : fired_) {
            if (!contains(owned_, spike.gid)) {
                throw std::logic_error(
                    fmt::format("gid {} fired on rank {}, which does not own it", spike.gid, transport_.rank()));
            }
            if (contains(outputs_, spike.gid)) outgoing_.push_back(spike);
            if (contains(wanted_, spike.gid)) own_.push_back(spike);
        }
        fired_.clear();

        send_.resize(sizeof(Header));
        const bool is_compressed = options_.compress && try_compressed();
        if (!is_compressed) append_full(outgoing_, send_);
        const SpikeForm form = is_compressed ? SpikeForm::compressed : SpikeForm::full;
        const Header header{static_cast<std::uint32_t>(outgoing_.size()), static_cast<std::uint16_t>(form),
                            options_.compress ? hash(times_) : std::uint16_t{0}};
        std::memcpy(send_.data(), &header, sizeof header);
        const std::size_t payload = send_.size() - sizeof(Header);
        send_.resize(sizeof(Header) + std::max(payload, fixed_bytes_));

        counters_.spikes_sent += header.spikes;
        counters_.most_spikes_sent = std::max<std::int64_t>(counters_.most_spikes_sent, header.spikes);
        counters_.bytes_sent += static_cast<std::int64_t>(send_.size());
    }

    bool try_compressed() {
        Spike culprit{};
        const Obstacle obstacle = append_compressed(outgoing_, {times_, outputs_}, send_, culprit);
        ++(obstacle == Obstacle::none ? counters_.compressed_intervals : counters_.uncompressed_intervals);
        if (obstacle != Obstacle::none) tell_once(obstacle, culprit);
        return obstacle == Obstacle::none;
    }

    void tell_once(Obstacle obstacle, const Spike& culprit) {
        bool& is_told = is_told_[static_cast<int>(obstacle)];
        if (std::exchange(is_told, true)) return;
        std::string reason;
        switch (obstacle) {
            case Obstacle::none:
                return;
            case Obstacle::time_off_list:
                reason = fmt::format("gid {} fired at {} ms, which is not the time of a step", culprit.gid, culprit.t);
                break;
            case Obstacle::too_many_times:
                reason = fmt::format("an exchange interval has {} steps; compressed spikes can tell {} apart",
                                     times_.size(), most_times);
                break;
            case Obstacle::too_many_sources:
                reason = fmt::format(
                    "rank {} has {} sources that other ranks listen for; compressed spikes can tell "
                    "{} apart",
                    transport_.rank(), outputs_.size(), most_indices);
                break;
        }
        notice_ += fmt::format("{}{}. Spikes of such intervals travel uncompressed; results are the same.",
                               notice_.empty() ? "" : "\n", reason);
    }

    Header header_of(std::size_t rank) const {
        Header header;
        std::memcpy(&header, &all_fixed_[rank * (sizeof(Header) + fixed_bytes_)], sizeof header);
        return header;
    }

    /// The bytes of each rank that did not fit with the fixed part.
    std::size_t count_overflow() {
        const std::uint16_t times_hash = header_of(transport_.rank()).times_hash;
        std::size_t total = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            const Header header = header_of(rank);
            if (header.times_hash != times_hash) {
                throw std::logic_error(
                    fmt::format("ranks {} and {} do not have the same step times", transport_.rank(), rank));
            }
            const std::size_t payload = header.payload_bytes();
            overflow_counts_[rank] = payload > fixed_bytes_ ? payload - fixed_bytes_ : 0;
            total += overflow_counts_[rank];
        }
        return total;
    }

    void unpack() {
        std::size_t overflow_at = 0;
        std::size_t source_at = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            if (rank == static_cast<std::size_t>(transport_.rank())) {
                received_.insert(received_.end(), own_.begin(), own_.end());
            } else {
                unpack(rank, overflow_at, source_at);
            }
            overflow_at += overflow_counts_[rank];
            if (options_.compress) source_at += source_counts_[rank];
        }
    }

    void unpack(std::size_t rank, std::size_t overflow_at, std::size_t source_at) {
        const Header header = header_of(rank);
        counters_.spikes_received += header.spikes;
        counters_.bytes_received += static_cast<std::int64_t>(sizeof(Header) + fixed_bytes_ + overflow_counts_[rank]);

        const std::size_t payload = header.payload_bytes();
        const std::size_t in_fixed = std::min(payload, fixed_bytes_);
        const std::byte* fixed = all_fixed_.data() + rank * (sizeof(Header) + fixed_bytes_) + sizeof(Header);
        payload_.assign(fixed, fixed + in_fixed);
        const auto rest = overflow_.begin() + static_cast<std::ptrdiff_t>(overflow_at);
        payload_.insert(payload_.end(), rest, rest + static_cast<std::ptrdiff_t>(payload - in_fixed));

        if (header.form == static_cast<std::uint16_t>(SpikeForm::full)) {
            for (std::size_t at = 0; at < payload; at += full_spike_bytes) {
                const Spike spike = read_full(&payload_[at]);
                if (contains(wanted_, spike.gid)) received_.push_back(spike);
            }
        } else {
            for (std::size_t at = 0; at < payload; at += compressed_spike_bytes) {
                const Gid gid = sources_[source_at + std::to_integer<std::size_t>(payload_[at + 1])];
                if (gid >= 0) received_.push_back({times_[std::to_integer<std::size_t>(payload_[at])], gid});
            }
        }
    }

    Transport& transport_;
    const AllgatherOptions options_;
    const std::size_t fixed_bytes_;  // of spikes in the first collective
    const std::size_t ranks_;

    std::vector<Gid> owned_;    // ascending
    std::vector<Gid> wanted_;   // ascending
    std::vector<Gid> outputs_;  // those owned that another rank listens for, ascending
    std::vector<Gid> sources_;  // of each rank in turn, its outputs; only where compression is on
    std::vector<std::size_t> source_counts_;

    Step steps_per_interval_ = 1;
    Step next_boundary_ = 0;
    std::vector<double> times_;
    std::vector<Spike> fired_;

    // Buffers, kept from interval to interval.
    std::vector<Spike> outgoing_;
    std::vector<Spike> own_;
    std::vector<Spike> received_;
    std::vector<std::byte> send_;
    std::vector<std::byte> all_fixed_;
    std::vector<std::size_t> overflow_counts_;
    std::vector<std::byte> overflow_;
    std::vector<std::byte> payload_;

    ExchangeCounters counters_;
    std::string notice_;
    bool is_told_[4] = {};
};

}  // namespace

std::unique_ptr<SpikeExchange> make_allgather(Transport& transport, AllgatherOptions options) {
    return std::make_unique<Allgather>(transport, options);
}

}  // namespace ranvier::exchange
