#pragma once

#include <filesystem>
#include <span>

#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// All throw StateError with the file's name and the system's reason.
Bytes read_file(const std::filesystem::path& file);
/// Returns when the data are on disk.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
/// Like write_file; whenever the program ends, the file has either the old or the new content.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace ranvier::engine
