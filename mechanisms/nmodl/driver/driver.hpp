#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/nmodl/passes/pipeline.hpp"

struct rv_mechanism;

namespace ranvier::nmodl {

struct CompileOptions {
    Math math = Math::libm;
    /// What to compile for: "native" (the running CPU), "baseline", "avx2" or "avx512".
    std::string isa = "native";
    /// Folder under which mechanisms/runtime/abi.h lies.
    std::string runtime_root;
    /// Empty: $RANVIER_CACHE, $XDG_CACHE_HOME/ranvier or ~/.cache/ranvier.
    std::string cache_dir;
    /// Empty: what find_toolchain finds.
    std::string compiler;
    std::vector<std::string> include_path;
    /// Compilers that run at a time.
    int jobs = 2;
    /// Refuses VERBATIM that does something, also in files that are compiled already.
    bool sandbox = false;
    /// Prints each command to stderr.
    bool verbose = false;
};

struct CompiledLibrary {
    std::string path;                   ///< shared object
    bool was_cached = false;            ///< no compiler had to run
    std::vector<std::string> warnings;  ///< rendered
};

/// Compiles .mod files into one shared object, or finds it in the cache. The key is the text of the files and of what
/// they INCLUDE, the sources of the generator, the runtime headers, the compiler, the flags and the CPU (for "native"),
/// so a changed file is compiled alone; where there is no compiler, a library that any compiler made is taken. Several
/// processes may do so at once: one compiles, the others wait for it; files appear under their final names by renaming.
/// Mechanisms are listed in the order of `paths`.
///
/// Throws CompileError for errors in a .mod file, std::runtime_error if there is no compiler (naming those that were
/// tried), it fails, or the cache cannot be written.
CompiledLibrary compile_files(const std::vector<std::string>& paths, const CompileOptions& options);

/// The library that compile_files would return, if it is in the cache. Throws CompileError as compile_files does.
std::optional<CompiledLibrary> find_compiled(const std::vector<std::string>& paths, const CompileOptions& options);

/// Opens a library made by compile_files. It stays open until the process ends; the span is valid as long.
/// Throws std::runtime_error if it cannot be opened or was made for another version of the ABI.
std::span<const rv_mechanism* const> load_library(const std::string& path);

/// The folder that an empty CompileOptions::cache_dir stands for.
std::string default_cache_dir();

}  // namespace ranvier::nmodl
