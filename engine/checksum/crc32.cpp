#include "engine/checksum/crc32.hpp"

#include <libdeflate.h>

namespace ranvier {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far) {
    // For a null address, libdeflate_crc32 returns 0.
    return bytes.empty() ? so_far : libdeflate_crc32(so_far, bytes.data(), bytes.size());
}

}  // namespace ranvier
