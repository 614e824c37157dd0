#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier {

/// Fletcher's checksum as in HDF5's fletcher32 filter: two sums modulo 65535 over big-endian 16-bit words; the second
/// sum is in the upper half. (J. Fletcher 1982, IEEE Trans. Commun. 30:247-252; HDF5 File Format Specification,
/// "Fletcher32 checksum".) The number of bytes must be even.
std::uint32_t fletcher32(std::span<const std::byte> bytes);

}  // namespace ranvier
