#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ranvier::exchange {

/// The folders that contain the file of this code (the program, or the Python module), from the innermost to the root.
std::vector<std::filesystem::path> folders_above();

/// The shared object `name` that comes with Ranvier: lib/ranvier/NAME in one of folders_above, or ranvier/lib/ranvier/NAME,
/// where a wheel has it beside the module. Empty if there is none.
std::string own_object(const std::string& name);

}  // namespace ranvier::exchange
