#pragma once

#include <filesystem>
#include <span>

#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// All throw StateError with the file's name and the system's reason.
Bytes read_file(const std::filesystem::path& file);
/// Returns when the data are on disk.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
/// The same; the file has the old or the new content, whenever the program ends.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace ranvier::engine
