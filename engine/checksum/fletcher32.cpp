#include "engine/checksum/fletcher32.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ranvier {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t lanes = 16;       // words side by side, for vectorization
constexpr std::size_t most_rows = 256;  // per block: 65535 * 256 * 257 / 2 is less than 2^32

/// The length of a sequence of words, the sum of the words, and the sum of the sums of all its prefixes.
struct Sums {
    std::uint64_t length = 0, first = 0, second = 0;

    void append(const Sums& next) {
        second = (second + next.length * first + next.second) % 65535;
        first = (first + next.first) % 65535;
        length += next.length;
    }
};

Sums sums_of_rows(const std::byte* data, std::size_t rows) {
    std::uint32_t first[lanes] = {}, second[lanes] = {};
    for (std::size_t row = 0; row < rows; ++row) {
        std::uint16_t words[lanes];
        std::memcpy(words, data + row * sizeof words, sizeof words);
        for (std::size_t k = 0; k < lanes; ++k) {
            first[k] += words[k];
            second[k] += first[k];
        }
    }
    Sums sums{rows * lanes, 0, 0};
    for (std::size_t k = 0; k < lanes; ++k) {
        sums.first += first[k];
        // Each word counts once for every word from itself to the end: word k of a row counts `lanes` times for each
        // row from its own on, minus k.
        sums.second += std::uint64_t{lanes} * second[k] - k * std::uint64_t{first[k]};
    }
    return sums;
}

/// HDF5 adds with an end-around carry, which gives 0 only where all words are 0.
std::uint32_t folded(std::uint64_t sum, bool is_all_zero) {
    const auto rest = static_cast<std::uint32_t>(sum % 65535);
    return rest == 0 && !is_all_zero ? 65535 : rest;
}

}  // namespace

std::uint32_t fletcher32(std::span<const std::byte> bytes) {
    constexpr std::size_t row_bytes = lanes * sizeof(std::uint16_t);
    const bool is_all_zero = std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
    Sums sums;
    while (bytes.size() >= row_bytes) {
        const std::size_t rows = std::min(most_rows, bytes.size() / row_bytes);
        sums.append(sums_of_rows(bytes.data(), rows));
        bytes = bytes.subspan(rows * row_bytes);
    }
    for (; bytes.size() >= 2; bytes = bytes.subspan(2)) {
        std::uint16_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        sums.append({1, word, word});
    }
    // The words were read with the lower byte first. Swapping the bytes of all words multiplies the sums by 256 modulo
    // 65535.
    return folded(256 * sums.second, is_all_zero) << 16 | folded(256 * sums.first, is_all_zero);
}

}  // namespace ranvier
