#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ranvier {

/// Fletcher's checksum as HDF5's filter of that name has it: two sums modulo 65535 over 16-bit words, the first byte of
/// a word being the higher one; the second sum in the upper half. (J. Fletcher 1982, IEEE Trans. Commun. 30:247-252;
/// HDF5 File Format Specification, "Fletcher32 checksum".) `bytes` are an even number.
std::uint32_t fletcher32(std::span<const std::byte> bytes);

}  // namespace ranvier
