#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exchange/strategy/interval_exchange.hpp"

namespace ranvier::exchange {

/// The common part of strategies that send each rank only the spikes that it wants: a spike is sent once to a rank,
/// however many of its cells listen (spike compression of Albers et al. 2022, 4.1.3).
///
/// Both ends of a pair know the ascending list of gids that go from one to the other, so a compressed spike is the
/// index of its time and the index of its gid, two bytes in all, or four if the lists are long.
class PerTargetExchange : public IntervalExchange {
  public:
    PerTargetExchange(Transport& transport, bool compress, bool barrier)
        : IntervalExchange(transport, barrier), compress_(compress) {}

  protected:
    /// The lists of both ends of each pair of ranks, and what connecting takes.
    Footprint footprint_of_pairs(const Share& share) const {
        const double of_sources = share.outputs * sizeof(std::size_t) + share.listeners * sizeof(std::uint32_t);
        const double of_pairs = (share.listeners + share.wanted) * sizeof(Gid);
        return {of_sources + of_pairs + share.neighbors * (sizeof(Target) + sizeof(Source)), 0, bytes_of_routes(share)};
    }

    /// The header of what one rank sends to another.
    struct Header {
        std::uint32_t spikes = 0;
        std::uint32_t most_bytes = 0;  ///< longest payload of the sender for any rank: tells whether more follows
        SpikeForm form{};
        SpikeForm longest_form{};      ///< in which the sender has spikes for any rank
        std::uint16_t times_hash = 0;  ///< hash of the step times if compression is on

        std::size_t payload_bytes() const { return spikes * bytes_of(form); }
    };
    static_assert(sizeof(Header) == 12);

    /// A rank that wants some of this rank's spikes, and its spikes of this interval.
    struct Target {
        int rank;
        std::vector<Gid> gids;  ///< ascending
        std::vector<Spike> spikes;
        std::vector<std::byte> payload;
        Header header;
    };
    /// A rank that owns some of the sources that this rank wants.
    struct Source {
        int rank;
        std::vector<Gid> gids;  ///< ascending
        std::vector<std::byte> payload;
    };

    /// Collective. Fills targets_ and sources_, both ascending by rank.
    Task<void> learn_pairs(Connections network);

    /// Distributes outgoing_ over targets_ and writes their payloads and headers.
    void pack();

    /// Appends to received_ the spikes in source.payload.
    void unpack(const Source& source, const Header& header);

    static Header read_header(const std::byte* at) {
        Header header;
        std::memcpy(&header, at, sizeof header);
        return header;
    }

    /// Size of `spikes` spikes [bytes]; `form`: if compression is on.
    std::size_t room_for(int spikes, const RoomForm& form) const {
        return static_cast<std::size_t>(spikes) * (compress_ ? form.bytes() : full_spike_bytes);
    }

    std::vector<Target> targets_;
    std::vector<Source> sources_;
    std::uint32_t most_bytes_ = 0;  ///< longest payload of targets_ in this interval
    SpikeForm longest_form_{};      ///< of targets_ with spikes in this interval

  private:
    bool try_compressed(Target& target);

    const bool compress_;
    std::uint16_t times_hash_ = 0;
    std::vector<std::size_t> target_begin_;    // by index in outputs_: where its targets begin in target_index_
    std::vector<std::uint32_t> target_index_;  // indices in targets_
};

}  // namespace ranvier::exchange
