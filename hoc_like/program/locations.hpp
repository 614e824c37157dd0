#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ranvier::program {

/// The path of a file or folder that the program needs, and every path that was tried.
struct Location {
    std::filesystem::path path;  ///< empty if none of the tried ones exists
    std::vector<std::filesystem::path> tried;
};

/// The folder that contains "mechanisms/runtime/abi.h", for compiling .mod files.
Location runtime_headers();
/// A plotting script, such as `plot_raster.py`.
Location plot_script(const std::string& name);
/// A Python with matplotlib and h5py: $RANVIER_PYTHON, the one beside the build, python3 of the PATH.
Location python();
/// The folder of the Python module and its packages.
Location python_module();
/// The path of a command on the PATH (or of one given by path); empty if there is none.
std::filesystem::path find_command(const std::string& name);

}  // namespace ranvier::program
