#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// The .mod files of a run, each once, in NEURON's order of loading: those that `nrnivmodl` listed in the current
/// folder, or else those in the current folder; those beside the scripts; then the ones named by -dll.
std::vector<std::filesystem::path> mechanism_files(const RunOptions& options);

/// The .mod files in a folder, in the order in which the shell lists them to nrnivmodl.
std::vector<std::filesystem::path> mod_files_in(const std::filesystem::path& folder);

/// Where nrnivmodl leaves the list of what it compiled, in the current folder.
std::filesystem::path compiled_list_path();

/// Gives the session the built-in mechanisms and the user's, compiling what is not in the cache; rank 0 compiles.
/// Collective. Throws with the compiler's messages.
void load_mechanisms(hoc::Session& session, const RunOptions& options);

/// Compiles .mod files (or takes them from the cache); returns the shared object's path.
std::filesystem::path compile_mechanisms(const std::vector<std::filesystem::path>& files, bool vector_math, bool verbose);

}  // namespace ranvier::program
