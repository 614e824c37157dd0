#pragma once

#include <cstdint>

#include "engine/connection/numbers.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

inline constexpr std::uint32_t nothing = 0xffffffff;

/// Identifies a source of spikes: below 2^31 by its index in Sources; one of another rank (an input), which needs no record,
/// by 2^31 + its gid. Not reused after removal.
enum class SourceId : std::uint32_t { first_input = 0x80000000, none = 0xffffffff };

constexpr bool is_input(SourceId source) {
    return source >= SourceId::first_input && source != SourceId::none;
}
/// Precondition: 0 <= gid < 2^31 - 1.
constexpr SourceId input_of(Gid gid) {
    return SourceId{index_of(SourceId::first_input) | static_cast<std::uint32_t>(gid)};
}
/// Precondition: is_input(source).
constexpr Gid gid_of_input(SourceId source) {
    return static_cast<Gid>(index_of(source) & ~index_of(SourceId::first_input));
}

}  // namespace ranvier::engine
