#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// One C file made from a .mod file with VERBATIM.
struct CSource {
    std::vector<std::string> compiler;  ///< the words that start the C++ compiler, which compiles C by `-x c`
    std::vector<std::string> optimization;
    std::string runtime_root, mod_path, source, object;
    bool verbose = false;
};

/// Compiles each as C (with all that old C allows), or as C++ where C refuses or the blocks are plainly C++; `jobs` at
/// a time. Throws std::runtime_error with the compiler's messages, which name lines of the .mod file.
void compile_c(const std::vector<CSource>& files, int jobs);

}  // namespace ranvier::nmodl
