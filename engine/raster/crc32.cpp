#include "engine/raster/crc32.hpp"

#include <array>

namespace ranvier::raster {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t c = byte;
        for (int bit = 0; bit < 8; ++bit) c = (c & 1) ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[byte] = c;
    }
    return table;
}

constexpr std::array<std::uint32_t, 256> table = make_table();

}  // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far) {
    std::uint32_t c = ~so_far;
    for (const std::byte byte : bytes) c = table[(c ^ std::to_integer<std::uint32_t>(byte)) & 0xFF] ^ (c >> 8);
    return ~c;
}

}  // namespace ranvier::raster
