#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The forms in which a rank's spikes of one interval travel. Compressed spikes consist of the index of the time and the
/// index of the source, of one byte or, in the wide form, of three.
enum class SpikeForm : std::uint8_t { compressed, wide, full };

inline constexpr std::size_t full_spike_bytes = 12;     ///< 8 of time, 4 of gid
inline constexpr std::size_t most_short_indices = 256;  ///< sources that a byte can index
inline constexpr std::size_t most_indices = 1u << 24;   ///< sources that three bytes can index
inline constexpr std::size_t most_times = 255;          ///< most step times in an interval that can be compressed

constexpr std::size_t bytes_of(SpikeForm form) {
    return form == SpikeForm::full ? full_spike_bytes : form == SpikeForm::wide ? 4 : 2;
}

/// The compressed form of spikes of so many sources.
constexpr SpikeForm compressed_form(std::size_t sources) {
    return sources <= most_short_indices ? SpikeForm::compressed : SpikeForm::wide;
}

/// The form for which equal buffers leave room: the longest in which a rank sent spikes in the previous interval.
/// All ranks that see the same headers agree.
class RoomForm {
  public:
    /// The header of one rank in this interval.
    void see(std::uint32_t spikes, SpikeForm form) {
        if (spikes > 0) next_ = std::max(next_, form);
        is_any_ |= spikes > 0;
    }
    void end_interval() {
        if (is_any_) form_ = next_;
        next_ = SpikeForm::compressed;
        is_any_ = false;
    }
    std::size_t bytes() const { return bytes_of(form_); }

  private:
    SpikeForm form_ = SpikeForm::compressed, next_ = SpikeForm::compressed;
    bool is_any_ = false;
};

/// Why spikes could not be compressed.
enum class CompressionFailure { none, time_off_list, too_many_times, too_many_sources };

/// The lists that both ends know and the bytes of a spike index: step times and the sender's sources, ascending.
struct Codebook {
    std::span<const double> times;
    std::span<const Gid> sources;
};

/// Appends the spikes to `out` in compressed_form(codebook.sources.size()). If one cannot be encoded without loss, leaves
/// `out` unchanged and returns the reason; if the reason is a time, `culprit` is that spike.
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
    const std::size_t size = bytes_of(form);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        std::size_t source = 0;
        for (std::size_t k = size - 1; k > 0; --k) source = source << 8 | std::to_integer<std::size_t>(bytes[at + k]);
        use(Spike{codebook.times[std::to_integer<std::size_t>(bytes[at])], codebook.sources[source]});
    }
}

/// A hash of the step times. Ranks that compress send it along to detect differences, which would be a bug.
std::uint16_t hash_of(std::span<const double> times);

}  // namespace ranvier::exchange
