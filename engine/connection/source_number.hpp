#pragma once

#include <cstdint>

#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

inline constexpr std::uint32_t nothing = 0xffffffff;

/// The number of a source of spikes: below 2^31 an index into Sources; of a source on another rank (an
/// input), 2^31 + its gid. An input needs no record.
inline constexpr std::uint32_t first_input = 0x80000000;

constexpr bool is_input(std::uint32_t source) {
    return source >= first_input && source != nothing;
}
/// Precondition: 0 <= gid < 2^31 - 1.
constexpr std::uint32_t input_of(Gid gid) {
    return first_input | static_cast<std::uint32_t>(gid);
}
/// Precondition: is_input(source).
constexpr Gid gid_of_input(std::uint32_t source) {
    return static_cast<Gid>(source & ~first_input);
}

}  // namespace ranvier::engine
