#include "mechanisms/nmodl/driver/compile_c.hpp"

#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "mechanisms/nmodl/driver/run_command.hpp"

namespace ranvier::nmodl {
namespace {

/// Options for C before C99, whose constructs gcc 14 and clang 16 reject.
const std::vector<std::string> lenient = {"-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                                          "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types",
                                          "-Wno-error=return-type"};

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
}

/// The text without comments.
std::string code_of(const std::string& text) {
    static const std::regex comment(R"(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)");
    return std::regex_replace(text, comment, " ");
}

/// Whether the text has constructs that C lacks, so trying C first would only cost time, or `auto`, which means int in
/// C. Words that may be in a branch for NEURON 9 are inconclusive.
bool is_cpp(const std::string& text) {
    static const std::regex words(R"(std::|\btemplate ?<|#include <(vector|string|map|memory)>|\bauto\b)");
    return std::regex_search(text, words) && std::regex_search(code_of(text), words);
}

std::vector<std::string> command(const CSource& file, const std::vector<std::string>& language) {
    std::vector<std::string> words = file.compiler;
    words.insert(words.end(), language.begin(), language.end());
    words.insert(words.end(), file.optimization.begin(), file.optimization.end());
    words.insert(words.end(), {"-w", "-fPIC", "-fvisibility=hidden", "-fexceptions", "-ffp-contract=off",
                               "-fno-math-errno", "-fno-strict-aliasing", "-fcommon"});
    // Blocks know NEURON's functions by the headers in the last folder.
    words.insert(words.end(), {"-iquote", file.runtime_root, "-I", file.runtime_root, "-I",
                               file.runtime_root + "/mechanisms/runtime/neuron"});
    if (file.has_verbatim) {
        // A header beside the .mod file never takes the place of the system's or of ours.
        const auto path = std::filesystem::path(file.mod_path).parent_path().string();
        const std::string folder = path.empty() ? "." : path;
        words.insert(words.end(), {"-iquote", folder, "-idirafter", folder});
    }
    words.insert(words.end(), {"-c", "-o", file.object, file.source});
    return words;
}

const std::vector<std::string> cpp = {"-x", "c++", "-std=c++20", "-fpermissive"};
const std::vector<std::string> c89 = {"-x", "c", "-std=gnu89", "-DRV_NO_PROTOTYPES"};

std::vector<std::string> modern_c() {
    std::vector<std::string> words = {"-x", "c", "-std=gnu17", "-fgnu89-inline"};
    words.insert(words.end(), lenient.begin(), lenient.end());
    return words;
}

/// For blocks that declare NEURON's functions differently.
std::vector<std::string> modern_c_without_prototypes() {
    auto words = modern_c();
    words.emplace_back("-DRV_NO_PROTOTYPES");
    return words;
}

std::size_t errors_in(const std::string& output) {
    std::size_t count = 0;
    for (auto at = output.find("error: "); at != std::string::npos; at = output.find("error: ", at + 1)) ++count;
    return count;
}

/// Tries one language after the other. Returns the messages of the one that got furthest; "": it was compiled.
std::string compile_otherwise(const CSource& file, std::string output) {
    for (const auto& language : {cpp, modern_c_without_prototypes(), c89, modern_c()}) {
        const auto result = run_commands({command(file, language)}, 1).front();
        if (result.status == 0) return "";
        if (errors_in(result.output) < errors_in(output)) output = result.output;
    }
    return output.empty() ? "the compiler failed without a message" : output;
}

}  // namespace

std::vector<std::string> c_command(const CSource& file) {
    return command(file, is_cpp(text_of(file.source)) ? cpp : modern_c());
}

std::string finish_c(const CSource& file, const CommandResult& first) {
    return first.status == 0 ? "" : compile_otherwise(file, first.output);
}

}  // namespace ranvier::nmodl
