#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A C++ compiler that was found on this machine.
struct Toolchain {
    std::vector<std::string> command;  ///< its command: {"/usr/bin/g++"}, {".../zig", "c++"}; empty: none
    /// Path, size and time of the program, which identify a compiler without running it.
    std::string fingerprint;

    bool is_zig() const { return command.size() > 1; }
    bool is_gnu() const {
        return fingerprint.find("g++") != std::string::npos && fingerprint.find("clang") == std::string::npos;
    }
};

/// The first that exists of `chosen` (if given, nothing else is tried), $CXX, c++, g++, clang++, and the compiler of
/// the Python package ziglang. An empty command if there is none; the names that were tried go to `tried`.
Toolchain find_toolchain(const std::string& chosen, std::vector<std::string>& tried);

/// The C++ compiler's options for "native" (the running CPU), "baseline", "avx2" or "avx512". No contraction and no
/// fast-math: the same bits for each. Throws std::runtime_error for another name.
std::vector<std::string> compile_flags(const std::string& isa, const Toolchain& toolchain);

/// The optimization options for C files with VERBATIM.
std::vector<std::string> c_optimization(const Toolchain& toolchain);

/// The running CPU's features, which keep a cache shared by different machines correct.
std::string cpu_features();

/// The richest of "avx512", "avx2" and "baseline" that the running CPU has.
std::string best_portable_isa();

/// The path of a program, given by path or found in $PATH; "" if there is none.
std::string find_program(const std::string& name);

}  // namespace ranvier::nmodl
