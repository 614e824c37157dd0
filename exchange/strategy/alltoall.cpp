#include "exchange/strategy/alltoall.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/strategy/adaptive_size.hpp"
#include "exchange/strategy/per_target.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

std::size_t over(std::size_t bytes, std::size_t room) {
    return bytes > room ? bytes - room : 0;
}

/// Exchanges spikes between all ranks.
class Alltoall final : public PerTargetExchange {
  public:
    Alltoall(Transport& transport, const AlltoallOptions& options)
        : PerTargetExchange(transport, options.compress, options.barrier),
          is_persistent_(options.collective == AlltoallOptions::Collective::persistent),
          fixed_(options.fixed, options.adaptive),
          ranks_(static_cast<std::size_t>(transport.size())),
          send_counts_(ranks_),
          receive_counts_(ranks_) {}

    Task<void> connect(Connections network) override {
        co_await learn_pairs(network);
        if (is_persistent_ && !persistent_) {
            set_room();
            persistent_ = co_await transport_.persistent_alltoall(send_, receive_);
        }
    }

    Footprint footprint(const Share& share) const override {
        Footprint bytes = footprint_of_pairs(share);
        const double slot = static_cast<double>(sizeof(Header) + room_for(fixed_.spikes(), room_form_));
        bytes.buffers = 2 * share.ranks * (slot + sizeof(std::size_t));
        return bytes;
    }

  protected:
    Task<void> communicate() override {
        pack();
        const std::size_t room_before = room_;
        set_room();
        write_slots();
        if (persistent_) {
            // All ranks see the same headers, so all come here together.
            if (room_ != room_before) persistent_ = co_await transport_.persistent_alltoall(send_, receive_);
            co_await persistent_->run();
        } else {
            co_await transport_.alltoall(send_, receive_);
        }
        std::uint32_t most = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            const Header header = header_of(rank);
            most = std::max(most, header.most_bytes);
            room_form_.see(header.most_bytes, header.longest_form);
        }
        counters_.bytes_received += static_cast<std::int64_t>((ranks_ - 1) * slot());
        if (most > room_) {
            ++counters_.overflow_rounds;
            co_await exchange_rest();
        }
        unpack_all();
        fixed_.follow(most > room_);
        room_form_.end_interval();
    }

  private:
    std::size_t slot() const { return sizeof(Header) + room_; }
    Header header_of(std::size_t rank) const { return read_header(&receive_[rank * slot()]); }

    void set_room() {
        room_ = room_for(fixed_.spikes(), room_form_);
        send_.resize(ranks_ * slot());
        receive_.resize(ranks_ * slot());
    }

    void write_slots() {
        Header nothing;
        nothing.most_bytes = most_bytes_;
        nothing.longest_form = longest_form_;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            std::memcpy(&send_[rank * slot()], &nothing, sizeof nothing);
        }
        for (Target& target : targets_) {
            target.header.most_bytes = most_bytes_;
            target.header.longest_form = longest_form_;
            std::byte* at = &send_[static_cast<std::size_t>(target.rank) * slot()];
            std::memcpy(at, &target.header, sizeof target.header);
            const std::size_t fits = std::min(room_, target.payload.size());
            std::copy_n(target.payload.begin(), fits, at + sizeof(Header));
        }
        counters_.bytes_sent += static_cast<std::int64_t>((ranks_ - 1) * slot());
    }

    /// Exchanges the spikes that did not fit into the equal buffers.
    Task<void> exchange_rest() {
        std::fill(send_counts_.begin(), send_counts_.end(), 0);
        send_rest_.clear();
        for (const Target& target : targets_) {
            send_counts_[static_cast<std::size_t>(target.rank)] = over(target.payload.size(), room_);
            const auto rest = static_cast<std::ptrdiff_t>(std::min(room_, target.payload.size()));
            send_rest_.insert(send_rest_.end(), target.payload.begin() + rest, target.payload.end());
        }
        std::size_t total = 0;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            receive_counts_[rank] = over(header_of(rank).payload_bytes(), room_);
            total += receive_counts_[rank];
        }
        receive_rest_.resize(total);
        co_await transport_.alltoallv(send_rest_, send_counts_, receive_rest_, receive_counts_);
        counters_.bytes_sent += static_cast<std::int64_t>(send_rest_.size());
        counters_.bytes_received += static_cast<std::int64_t>(total);
    }

    void unpack_all() {
        auto rest = receive_rest_.begin();
        for (Source& source : sources_) {
            const auto rank = static_cast<std::size_t>(source.rank);
            const Header header = header_of(rank);
            const std::byte* fixed = &receive_[rank * slot()] + sizeof(Header);
            const std::size_t bytes = header.payload_bytes();
            source.payload.assign(fixed, fixed + std::min(room_, bytes));
            const auto end = rest + static_cast<std::ptrdiff_t>(over(bytes, room_));
            source.payload.insert(source.payload.end(), rest, end);
            rest = end;
            unpack(source, header);
        }
    }

    const bool is_persistent_;
    AdaptiveSize fixed_;    // spikes for each rank in the first collective
    RoomForm room_form_;    // of these
    std::size_t room_ = 0;  // space for them in this interval [bytes]
    const std::size_t ranks_;
    std::unique_ptr<PersistentCollective> persistent_;

    // Buffers, kept from interval to interval; those of a persistent collective stay in place.
    std::vector<std::byte> send_, receive_;  // one slot per rank: header, room_ bytes
    std::vector<std::size_t> send_counts_, receive_counts_;
    std::vector<std::byte> send_rest_, receive_rest_;
};

