#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier {

/// Fletcher's checksum as in HDF5's filter of that name: two sums modulo 65535 over 16-bit words, the first byte of a
/// word being the higher one; the second sum in the upper half. (J. Fletcher 1982, IEEE Trans. Commun. 30:247-252; HDF5
/// File Format Specification, "Fletcher32 checksum".) The number of bytes must be even.
std::uint32_t fletcher32(std::span<const std::byte> bytes);

}  // namespace ranvier
