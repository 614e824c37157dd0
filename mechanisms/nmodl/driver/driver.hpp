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
    /// The target: "native" (the running CPU), "baseline", "avx2" or "avx512".
    std::string isa = "native";
    /// Folder that contains mechanisms/runtime/abi.h.
    std::string runtime_root;
    /// Empty: the default of open_cache (cache_folder.hpp), which also checks a given folder.
    std::string cache_dir;
    /// Empty: the result of find_toolchain.
    std::string compiler;
    std::vector<std::string> include_path;
    /// Number of compilers that run at the same time.
    int jobs = 2;
    /// Rejects VERBATIM that has an effect, even in files whose libraries are in the cache.
    bool sandbox = false;
    /// Prints each command to stderr.
    bool verbose = false;
};

struct CompiledLibrary {
    std::string path;                   ///< shared object
    bool was_cached = false;            ///< no compiler had to run
    std::vector<std::string> warnings;  ///< rendered
};

/// Compiles .mod files into one shared object, or finds the object in the cache. The key covers the text of the files
/// and of their INCLUDEs, the sources of the generator, the runtime headers, the compiler, the flags and the CPU (for
/// "native"). After a change only the changed file is compiled again. On a machine without a compiler, a library from
/// any compiler is used. Several processes may call this function at once: one compiles, the others wait; files get
/// their final names by renaming, and a damaged file is made again. Mechanisms are listed in the order of `paths`.
///
/// Throws CompileError for errors in a .mod file; std::runtime_error if there is no compiler (the message names the
/// compilers that were tried), the compiler fails, or the cache cannot be written.
CompiledLibrary compile_files(const std::vector<std::string>& paths, const CompileOptions& options);

/// The library that compile_files would return, if it is in the cache. Throws CompileError as compile_files does.
std::optional<CompiledLibrary> find_compiled(const std::vector<std::string>& paths, const CompileOptions& options);

/// Opens a library made by compile_files. It stays open, and the span valid, until the process ends. Throws
/// std::runtime_error if it cannot be opened or was made for another version of the ABI.
std::span<const rv_mechanism* const> load_library(const std::string& path);

}  // namespace ranvier::nmodl
