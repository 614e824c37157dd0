#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A C++ compiler on this machine.
struct Toolchain {
    /// {"/usr/bin/g++"}, {"/usr/bin/ccache", "g++"} or {".../zig", "c++"}; empty: no compiler found
    std::vector<std::string> command;
    /// Path, size and modification time of the program, which identify a compiler without running it.
    std::string fingerprint;

    bool is_zig() const { return command.size() == 2 && command[0].ends_with("/zig"); }
    bool is_gnu() const {
        return fingerprint.find("g++") != std::string::npos && fingerprint.find("clang") == std::string::npos;
    }
};

/// The first compiler that exists among `chosen` (if given, no other is tried), $CXX, c++, g++, clang++ and the
/// compiler of the Python package ziglang. The command is empty if there is none; `tried` receives the names that were
/// tried.
Toolchain find_toolchain(const std::string& chosen, std::vector<std::string>& tried);

/// The C++ compiler's options for "native" (the running CPU), "baseline" or, on x86-64, "avx2" or "avx512". No contraction and
/// no fast-math, so all of them give the same bits. Throws std::runtime_error for any other name.
std::vector<std::string> compile_flags(const std::string& isa, const Toolchain& toolchain);

/// The optimization options for C files with VERBATIM.
std::vector<std::string> c_optimization(const Toolchain& toolchain);

/// The options that end the command for linking, in the order in which to try them. What mechanisms need of the C++
/// library the program has; with g++ and glibc, the linker need not read it, nor the start files, which would take more
/// than half of its time. The C libraries stay, because names without their version would mean its oldest functions.
std::vector<std::vector<std::string>> link_libraries(const Toolchain& toolchain);

/// The architecture, such as "x86_64" or "aarch64": a part of every cache key, like the next.
std::string machine();

/// The running CPU's features. They are part of the cache key, because different machines may share a cache.
std::string cpu_features();

/// The most capable of "avx512", "avx2" and "baseline" that the running CPU supports.
std::string best_portable_isa();

/// The path of a program, given by path or found in $PATH; "" if there is none.
std::string find_program(const std::string& name);

}  // namespace ranvier::nmodl