/// Exchanges spikes only between ranks that send each other spikes. Each pair has its own buffer size, which both ends
/// compute.
class NeighborAlltoall final : public PerTargetExchange {
  public:
    NeighborAlltoall(Transport& transport, const AlltoallOptions& options)
        : PerTargetExchange(transport, options.compress, options.barrier), initial_(options.fixed, options.adaptive) {}

    Task<void> connect(Connections network) override {
        co_await learn_pairs(network);
        std::vector<int> sources, targets;
        for (const Source& source : sources_) sources.push_back(source.rank);
        for (const Target& target : targets_) targets.push_back(target.rank);
        neighborhood_ = co_await transport_.neighborhood(sources, targets);
        // Spikes that do not fit are sent in messages that must not mix with others.
        if (!messages_) messages_ = co_await transport_.split(0, transport_.rank());
        send_sizes_.assign(targets.size(), initial_);
        receive_sizes_.assign(sources.size(), initial_);
        send_forms_.assign(targets.size(), RoomForm());
        receive_forms_.assign(sources.size(), RoomForm());
    }

    Footprint footprint(const Share& share) const override {
        Footprint bytes = footprint_of_pairs(share);
        const double slot = static_cast<double>(sizeof(Header) + room_for(initial_.spikes(), RoomForm()));
        bytes.buffers = 2 * share.neighbors * (slot + sizeof(std::size_t) + sizeof(AdaptiveSize) + sizeof(RoomForm));
        return bytes;
    }

  protected:
    Task<void> communicate() override {
        pack();
        write_slots();
        co_await neighborhood_->alltoallv(send_, send_counts_, receive_, receive_counts_);
        co_await exchange_rest();
    }

  private:
    static constexpr int rest_tag = 1;

    static void follow(RoomForm& form, const Header& header) {
        form.see(header.spikes, header.form);
        form.end_interval();
    }

