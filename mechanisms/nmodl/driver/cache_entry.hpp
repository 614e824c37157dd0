#pragma once

#include <string>

namespace ranvier::nmodl {

/// Appends a checksum to a finished file, writes the file to the disk and gives it its final name. What reads objects and
/// libraries does not look behind their end. Throws std::runtime_error.
void keep_entry(const std::string& temporary, const std::string& path);

/// Whether a file exists and fits its checksum: it is neither cut nor changed.
bool is_whole_entry(const std::string& path);

}  // namespace ranvier::nmodl
