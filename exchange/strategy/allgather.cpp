#include "exchange/strategy/allgather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "exchange/strategy/adaptive_size.hpp"
#include "exchange/strategy/interval_exchange.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

/// The header that each rank sends in an interval.
struct Header {
    std::uint32_t spikes;
    std::uint16_t form;        ///< a SpikeForm
    std::uint16_t times_hash;  ///< hash of the interval's step times if compression is on; a difference is a bug

    std::size_t payload_bytes() const { return spikes * bytes_of(static_cast<SpikeForm>(form)); }
};
static_assert(sizeof(Header) == 8);

class Allgather final : public IntervalExchange {
  public:
    Allgather(Transport& transport, AllgatherOptions options)
        : IntervalExchange(transport, options.barrier),
          compress_(options.compress),
          fixed_(options.fixed, options.adaptive),
          ranks_(static_cast<std::size_t>(transport.size())),
          overflow_counts_(ranks_) {}

    Task<void> connect(Connections network) override {
        co_await learn(network);
        if (compress_) co_await learn_sources();
    }

    /// Compression needs the list of all sources of all ranks.
    Footprint footprint(const Share& share) const override {
        const double fixed = static_cast<double>(fixed_.spikes()) * static_cast<double>(full_spike_bytes);
        Footprint bytes;
        bytes.lists = compress_ ? share.ranks * (share.outputs * sizeof(Gid) + sizeof(std::size_t)) : 0;
        bytes.buffers = share.ranks * (sizeof(Header) + fixed + sizeof(std::size_t));
        bytes.connecting = bytes_of_routes(share);
        return bytes;
    }

  protected:
    Task<void> communicate() override {
        fixed_bytes_ = static_cast<std::size_t>(fixed_.spikes()) * (compress_ ? room_form_.bytes() : full_spike_bytes);
        pack();
        all_fixed_.resize(ranks_ * (sizeof(Header) + fixed_bytes_));
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
        fixed_.follow(overflow > 0);
        room_form_.end_interval();
    }

  private:
    /// Receives the list of sources that each rank sends, in the order of their indices. The list of a rank with more
    /// sources than most_indices is empty. A gid without listeners on this rank is -1 in the list.
    Task<void> learn_sources() {
        const bool fits = outputs_.size() <= most_indices;
        const std::span<const Gid> told(outputs_.data(), fits ? outputs_.size() : 0);
        sources_ = co_await gather_vectors<Gid>(transport_, told, &source_counts_);
        for (Gid& gid : sources_) {
            if (!is_wanted(gid)) gid = -1;
        }
    }

    /// Writes this rank's spikes of the interval into send_.
    void pack() {
        send_.resize(sizeof(Header));
        const bool is_compressed = compress_ && try_compressed();
        if (!is_compressed) append_full(outgoing_, send_);
        const SpikeForm form = is_compressed ? Codebook{times_, outputs_}.form() : SpikeForm::full;
        const Header header{static_cast<std::uint32_t>(outgoing_.size()), static_cast<std::uint16_t>(form),
                            compress_ ? hash_of(times_) : std::uint16_t{0}};
        std::memcpy(send_.data(), &header, sizeof header);
        const std::size_t payload = send_.size() - sizeof(Header);
        send_.resize(sizeof(Header) + std::max(payload, fixed_bytes_));
        counters_.bytes_sent += static_cast<std::int64_t>(send_.size());
    }

    bool try_compressed() {
        Spike culprit{};
        const CompressionFailure obstacle = append_compressed(outgoing_, {times_, outputs_}, send_, culprit);
        ++(obstacle == CompressionFailure::none ? counters_.compressed_intervals : counters_.uncompressed_intervals);
        tell_once(obstacle, culprit, outputs_.size(), "other ranks listen for");
        return obstacle == CompressionFailure::none;
    }

    Header header_of(std::size_t rank) const {
        Header header;
        std::memcpy(&header, &all_fixed_[rank * (sizeof(Header) + fixed_bytes_)], sizeof header);
        return header;
    }

    /// The number of bytes from each rank that did not fit into the fixed part.
    std::size_t count_overflow() {
        const std::uint16_t times_hash = header_of(transport_.rank()).times_hash;
        std::size_t total = 0;
        counters_.most_spikes_of_a_rank = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            const Header header = header_of(rank);
            if (header.times_hash != times_hash) {
                throw std::logic_error(
                    fmt::format("ranks {} and {} do not have the same step times", transport_.rank(), rank));
            }
            counters_.most_spikes_of_a_rank = std::max<std::int64_t>(counters_.most_spikes_of_a_rank, header.spikes);
            room_form_.see(header.spikes, static_cast<SpikeForm>(header.form));
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
            if (rank != static_cast<std::size_t>(transport_.rank())) unpack(rank, overflow_at, source_at);
            overflow_at += overflow_counts_[rank];
            if (compress_) source_at += source_counts_[rank];
        }
    }

    void unpack(std::size_t rank, std::size_t overflow_at, std::size_t source_at) {
        const Header header = header_of(rank);
        counters_.spikes_received += header.spikes;
        counters_.bytes_received += static_cast<std::int64_t>(sizeof(Header) + fixed_bytes_ + overflow_counts_[rank]);

        const std::span<const std::byte> payload = payload_of(rank, header, overflow_at);
        if (static_cast<SpikeForm>(header.form) == SpikeForm::full) {
            read_spikes(SpikeForm::full, payload, {}, [this](const Spike& spike) {
                if (is_wanted(spike.gid)) received_.push_back(spike);
            });
        } else {
            const auto known = std::span(sources_).subspan(source_at, source_counts_[rank]);
            read_spikes(static_cast<SpikeForm>(header.form), payload, {times_, known}, [this](const Spike& spike) {
                if (spike.gid >= 0) received_.push_back(spike);
            });
        }
    }

    /// A rank's spikes in one piece; not copied if all came with the fixed part.
    std::span<const std::byte> payload_of(std::size_t rank, const Header& header, std::size_t overflow_at) {
        const std::byte* fixed = all_fixed_.data() + rank * (sizeof(Header) + fixed_bytes_) + sizeof(Header);
        const std::size_t payload = header.payload_bytes();
        if (payload <= fixed_bytes_) return {fixed, payload};
        payload_.assign(fixed, fixed + fixed_bytes_);
        const auto rest = overflow_.begin() + static_cast<std::ptrdiff_t>(overflow_at);
        payload_.insert(payload_.end(), rest, rest + static_cast<std::ptrdiff_t>(payload - fixed_bytes_));
        return payload_;
    }

    const bool compress_;
    AdaptiveSize fixed_;           // spikes in the first collective
    RoomForm room_form_;           // of these, if compression is on
    std::size_t fixed_bytes_ = 0;  // their size in this interval
    const std::size_t ranks_;

    std::vector<Gid> sources_;  // the outputs of each rank in turn; only if compression is on
    std::vector<std::size_t> source_counts_;

    // Buffers, kept from interval to interval.
    std::vector<std::byte> send_;
    std::vector<std::byte> all_fixed_;
    std::vector<std::size_t> overflow_counts_;
    std::vector<std::byte> overflow_;
    std::vector<std::byte> payload_;
};

}  // namespace

std::unique_ptr<SpikeExchange> make_allgather(Transport& transport, AllgatherOptions options) {
    return std::make_unique<Allgather>(transport, options);
}

}  // namespace ranvier::exchange
