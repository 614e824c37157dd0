// Compiling .mod files by hand: `ranvier compile` fills the cache, `nrnivmodl` also leaves what job scripts expect.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/mechanism_loading.hpp"

namespace ranvier::program {

const char* const version_text = RANVIER_VERSION;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(std::span<const std::string> words) {
    std::vector<fs::path> files;
    for (const std::string& word : words) {
        if (!fs::exists(word)) throw std::runtime_error(word + ": no such file or folder");
        if (fs::is_directory(word)) {
            const auto found = mod_files_in(word);
            files.insert(files.end(), found.begin(), found.end());
        } else {
            files.emplace_back(word);
        }
    }
    if (words.empty()) files = mod_files_in(".");
    return files;
}

/// <arch>/special runs this program as nrniv, and the list tells nrniv which files to load.
void leave_list(const std::vector<fs::path>& files) {
    const fs::path list = compiled_list_path();
    fs::create_directories(list.parent_path());
    std::ofstream out(list);
    for (const fs::path& file : files) out << fs::absolute(file).string() << "\n";
    const fs::path special = list.parent_path() / "special";
    std::error_code ignored;
    fs::remove(special, ignored);
    fs::create_symlink(fs::read_symlink("/proc/self/exe"), special);
    if (!out.flush()) throw std::runtime_error("cannot write " + list.string());
}

}  // namespace

int compile_command(std::span<const std::string> words, bool vector_math, bool verbose) {
    const auto files = files_in(words);
    if (files.empty()) throw std::runtime_error("there are no .mod files here");
    std::printf("%s\n", compile_mechanisms(files, vector_math, verbose).c_str());
    return 0;
}

int nrnivmodl_command(std::span<const std::string> arguments) {
    std::vector<std::string> words;
    bool verbose = false;
    for (const std::string& word : arguments) {
        if (word == "-h" || word == "--help" || word == "-help") {
            std::puts("nrnivmodl [-v] [files or folders]: compiles .mod files; nrniv in this folder then loads them");
            return 0;
        }
        if (word == "-v") {
            verbose = true;
        } else if (word.size() > 1 && word[0] == '-') {
            throw std::invalid_argument("option " + word + " is not supported; files and folders are");
        } else {
            words.push_back(word);
        }
    }
    const auto files = files_in(words);
    if (!files.empty()) compile_mechanisms(files, false, verbose);
    leave_list(files);
    std::printf("compiled %zu .mod file%s\n", files.size(), files.size() == 1 ? "" : "s");
    return 0;
}

}  // namespace ranvier::program
