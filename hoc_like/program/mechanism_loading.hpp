#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hoc_like/program/given_names.hpp"
#include "hoc_like/program/run_options.hpp"

struct rv_mechanism;

namespace ranvier::nmodl {
struct CompileOptions;
struct CompiledLibrary;
}  // namespace ranvier::nmodl

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Registers mechanisms with a session: built-in mechanisms, mechanisms from .mod files (cached or newly compiled), and
/// mechanisms that a script loads with nrn_load_dll. Each file is loaded once, however often it is named.
///
/// Files that no option names, but that lie in the current folder or beside a script, are loaded all together when a script
/// first uses a name that one of them gives. Until then they cost nothing and cannot fail. Of these, a file that does not
/// compile, or whose mechanism exists already, is left out with a warning, unless the script wants just that one.
class MechanismLoader {
  public:
    /// Both arguments must outlive the loader.
    MechanismLoader(hoc::Session& session, const RunOptions& options);

    /// Finds or compiles the library of some files. Default: find_or_compile.
    using Compile = std::function<nmodl::CompiledLibrary(const std::vector<std::filesystem::path>&)>;
    void compile_by(Compile compile) { compile_ = std::move(compile); }

    /// Loads the built-in mechanisms, the mechanisms that `nrnivmodl` listed in the current folder, and the libraries
    /// given by -dll. Finds the .mod files in the current folder and in the folders of scripts. The session then asks
    /// this object for unknown names.
    void load_all();
    /// Loads a .mod file, a folder of .mod files, or a library made by nrnivmodl (for NEURON's libraries: the .mod
    /// files in the folder above). Throws std::runtime_error if there is no such file, or CompileError.
    void load(const std::filesystem::path& library);

    /// The names of the files that have been loaded or found, sorted, and the hashes of their texts; of a library without
    /// sources, of its name, since its code may depend on the machine.
    std::vector<std::pair<std::string, std::uint64_t>> hashes() const;

  private:
    struct Loaded {
        std::filesystem::path path;
        std::string text;  ///< of a .mod file
    };
    struct Found {
        std::filesystem::path path;
        GivenNames names;
        std::uint64_t hash;  ///< of its text
    };

    /// Adds the .mod files of a folder to those found.
    void find(const std::filesystem::path& folder);
    /// Loads what was found if the unknown `name` is one of its names; returns whether it has.
    bool load_found_for(std::string_view name);
    /// Throws std::runtime_error if a file that gives the name `wanted` cannot be compiled.
    void load_found(std::string_view wanted);
    void warn_of_taken_names();
    void load_files(const std::vector<std::filesystem::path>& files);
    void load_compiled(const std::string& library);
    void add(const rv_mechanism& mechanism);

    hoc::Session& session_;
    const RunOptions& options_;
    Compile compile_;
    std::vector<Loaded> loaded_;
    std::vector<Found> found_;
};

/// Registers nrn_load_dll. The loader must outlive the session's scripts.
void register_load_dll(hoc::Session& session, MechanismLoader& loader);

/// How to compile .mod files ahead of a run.
struct CompileRequest {
    std::vector<std::filesystem::path> files;
    bool vector_math = true;
    std::string isa = "native";
    bool verbose = false;
    bool sandbox = false;  ///< refuse VERBATIM
};

/// The folder for compiled mechanisms, the same for the whole process; the first call says why it is not the usual one.
const std::string& cache_folder();
/// The compiler driver's options for a request. Throws std::runtime_error if this program's headers are missing.
nmodl::CompileOptions compile_options(const CompileRequest& request);

/// Compiles the files into one library, unless it is in the cache, and returns its path. Prints warnings to stderr.
std::filesystem::path compile_mechanisms(const CompileRequest& request);

/// The library for the requested instruction set or, by default, for the running CPU. Otherwise a library that
/// `--isa all` made for similar CPUs, which computes the same bits; otherwise compiles the library now.
nmodl::CompiledLibrary find_or_compile(const std::vector<std::filesystem::path>& files, const RunOptions& options);

/// The .mod files of a folder, sorted by name.
std::vector<std::filesystem::path> mod_files_in(const std::filesystem::path& folder);

/// The .mod files for a path given to -dll or nrn_load_dll; empty for a library without sources.
std::vector<std::filesystem::path> sources_of(const std::filesystem::path& library);

/// The .mod files of the session's mechanisms that are not built in, as far as they still exist; sorted.
std::vector<std::filesystem::path> used_mod_files(hoc::Session& session);

/// The folder that nrnivmodl creates, named after this machine's architecture, such as "x86_64".
std::filesystem::path machine_folder();
/// The path of the list that nrnivmodl writes to this folder.
std::filesystem::path compiled_list_path();
/// The name that nrnivmodl gives to its library where a library of NEURON has the usual one.
inline constexpr const char* moved_library_name = "ranvier-mechanisms.so";
/// True if this program wrote the folder: NEURON's nrnivmodl leaves a program named special, not a link to ours.
bool is_made_here(const std::filesystem::path& folder);
/// True if this program compiled the library. Opening it would run its code, so its bytes are read.
bool is_own_library(const std::filesystem::path& path);

/// Registers the mechanisms that need no .mod file.
void load_builtin_mechanisms(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
