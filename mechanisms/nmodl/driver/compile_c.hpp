#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/driver/run_command.hpp"

namespace ranvier::nmodl {

/// One C file made from a .mod file.
struct CSource {
    std::vector<std::string> compiler;  ///< command of the C++ compiler, which compiles C with `-x c`
    std::vector<std::string> optimization;
    std::string runtime_root, mod_path, source, object;
    bool has_verbatim = true;  ///< which may include headers beside the .mod file
};

/// The command that compiles `file` as C (accepting everything that old C allows), or as C++ if its VERBATIM blocks are
/// obviously C++.
std::vector<std::string> c_command(const CSource& file);

/// Takes the result of that command. If the command failed, tries other C dialects and C++. Returns "", or the messages
/// of the compiler that got furthest, which name lines of the .mod file.
std::string finish_c(const CSource& file, const CommandResult& first);

}  // namespace ranvier::nmodl