    void write_slots() {
        send_.clear();
        send_counts_.clear();
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            Target& target = targets_[i];
            const std::size_t room = room_for(send_sizes_[i].spikes(), send_forms_[i]);
            const std::size_t at = send_.size();
            send_.resize(at + sizeof(Header) + room);
            std::memcpy(&send_[at], &target.header, sizeof target.header);
            std::copy_n(target.payload.begin(), std::min(room, target.payload.size()),
                        send_.begin() + at + sizeof(Header));
            send_counts_.push_back(sizeof(Header) + room);
        }
        receive_counts_.clear();
        std::size_t total = 0;
        for (const AdaptiveSize& size : receive_sizes_) {
            const RoomForm& form = receive_forms_[receive_counts_.size()];
            receive_counts_.push_back(sizeof(Header) + room_for(size.spikes(), form));
            total += receive_counts_.back();
        }
        receive_.resize(total);
        counters_.bytes_sent += static_cast<std::int64_t>(send_.size());
        counters_.bytes_received += static_cast<std::int64_t>(total);
    }

    Task<void> exchange_rest() {
        requests_.clear();
        std::size_t overflows = 0;
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const std::vector<std::byte>& payload = targets_[i].payload;
            const std::size_t room = room_for(send_sizes_[i].spikes(), send_forms_[i]);
            send_sizes_[i].follow(payload.size() > room);
            follow(send_forms_[i], targets_[i].header);
            if (payload.size() <= room) continue;
            ++overflows;
            const std::span<const std::byte> rest = std::span(payload).subspan(room);
            requests_.push_back(messages_->isend(targets_[i].rank, rest_tag, rest));
            counters_.bytes_sent += static_cast<std::int64_t>(rest.size());
        }
        std::size_t at = 0;
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            Source& source = sources_[i];
            const std::size_t room = room_for(receive_sizes_[i].spikes(), receive_forms_[i]);
            const Header header = read_header(&receive_[at]);
            const std::size_t bytes = header.payload_bytes();
            source.payload.resize(bytes);
            std::copy_n(receive_.begin() + at + sizeof(Header), std::min(room, bytes), source.payload.begin());
            if (bytes > room) {
                ++overflows;
                const std::span<std::byte> rest = std::span(source.payload).subspan(room);
                co_await messages_->wait(messages_->irecv(source.rank, rest_tag, rest));
                counters_.bytes_received += static_cast<std::int64_t>(rest.size());
            }
            receive_sizes_[i].follow(bytes > room);
            follow(receive_forms_[i], header);
            unpack(source, header);
            at += sizeof(Header) + room;
        }
        for (const Request request : requests_) co_await messages_->wait(request);
        if (overflows > 0) ++counters_.overflow_rounds;
    }

    const AdaptiveSize initial_;
    std::unique_ptr<Neighborhood> neighborhood_;
    std::unique_ptr<Transport> messages_;
    std::vector<AdaptiveSize> send_sizes_, receive_sizes_;  // by index in targets_, sources_
    std::vector<RoomForm> send_forms_, receive_forms_;

    // Buffers, kept from interval to interval.
    std::vector<std::byte> send_, receive_;
    std::vector<std::size_t> send_counts_, receive_counts_;
    std::vector<Request> requests_;
};

}  // namespace

std::unique_ptr<SpikeExchange> make_alltoall(Transport& transport, AlltoallOptions options) {
    using Collective = AlltoallOptions::Collective;
    const bool has_equal_buffers = options.collective != Collective::alltoallv;
    if (options.adaptive && (!has_equal_buffers || options.collective == Collective::persistent)) {
        throw ExchangeError(has_equal_buffers ? "exchange alltoall: adaptive=on is not supported with "
                                                "collective=persistent, whose buffers have a fixed size"
                                              : "exchange alltoall: adaptive=on needs buffers of equal size, which "
                                                "collective=alltoallv does not have");
    }
    if (options.collective == Collective::persistent && !transport.has_persistent_collectives()) {
        throw ExchangeError(
            "exchange alltoall: this MPI library has no persistent collectives (MPI 4); use collective=alltoall");
    }
    if (!has_equal_buffers) options.fixed = 0;
    if (options.collective == Collective::neighbor) return std::make_unique<NeighborAlltoall>(transport, options);
    return std::make_unique<Alltoall>(transport, options);
}

}  // namespace ranvier::exchange
