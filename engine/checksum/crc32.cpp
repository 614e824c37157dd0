#include "engine/checksum/crc32.hpp"

#include <zlib.h>

namespace ranvier {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far) {
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    return static_cast<std::uint32_t>(::crc32_z(so_far, data, bytes.size()));
}

}  // namespace ranvier
