#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The forms in which a rank's spikes of one interval travel. Compressed spikes consist of the index of the time and the
/// index of the source, in two bytes or, in the wide form, in four.
enum class SpikeForm : std::uint8_t { compressed, wide, full };

inline constexpr std::size_t full_spike_bytes = 12;    ///< 8 of time, 4 of gid
inline constexpr std::size_t most_indices = 1u << 24;  ///< sources of a rank that compressed spikes can index

constexpr std::size_t bytes_of(SpikeForm form) {
    return form == SpikeForm::full ? full_spike_bytes : form == SpikeForm::wide ? 4 : 2;
}

/// The bits of an index into a list of so many.
constexpr int bits_of_index(std::size_t count) {
    return count < 2 ? 0 : static_cast<int>(std::bit_width(count - 1));
}

/// The shortest form that can index so many times and sources; full if neither compressed form can. The bits of the two
/// indices share the bytes, so that few sources leave room for many times.
constexpr SpikeForm compressed_form(std::size_t times, std::size_t sources) {
    const int bits = bits_of_index(times) + bits_of_index(sources);
    if (sources > most_indices || bits > 32) return SpikeForm::full;
    return bits > 16 ? SpikeForm::wide : SpikeForm::compressed;
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

/// The lists that both ends know and a compressed spike indexes: times of the interval's steps, and the sender's
/// sources, ascending.
struct Codebook {
    std::span<const double> times;
    std::span<const Gid> sources;

    SpikeForm form() const { return compressed_form(times.size(), sources.size()); }
};

/// Appends the spikes to `out` in codebook.form(): the index of the source, then in the lowest bits that of the time,
/// lowest byte first. If one cannot be encoded without loss, leaves
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
    const int time_bits = bits_of_index(codebook.times.size());
    const std::uint32_t time_mask = (std::uint32_t{1} << time_bits) - 1;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
        std::uint32_t code = 0;
        for (std::size_t k = size; k-- > 0;) code = code << 8 | std::to_integer<std::uint32_t>(bytes[at + k]);
        use(Spike{codebook.times[code & time_mask], codebook.sources[code >> time_bits]});
    }
}

/// A hash of the step times. Ranks that compress send it along to detect differences, which would be a bug.
std::uint16_t hash_of(std::span<const double> times);

}  // namespace ranvier::exchange
