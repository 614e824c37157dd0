#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ranvier::program {

/// The path of a file or folder that the program needs, and every path that was tried.
struct Location {
    std::filesystem::path path;  ///< empty if none of the tried paths exists
    std::vector<std::filesystem::path> tried;
};

/// The folder that contains "mechanisms/runtime/abi.h", for compiling .mod files.
Location runtime_headers();
/// The folder of the .mod files of built-in mechanisms.
Location builtin_mechanisms();
/// A plotting script, such as `plot_raster.py`.
Location plot_script(const std::string& name);
/// The Python interpreter for plots: $RANVIER_PYTHON, the build's own interpreter, or python3 from PATH.
Location python();
/// Each such interpreter that exists, in this order.
std::vector<std::filesystem::path> pythons();
/// The Python whose library runs scripts, and why this one: `wanted` (-pyexe) if it is not empty, $NRN_PYTHONEXE, python3 of
/// the active environment, the environment of the checkout, or python3 from PATH.
struct ChosenPython {
    std::string command;
    std::string why;
};
ChosenPython python_of_scripts(const std::string& wanted = {});
/// The folder that contains the package ranvier_study.
Location study_package();
/// The folder that contains the package ranvier_sonata.
Location sonata_package();
/// The folder of the Python module and its packages.
Location python_module();
/// The path of a command from PATH, or of a command given by its path; empty if there is none.
std::filesystem::path find_command(const std::string& name);

}  // namespace ranvier::program
