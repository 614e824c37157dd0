#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ranvier::program {

/// A file or folder that the program needs, and every path that was tried for it.
struct Location {
    std::filesystem::path path;  ///< empty if none of the tried ones exists
    std::vector<std::filesystem::path> tried;
};

/// The folder under which "mechanisms/runtime/abi.h" lies, for compiling .mod files.
Location runtime_headers();
/// A drawing script, as `plot_raster.py`.
Location plot_script(const std::string& name);
/// A Python with matplotlib and h5py: $RANVIER_PYTHON, the one beside the build, python3 of the PATH.
Location python();
/// The folder of the Python module and its packages.
Location python_module();
/// Is the command on the PATH (or a path itself); empty if not.
std::filesystem::path find_command(const std::string& name);

}  // namespace ranvier::program
