#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace ranvier::raster {

/// The file that output named `file` makes or replaces: an absolute path, at the end of symbolic links, which stay.
///
/// Output is written under a temporary name and renamed at the end, so only regular files can be replaced. Throws
/// RasterError if `file` is a folder, a device, a pipe or a socket, or the regular file that the program's standard
/// output or standard error goes to, if the links form a loop, or if `check_is_no_source` refuses it.
std::filesystem::path output_path(const std::filesystem::path& file);

/// Throws RasterError if the name, or that of the file to which it is a link, is that of a script or a .mod file:
/// `--summary net.hoc` lacks the name of the summary, which would replace the script. An empty name is that of no file.
void check_is_no_source(const std::filesystem::path& file);

/// Throws RasterError if the output would replace one of these files, which the run reads; they need not exist.
void check_is_no_input(const std::filesystem::path& output, std::span<const std::string> inputs);

/// True for names that end in .h5 or .hdf5, in upper or lower case: they are written as HDF5.
bool is_hdf5_name(const std::filesystem::path& file);

}  // namespace ranvier::raster
