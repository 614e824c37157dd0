#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hoc_like/program/run_options.hpp"

struct rv_mechanism;

namespace ranvier::nmodl {
struct CompileOptions;
}

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Registers mechanisms with a session: the built-in ones, those of .mod files (from the cache, or compiled), and those
/// that a script loads by nrn_load_dll. Each file is loaded once, however often it is named.
class MechanismLoader {
  public:
    /// Both arguments must outlive the loader.
    MechanismLoader(hoc::Session& session, const RunOptions& options) : session_{session}, options_{options} {}

    /// Loads the built-in mechanisms, those that `nrnivmodl` listed here, .mod files in this folder and in the folders
    /// of scripts, and those given by -dll.
    void load_all();
    /// Loads a .mod file, a folder of them, or a library that nrnivmodl made (for NEURON's: the .mod files in the
    /// folder above). Throws std::runtime_error if there is none, CompileError.
    void load(const std::filesystem::path& library);

  private:
    void load_files(const std::vector<std::filesystem::path>& files);
    void load_compiled(const std::string& library);
    void add(const rv_mechanism& mechanism);

    hoc::Session& session_;
    const RunOptions& options_;
    struct Loaded {
        std::filesystem::path path;
        std::string text;  ///< of a .mod file
    };
    std::vector<Loaded> loaded_;
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

/// The compiler driver's options for a request. Throws std::runtime_error if this program's headers are missing.
nmodl::CompileOptions compile_options(const CompileRequest& request);

/// Compiles the files as one library, or finds it; its path. Warnings go to the standard error.
std::filesystem::path compile_mechanisms(const CompileRequest& request);

/// The .mod files of a folder, in the order of their names.
std::vector<std::filesystem::path> mod_files_in(const std::filesystem::path& folder);

/// The name of this machine's architecture, such as "x86_64", and of the folder that nrnivmodl makes.
std::filesystem::path machine_folder();
/// The list that nrnivmodl writes there.
std::filesystem::path compiled_list_path();

/// Registers the mechanisms that need no .mod file.
void load_builtin_mechanisms(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
