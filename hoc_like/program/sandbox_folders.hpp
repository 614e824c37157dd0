#pragma once

#include <filesystem>
#include <vector>

#include "hoc_like/program/file_rules.hpp"

namespace ranvier::program {

/// The files and folders that a run with `--sandbox` is about; absolute paths without links.
struct SandboxFolders {
    std::filesystem::path start;                 ///< in which the program was started
    std::filesystem::path home, cache;           ///< the user's; the cache of compiled mechanisms
    std::vector<std::filesystem::path> code;     ///< of the program and its libraries
    std::vector<std::filesystem::path> read;     ///< of scripts, of HOC_LIBRARY_PATH, of --sandbox-read; input files
    std::vector<std::filesystem::path> written;  ///< of the outputs that the command line names
    bool has_ranks = false;                      ///< of MPI, which share memory
};

/// What is readable for the sake of a file: its folder, or the file alone if the folder contains the home folder.
std::filesystem::path place_of(const std::filesystem::path& file, const std::filesystem::path& home);

/// Throws std::runtime_error if a folder that the model may write contains the home folder or the cache.
void check_folders(const SandboxFolders& folders);

/// The process of the model: writes below the start folder and in those of outputs.
std::vector<FileRule> rules_of_model(const SandboxFolders& folders);

/// The process that compiles .mod files: reads what the model may read, headers and the folders of compilers, and writes
/// the cache, which holds its temporary folder.
std::vector<FileRule> rules_of_compiler(const SandboxFolders& folders, const std::filesystem::path& headers,
                                        const std::vector<std::filesystem::path>& compilers);

}  // namespace ranvier::program
