#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier {

/// The CRC-32 of zlib and PNG (polynomial 0xEDB88320). `so_far`: the CRC of the preceding bytes.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t so_far = 0);

}  // namespace ranvier
