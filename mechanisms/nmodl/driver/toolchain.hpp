#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A C++ compiler that was found on this machine.
struct Toolchain {
    std::vector<std::string> command;  ///< words that start it: {"/usr/bin/g++"}, {".../zig", "c++"}; empty: none
    /// Path, size and time of the program: a compiler is told from another without running it.
    std::string fingerprint;

    bool is_zig() const { return command.size() > 1; }
    bool is_gnu() const {
        return fingerprint.find("g++") != std::string::npos && fingerprint.find("clang") == std::string::npos;
    }
};

/// The first that exists of `chosen` (then nothing else is tried), $CXX, c++, g++, clang++, and the compiler of the
/// Python package ziglang. An empty command if there is none; the names that were tried go to `tried`.
Toolchain find_toolchain(const std::string& chosen, std::vector<std::string>& tried);

/// What the C++ compiler is told for "native" (the running CPU), "baseline", "avx2" or "avx512". No contraction and no
/// fast-math: the same bits for each. Throws std::runtime_error for another name.
std::vector<std::string> compile_flags(const std::string& isa, const Toolchain& toolchain);

/// How much it shall optimise C files with VERBATIM.
std::vector<std::string> c_optimization(const Toolchain& toolchain);

/// The running CPU's features, so that a cache which unlike machines share stays right.
std::string cpu_features();

/// The richest of "avx512", "avx2" and "baseline" that the running CPU has.
std::string best_portable_isa();

/// Is there a program of this name: in a path, or in $PATH. Its path; "" if not.
std::string find_program(const std::string& name);

}  // namespace ranvier::nmodl
