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

/// Makes mechanisms known to a session: the built-in ones, those of .mod files (compiled when needed, found in the
/// cache else), and those that a script asks for by nrn_load_dll. A file is loaded once, however often and from
/// wherever it is named.
class MechanismLoader {
  public:
    /// Both arguments outlive the loader.
    MechanismLoader(hoc::Session& session, const RunOptions& options) : session_{session}, options_{options} {}

    /// Built-in mechanisms; what `nrnivmodl` listed here; .mod files of this folder and of the folders that scripts lie
    /// in; what -dll names.
    void load_all();
    /// A .mod file, a folder of them, or a library that nrnivmodl left (NEURON's stand for the .mod files above them).
    /// Throws std::runtime_error if there is none, CompileError.
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

/// Gives scripts nrn_load_dll. The loader outlives the session's scripts.
void register_load_dll(hoc::Session& session, MechanismLoader& loader);

/// How .mod files are compiled by hand.
struct CompileRequest {
    std::vector<std::filesystem::path> files;
    bool vector_math = true;
    std::string isa = "native";
    bool verbose = false;
    bool sandbox = false;  ///< refuse VERBATIM
};

/// The compiler driver's words for a request. Throws std::runtime_error if this program's headers are missing.
nmodl::CompileOptions compile_options(const CompileRequest& request);

/// Compiles the files as one library, or finds it; its path. Warnings go to the standard error.
std::filesystem::path compile_mechanisms(const CompileRequest& request);

/// The .mod files of a folder, in the order of their names.
std::vector<std::filesystem::path> mod_files_in(const std::filesystem::path& folder);

/// "x86_64" or what this machine calls itself: the folder that nrnivmodl makes.
std::filesystem::path machine_folder();
/// The list that nrnivmodl leaves there.
std::filesystem::path compiled_list_path();

/// Gives the session the mechanisms that need no .mod file.
void load_builtin_mechanisms(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
