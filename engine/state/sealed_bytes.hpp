#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// The common format of state files: a magic word of 8 letters, version, length, content, and checksum.
Bytes sealed(std::string_view magic, std::uint32_t version, std::span<const std::byte> content);
/// The content; `what` is for messages ("a state"). Throws StateError.
std::span<const std::byte> unsealed(std::string_view magic, std::uint32_t version, std::span<const std::byte> bytes,
                                    std::string_view what);

}  // namespace ranvier::engine
