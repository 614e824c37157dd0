#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The two forms in which a rank's spikes of one interval travel.
enum class SpikeForm { full, compressed };

inline constexpr std::size_t full_spike_bytes = 12;       ///< 8 of time, 4 of gid
inline constexpr std::size_t compressed_spike_bytes = 2;  ///< index of the time, index of the source
inline constexpr std::size_t most_indices = 256;          ///< sources that a byte can index
inline constexpr std::size_t most_times = 255;            ///< most step times in an interval that can be compressed

inline std::size_t bytes_of(SpikeForm form) {
    return form == SpikeForm::full ? full_spike_bytes : compressed_spike_bytes;
}

/// Why spikes could not be compressed.
enum class CompressionFailure { none, time_off_list, too_many_times, too_many_sources };

/// The lists that both ends know and the two bytes of a spike index: step times and the sender's sources, ascending.
struct Codebook {
    std::span<const double> times;
    std::span<const Gid> sources;
};

/// Appends the spikes to `out` in two bytes each. If one cannot be encoded without loss, leaves `out` unchanged and
/// returns the reason; if the reason is a time, `culprit` is that spike.
CompressionFailure append_compressed(std::span<const Spike> spikes, const Codebook& codebook,
                                     std::vector<std::byte>& out, Spike& culprit);

void append_full(std::span<const Spike> spikes, std::vector<std::byte>& out);

/// Reads one spike; `bytes` holds full_spike_bytes.
inline Spike read_full(const std::byte* bytes) {
    Spike spike;
    std::memcpy(&spike.t, bytes, sizeof spike.t);
    std::memcpy(&spike.gid, bytes + sizeof spike.t, sizeof spike.gid);
    return spike;
}

/// Calls `use` with each spike in `bytes`. `codebook` is the sender's; only compressed spikes need it.
template <typename Use>
void read_spikes(SpikeForm form, std::span<const std::byte> bytes, const Codebook& codebook, Use use) {
    if (form == SpikeForm::full) {
        for (std::size_t at = 0; at < bytes.size(); at += full_spike_bytes) use(read_full(&bytes[at]));
        return;
    }
    for (std::size_t at = 0; at < bytes.size(); at += compressed_spike_bytes) {
        use(Spike{codebook.times[std::to_integer<std::size_t>(bytes[at])],
                  codebook.sources[std::to_integer<std::size_t>(bytes[at + 1])]});
    }
}

/// A hash of the step times. Ranks that compress send it along to detect differences, which would be a bug.
std::uint16_t hash_of(std::span<const double> times);

}  // namespace ranvier::exchange
