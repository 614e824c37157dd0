#include "mechanisms/nmodl/driver/compile_c.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "mechanisms/nmodl/driver/run_command.hpp"

namespace ranvier::nmodl {
namespace {

/// Functions of before 1999: gcc 14 and clang 16 take these for errors.
const std::vector<std::string> lenient = {"-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                                          "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",
                                          "-Wno-error=return-type"};

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
}

/// Words that no C has, where trying C first would only cost time; and `auto`, which C takes to mean int.
bool is_cpp(const std::string& text) {
    for (const char* word :
         {"std::", "_cast<", "template <", "template<", "#include <vector>", "#include <string>", "auto "}) {
        if (text.find(word) != std::string::npos) return true;
    }
    return false;
}

std::vector<std::string> command(const CSource& file, const std::vector<std::string>& language) {
    std::vector<std::string> words = file.compiler;
    words.insert(words.end(), language.begin(), language.end());
    words.insert(words.end(), {"-w", "-O2", "-fPIC", "-fvisibility=hidden", "-fexceptions", "-ffp-contract=off",
                               "-fno-math-errno", "-fno-strict-aliasing", "-fcommon"});
    const auto folder = std::filesystem::path(file.mod_path).parent_path().string();
    words.insert(words.end(), {"-I", folder.empty() ? "." : folder, "-I", file.runtime_root});  // headers beside the file
    words.insert(words.end(), {"-c", "-o", file.object, file.source});
    return words;
}

void show(const std::vector<std::string>& words) {
    for (const auto& word : words) std::fprintf(stderr, "%s ", word.c_str());
    std::fprintf(stderr, "\n");
}

const std::vector<std::string> cpp = {"-x", "c++", "-std=c++20", "-fpermissive"};
const std::vector<std::string> c89 = {"-x", "c", "-std=gnu89", "-DRV_NO_PROTOTYPES"};

std::vector<std::string> modern_c() {
    std::vector<std::string> words = {"-x", "c", "-std=gnu17", "-fgnu89-inline"};
    words.insert(words.end(), lenient.begin(), lenient.end());
    return words;
}

/// For blocks that declare NEURON's functions in their own way.
std::vector<std::string> modern_c_without_prototypes() {
    auto words = modern_c();
    words.emplace_back("-DRV_NO_PROTOTYPES");
    return words;
}

}  // namespace

void compile_c(const std::vector<CSource>& files, int jobs) {
    std::vector<std::vector<std::string>> commands;
    for (const auto& file : files) {
        commands.push_back(command(file, is_cpp(text_of(file.source)) ? cpp : modern_c()));
        if (file.verbose) show(commands.back());
    }
    const auto results = run_commands(commands, jobs);
    for (std::size_t k = 0; k < files.size(); ++k) {
        bool is_done = results[k].status == 0;
        for (const auto& language : {cpp, modern_c_without_prototypes(), c89, modern_c()}) {
            is_done = is_done || run_commands({command(files[k], language)}, 1).front().status == 0;
        }
        if (is_done) continue;
        throw std::runtime_error("the C compiler refuses VERBATIM in " + files[k].mod_path + ":\n" + results[k].output);
    }
}

}  // namespace ranvier::nmodl
