#include "mechanisms/nmodl/driver/toolchain.hpp"

#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "mechanisms/nmodl/driver/environment.hpp"
#include "mechanisms/nmodl/driver/run_command.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

bool is_executable(const std::string& path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string fingerprint_of(const std::string& compiler) {
    std::error_code ignored;
    const auto real = fs::canonical(compiler, ignored);
    struct stat info{};
    stat(real.c_str(), &info);
    return real.string() + " " + std::to_string(info.st_size) + " " + std::to_string(info.st_mtime);
}

/// The compiler in the Python package ziglang; "" if it is not installed. It is not sought in the current folder.
std::string find_zig() {
    const auto python = find_program(environment("RANVIER_PYTHON").empty() ? "python3" : environment("RANVIER_PYTHON"));
    if (python.empty()) return {};
    const auto answer =
        run_commands({{python, "-c",
                       "import sys; sys.path[:] = [folder for folder in sys.path if folder.startswith('/')]\n"
                       "import ziglang, os; print(os.path.join(os.path.dirname(ziglang.__file__), 'zig'), end='')"}},
                     1);
    return answer.front().status == 0 && is_executable(answer.front().output) ? answer.front().output : "";
}

/// Found once: in a sandbox, Python may not run later.
std::string zig() {
    static const std::string found = find_zig();
    return found;
}

}  // namespace

std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return is_executable(name) ? name : "";
    std::istringstream folders(environment("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = folder + "/" + name;
        if (is_executable(candidate)) return candidate;
    }
    return {};
}

namespace {

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

/// The compiler of this name or command, such as "g++", "ccache g++" or "g++ -m64"; an empty command if there is none.
Toolchain named_toolchain(const std::string& name) {
    if (const auto found = find_program(name); !found.empty()) return {{found}, fingerprint_of(found)};
    auto words = words_of(name);
    if (words.size() < 2) return {};
    words[0] = find_program(words[0]);
    if (words[0].empty()) return {};
    std::string fingerprint;
    for (const auto& word : words) {
        const auto found = word.starts_with('-') ? "" : find_program(word);
        fingerprint += (fingerprint.empty() ? "" : " ") + (found.empty() ? word : fingerprint_of(found));
    }
    return {words, fingerprint};
}

}  // namespace

Toolchain find_toolchain(const std::string& chosen, std::vector<std::string>& tried) {
    std::vector<std::string> names = {chosen};
    if (chosen.empty()) names = {"c++", "g++", "clang++"};
    if (const auto own = environment("CXX"); chosen.empty() && !own.empty()) names.insert(names.begin(), own);
    for (const auto& name : names) {
        tried.push_back(name);
        if (auto found = named_toolchain(name); !found.command.empty()) return found;
    }
    if (!chosen.empty()) return {};
    tried.emplace_back("ziglang (python3)");
    if (const auto found = zig(); !found.empty()) return {{found, "c++"}, fingerprint_of(found)};
    return {};
}

std::vector<std::string> compile_flags(const std::string& isa, const Toolchain& toolchain) {
    std::vector<std::string> flags = {
        "-std=c++20",
        "-nostdinc++",  // generated code uses C's headers; libstdc++'s <math.h> takes 0.2 s to read
        "-w",          "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"};
    if (toolchain.is_gnu()) {
        // The passes of -O3 that speed up kernels; the whole of -O3 doubles g++'s time for the same speed.
        // -fexpensive-optimizations gates the pass that inserts vzeroupper: without it the C library's scalar functions
        // run with dirty upper halves of the vector registers, many times slower on recent CPUs.
        flags.insert(flags.end(), {"-O1", "-fexpensive-optimizations", "-ftree-loop-vectorize",
                                   "-fvect-cost-model=dynamic", "-ftree-pre", "--param=vect-epilogues-nomask=0"});
    } else {
        flags.emplace_back("-O3");
    }
    if (toolchain.is_zig()) flags.emplace_back("-fno-sanitize=undefined");  // zig's default
#if defined(__x86_64__)
    if (isa == "native") {
        flags.insert(flags.end(), {"-march=native", "-mprefer-vector-width=512"});
        if (!toolchain.is_zig()) flags.emplace_back("-mtune=generic");  // zig does not know this name
    } else if (isa == "avx2") {
        flags.emplace_back(toolchain.is_zig() ? "-march=x86_64_v3" : "-march=x86-64-v3");
    } else if (isa == "avx512") {
        flags.insert(flags.end(),
                     {toolchain.is_zig() ? "-march=x86_64_v4" : "-march=x86-64-v4", "-mprefer-vector-width=512"});
    } else if (isa != "baseline") {
        throw std::runtime_error("unknown instruction set " + isa + ": expected native, baseline, avx2 or avx512");
    }
#else
    if (isa == "native") {
        flags.emplace_back("-mcpu=native");
    } else if (isa != "baseline") {
        throw std::runtime_error("unknown instruction set " + isa + ": expected native or baseline, which is all of " +
                                 machine());
    }
#endif
    return flags;
}

std::vector<std::string> c_optimization(const Toolchain& toolchain) {
    if (!toolchain.is_gnu()) return {"-O2"};
    // The passes of -O2 that speed up such files; the whole of -O2 takes g++ 1.5 times as long for the same speed.
    return {"-O1", "-fexpensive-optimizations", "-finline-small-functions", "-ftree-pre"};
}

std::vector<std::vector<std::string>> link_libraries(const Toolchain& toolchain) {
    std::vector<std::vector<std::string>> all;
    if (toolchain.is_gnu()) all.push_back({"-nostdlib", "-l:libm.so.6", "-l:libc.so.6"});
    all.push_back({"-lm"});
#ifdef RANVIER_WRAP  // cmake/RanvierElementary.cmake
    for (auto& libraries : all) libraries.insert(libraries.begin(), RANVIER_WRAP);
#endif
    return all;
}

std::string machine() {
    struct utsname names{};
    return uname(&names) == 0 ? names.machine : "unknown";
}

std::string cpu_features() {
    std::string found;
#if defined(__x86_64__)
    // family and model, and the leaves that list instruction sets
    const unsigned leaves[][2] = {{1, 0}, {7, 0}, {7, 1}, {0xd, 1}, {0x80000001u, 0}};
    for (const auto& [leaf, subleaf] : leaves) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        __get_cpuid_count(leaf, subleaf, &a, &b, &c, &d);
        if (leaf == 1) b = 0, c &= ~(1u << 27);  // masks the number of the calling core and the OSXSAVE bit
        for (const unsigned word : {a, b, c, d}) found += std::to_string(word) + " ";
    }
#else
    // The kernel's list of instruction sets and, on ARM, the register that names the core (MIDR_EL1).
    found = std::to_string(getauxval(AT_HWCAP)) + " " + std::to_string(getauxval(AT_HWCAP2)) + " ";
    std::string core;
    std::ifstream("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1") >> core;
    found += core;
#endif
    return found;
}

std::string best_portable_isa() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        return "avx512";
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return "avx2";
#endif
    return "baseline";
}

}  // namespace ranvier::nmodl
