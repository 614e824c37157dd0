#pragma once

#include <string>
#include <vector>

#include "mechanisms/nmodl/driver/run_command.hpp"

namespace ranvier::nmodl {

/// One C file made from a .mod file with VERBATIM.
struct CSource {
    std::vector<std::string> compiler;  ///< the command of the C++ compiler, which compiles C with `-x c`
    std::vector<std::string> optimization;
    std::string runtime_root, mod_path, source, object;
};

/// The command that compiles it as C (with all that old C allows), or as C++ if the blocks are obviously C++.
std::vector<std::string> c_command(const CSource& file);

/// Takes the result of that command. If it failed, compiles the file as other kinds of C and as C++. Throws
/// std::runtime_error with the first compiler's messages, which name lines of the .mod file.
void finish_c(const CSource& file, const CommandResult& first);

}  // namespace ranvier::nmodl
