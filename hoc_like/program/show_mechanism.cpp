// Prints results of the NMODL compiler: trees after a pass, C++, units, explanations.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/locations.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/codegen/lane_kernels.hpp"
#include "mechanisms/nmodl/driver/vectorization.hpp"
#include "mechanisms/nmodl/explain/explain.hpp"
#include "mechanisms/nmodl/lint/check_units.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

using nmodl::Diagnostics;
using nmodl::Math;

std::unique_ptr<nmodl::Program> parsed(const fs::path& file) {
    Diagnostics diagnostics;
    auto program = nmodl::parse_file(file.string(), diagnostics);
    diagnostics.throw_if_any();
    return program;
}

std::unique_ptr<nmodl::Program> compiled(const fs::path& file, Math math, const std::string& stop_after = {}) {
    auto program = parsed(file);
    Diagnostics diagnostics;
    if (stop_after != "parse") nmodl::run_passes(*program, math, diagnostics, stop_after);
    return program;
}

int list_passes() {
    std::printf("%-20s %s\n", "parse", "parses the text into a tree");
    for (const auto& pass : nmodl::passes()) std::printf("%-20s %s\n", pass.name, pass.purpose);
    return 0;
}

void check_pass(const std::string& name) {
    std::vector<std::string> names = {"parse", "list"};
    for (const auto& pass : nmodl::passes()) names.emplace_back(pass.name);
    for (const auto& known : names) {
        if (known == name) return;
    }
    const auto nearest = nmodl::nearest_name(name, names);
    throw std::runtime_error("unknown pass " + name + (nearest.empty() ? "" : " (did you mean " + nearest + "?)") +
                             "; --print-after=list prints all passes");
}

void dump(nmodl::Program& program, const fs::path& file, const CompileWords& words) {
    const nmodl::GenerateOptions options{words.vector_math ? Math::vector : Math::libm, "rv_mod"};
    const std::string generated = nmodl::generate(program, options);
    const std::string lanes = program.is_c ? nmodl::generate_lanes(program, options) : "";
    if (words.dump == "cpp") {
        std::fputs((generated + lanes).c_str(), stdout);
        return;
    }
    const auto compiler = compile_options({{file}, words.vector_math, words.isa, words.verbose});
    std::string report = "all kernels: C, one instance at a time\n";
    if (!program.is_c) report = nmodl::vectorization_report(generated, compiler);
    if (!lanes.empty()) report = nmodl::vectorization_report(lanes, compiler) + "others: C, one instance at a time\n";
    std::printf("%s, --math %s, --isa %s\n%s", file.filename().c_str(), words.vector_math ? "vector" : "libm",
                words.isa.c_str(), report.c_str());
}

/// Prints inconsistent units; returns the number of messages.
std::size_t lint(const fs::path& file) {
    auto program = compiled(file, Math::libm, "resolve_names");
    Diagnostics diagnostics;
    nmodl::check_units(*program, diagnostics);
    for (const auto& warning : diagnostics.warnings()) std::fputs(nmodl::render(warning, "units").c_str(), stdout);
    return diagnostics.warnings().size();
}

}  // namespace

int show_compilation(const std::vector<fs::path>& files, const CompileWords& words) {
    if (words.print_after == "list") return list_passes();
    if (!words.print_after.empty()) check_pass(words.print_after);
    const Math math = words.vector_math ? Math::vector : Math::libm;
    std::size_t found = 0;
    for (const fs::path& file : files) {
        if (!words.print_after.empty()) {
            std::fputs(nmodl::to_nmodl(*compiled(file, math, words.print_after)).c_str(), stdout);
        } else if (!words.dump.empty()) {
            dump(*compiled(file, math), file, words);
        } else {
            found += lint(file);
        }
    }
    if (words.units)
        std::printf("%zu file%s, %zu place%s with inconsistent units\n", files.size(), files.size() == 1 ? "" : "s",
                    found, found == 1 ? "" : "s");
    return found == 0 ? 0 : 1;
}

namespace {

bool is_like(const std::string& a, const std::string& b) {
    return std::ranges::equal(a, b,
                              [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// The .mod files of the built-in mechanisms, by name.
std::map<std::string, fs::path> builtin_files() {
    std::map<std::string, fs::path> files;
    const fs::path folder = builtin_mechanisms().path;
    if (folder.empty()) return files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".mod") files[parsed(entry.path())->neuron.name] = entry.path();
    }
    return files;
}

/// The .mod files that a word means: a file, those of a folder, or that of a built-in mechanism.
std::vector<fs::path> files_of(const std::string& word) {
    if (fs::is_directory(word)) return mod_files_in(word);
    if (fs::exists(word)) return {word};
    std::vector<std::string> names;
    for (const auto& [name, file] : builtin_files()) {
        if (is_like(name, word)) return {file};
        names.push_back(name);
    }
    const auto nearest = nmodl::nearest_name(word, names);
    throw std::runtime_error(word + " is neither a file or folder nor a built-in mechanism" +
                             (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

}  // namespace

int explain_command(std::span<const std::string> words, const std::string& format) {
    bool first = true;
    for (const std::string& word : words) {
        const auto files = files_of(word);
        for (const fs::path& file : files) {
            const auto text =
                nmodl::explain(*compiled(file, Math::libm, "resolve_names"), *compiled(file, Math::libm),
                               format == "latex" ? nmodl::ExplainFormat::latex : nmodl::ExplainFormat::plain);
            std::printf("%s%s", first ? "" : "\n\n", text.c_str());
            first = false;
        }
    }
    return 0;
}

}  // namespace ranvier::program
