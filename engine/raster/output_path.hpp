#pragma once

#include <filesystem>

namespace ranvier::raster {

/// The file that output named `file` makes or replaces: an absolute path, at the end of symbolic links, which stay.
///
/// Output is written under a temporary name and renamed at the end, so only regular files can be replaced. Throws
/// RasterError if `file` is a folder, a device, a pipe or a socket, or the regular file that the program's standard
/// output or standard error goes to, or if the links form a loop.
std::filesystem::path output_path(const std::filesystem::path& file);

/// True for names that end in .h5 or .hdf5, in upper or lower case: they are written as HDF5.
bool is_hdf5_name(const std::filesystem::path& file);

}  // namespace ranvier::raster
