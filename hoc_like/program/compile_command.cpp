// Compiles .mod files ahead of a run: `ranvier compile` fills the cache, `nrnivmodl` also writes the files that job
// scripts expect.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/mechanism_loading.hpp"

namespace ranvier::program {

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

std::vector<std::string> instruction_sets(const std::string& isa) {
    if (isa != "all") return {isa};
#if defined(__x86_64__)
    return {"baseline", "avx2", "avx512"};
#else
    return {"baseline"};
#endif
}

/// Makes room for the folder that job scripts name. Throws if a file has its name, unless `replaces`.
void claim_folder(bool replaces) {
    const fs::path folder = machine_folder();
    if (replaces && !is_made_here(folder)) fs::remove_all(folder);
    if (!fs::exists(fs::symlink_status(folder)) || fs::is_directory(folder)) return;
    throw std::runtime_error(folder.string() +
                             " is not a folder, so compiled mechanisms cannot be listed in it; "
                             "move it away, or replace it with nrnivmodl --force");
}

/// Keeps what another program left under the name as NAME.before.
void set_aside(const fs::path& path) {
    if (fs::exists(fs::symlink_status(path))) fs::rename(path, path.string() + ".before");
}

/// Takes the place of a link, too, which might lead anywhere.
void write_list(const fs::path& path, const std::vector<fs::path>& files) {
    fs::remove(path);
    std::ofstream out(path);
    for (const fs::path& file : files) out << fs::absolute(file).string() << "\n";
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

/// Writes the same files as NEURON's nrnivmodl: <arch>/special runs this program as nrniv, and <arch>/libnrnmech.so can
/// be given to -dll. The list of .mod files takes precedence; the library is used if the folder was moved without them.
/// Files of another program, which repositories carry, stay: its special under another name, its library as it is.
void leave_folder(const std::vector<fs::path>& files, const fs::path& library) {
    const fs::path folder = machine_folder();
    fs::create_directories(folder);
    const fs::path special = folder / "special";
    if (is_made_here(folder)) {
        fs::remove(special);
    } else {
        set_aside(special);
    }
    fs::create_symlink(fs::read_symlink("/proc/self/exe"), special);
    write_list(compiled_list_path(), files);
    const fs::path usual = folder / "libnrnmech.so", moved = folder / moved_library_name;
    if (is_own_library(usual)) fs::remove(usual);
    fs::remove(moved);
    if (!library.empty()) fs::copy_file(library, fs::exists(fs::symlink_status(usual)) ? moved : usual);
}

struct NrnivmodlWords {
    std::vector<std::string> files;
    bool verbose = false;
    std::string isa = "native";
    bool replaces = false;
    bool asks_for_help = false;  // the words after --help are not read
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

NrnivmodlWords parse_nrnivmodl(std::span<const std::string> arguments) {
    NrnivmodlWords words;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const std::string& word = arguments[k];
        if (is_one_of(word, {"-h", "--help", "-help"})) {
            words.asks_for_help = true;
            return words;
        }
        if (word == "-v") {
            words.verbose = true;
        } else if (word == "--force") {
            words.replaces = true;
        } else if (word == "--isa" && k + 1 < arguments.size()) {
            words.isa = arguments[++k];
        } else if (word.starts_with("--isa=")) {
            words.isa = word.substr(6);
        } else if (is_one_of(word, {"-coreneuron", "-nobanner"})) {
            continue;
        } else if (is_one_of(word, {"-incflags", "-loadflags"})) {
            throw std::invalid_argument("option " + word + " is not supported: .mod files cannot use other libraries");
        } else if (word.size() > 1 && word[0] == '-') {
            throw std::invalid_argument("option " + word + " is not supported; expected files or folders");
        } else {
            words.files.push_back(word);
        }
    }
    return words;
}

}  // namespace

int compile_command(const CompileWords& words) {
    const auto files = files_in(words.files);
    if (files.empty()) throw std::runtime_error("no .mod files in the current folder");
    if (!words.print_after.empty() || !words.dump.empty() || words.units) {
        return show_compilation(files, words);
    }
    for (const std::string& isa : instruction_sets(words.isa)) {
        std::printf("%s\n", compile_mechanisms({files, words.vector_math, isa, words.verbose}).c_str());
    }
    return 0;
}

int nrnivmodl_command(std::span<const std::string> arguments) {
    const NrnivmodlWords words = parse_nrnivmodl(arguments);
    if (words.asks_for_help) {
        std::puts(
            "nrnivmodl [-coreneuron] [--isa native|baseline|avx2|avx512|all] [--force] [-v] [files or folders]\n"
            "compiles .mod files; nrniv in this folder then loads them, as does <arch>/special.\n"
            "A program special that NEURON's nrnivmodl left in <arch>/ is kept as special.before; --force removes the\n"
            "whole folder first.\n"
            "-coreneuron is accepted: all mechanisms are compiled to kernels.");
        return 0;
    }
    const auto files = files_in(words.files);
    claim_folder(words.replaces);
    fs::path library;
    for (const std::string& set : instruction_sets(words.isa)) {
        if (!files.empty()) library = compile_mechanisms({files, false, set, words.verbose});
    }
    leave_folder(files,
                 words.isa == "all" && !files.empty() ? compile_mechanisms({files, false, "baseline"}) : library);
    std::printf("compiled %zu .mod file%s\n", files.size(), files.size() == 1 ? "" : "s");
    return 0;
}

}  // namespace ranvier::program
