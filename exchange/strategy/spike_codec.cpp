#include "exchange/strategy/spike_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ranvier::exchange {

CompressionFailure append_compressed(std::span<const Spike> spikes, const Codebook& codebook,
                                     std::vector<std::byte>& out, Spike& culprit) {
    if (spikes.empty()) return CompressionFailure::none;
    if (codebook.sources.size() > most_indices) return CompressionFailure::too_many_sources;
    const SpikeForm form = codebook.form();
    if (form == SpikeForm::full) return CompressionFailure::too_many_times;
    const std::size_t before = out.size(), bytes = bytes_of(form);
    const int time_bits = bits_of_index(codebook.times.size());
    for (const Spike& spike : spikes) {
        const auto time = std::lower_bound(codebook.times.begin(), codebook.times.end(), spike.t);
        // Compares bits: 0.0 and -0.0 are equal, but not the same time stamp.
        if (time == codebook.times.end() ||
            std::bit_cast<std::uint64_t>(*time) != std::bit_cast<std::uint64_t>(spike.t)) {
            out.resize(before);
            culprit = spike;
            return CompressionFailure::time_off_list;
        }
        const auto source =
            std::lower_bound(codebook.sources.begin(), codebook.sources.end(), spike.gid) - codebook.sources.begin();
        auto code = static_cast<std::uint32_t>(source << time_bits | (time - codebook.times.begin()));
        for (std::size_t k = 0; k < bytes; ++k, code >>= 8) out.push_back(static_cast<std::byte>(code));
    }
    return CompressionFailure::none;
}

void append_full(std::span<const Spike> spikes, std::vector<std::byte>& out) {
    std::size_t at = out.size();
    out.resize(at + spikes.size() * full_spike_bytes);
    for (const Spike& spike : spikes) {
        std::memcpy(&out[at], &spike.t, sizeof spike.t);
        std::memcpy(&out[at + sizeof spike.t], &spike.gid, sizeof spike.gid);
        at += full_spike_bytes;
    }
}

std::uint16_t hash_of(std::span<const double> times) {
    std::uint64_t h = 0xCBF29CE484222325u;
    for (const double t : times) h = (h ^ std::bit_cast<std::uint64_t>(t)) * 0x100000001B3u;
    return static_cast<std::uint16_t>(h >> 48);  // a product's high bits depend on all others
}

}  // namespace ranvier::exchange
