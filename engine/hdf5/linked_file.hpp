#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace ranvier::hdf5 {

/// The file that an HDF5 file names, if it is a regular file in the folder of that one or below; else empty. Others are
/// not opened: a stranger's file could show what only its reader may see, or wait forever at a pipe.
inline std::filesystem::path linked_file(const std::filesystem::path& file, const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = fs::canonical(file, error).parent_path();
    if (error) return {};
    const fs::path found = fs::canonical(folder / name, error);  // an absolute name replaces the folder
    if (error || !fs::is_regular_file(found, error)) return {};
    return *found.lexically_relative(folder).begin() == ".." ? fs::path() : found;
}

}  // namespace ranvier::hdf5
