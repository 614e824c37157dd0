// ranvier-nmodl: one .mod file in, one C++ file out. Used to build the built-in mechanisms, and to inspect the output
// of a pass or of the generator for a file.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

namespace {

using namespace ranvier::nmodl;

constexpr const char* usage =
    "usage: ranvier-nmodl [--math libm|vector] [--symbol NAME] [-o OUT.cpp] [-I FOLDER] [--print-after=PASS] FILE.mod\n"
    "       ranvier-nmodl --list-passes\n";

struct Arguments {
    GenerateOptions options;
    std::string input, output, print_after;
    std::vector<std::string> include_path;
    bool list_passes = false;
};

int fail(const std::string& message) {
    std::fprintf(stderr, "ranvier-nmodl: %s\n%s", message.c_str(), usage);
    return 2;
}

/// Returns 0, or the exit status after printing a message.
int read_arguments(int argc, char** argv, Arguments& arguments) {
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        const auto value = [&](const char* option, std::string& into) {
            const std::string name = option;
            if (word == name && k + 1 < argc) {
                into = argv[++k];
                return true;
            }
            if (word.starts_with(name + "=")) {
                into = word.substr(name.size() + 1);
                return true;
            }
            return false;
        };
        std::string text;
        if (value("--math", text)) {
            if (text != "libm" && text != "vector") return fail("--math must be libm or vector, not " + text);
            arguments.options.math = text == "libm" ? Math::libm : Math::vector;
        } else if (value("--symbol", arguments.options.symbol) || value("-o", arguments.output) ||
                   value("--print-after", arguments.print_after)) {
            continue;
        } else if (value("-I", text)) {
            arguments.include_path.push_back(text);
        } else if (word == "--list-passes") {
            arguments.list_passes = true;
        } else if (word.starts_with("-")) {
            return fail("unknown option " + word);
        } else if (arguments.input.empty()) {
            arguments.input = word;
        } else {
            return fail("expected a single .mod file");
        }
    }
    return arguments.input.empty() && !arguments.list_passes ? fail("expected a .mod file") : 0;
}

bool write(const std::string& path, const std::string& text) {
    if (path.empty() || path == "-") return std::fputs(text.c_str(), stdout) >= 0;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    return out.good();
}

bool is_pass(const std::string& name) {
    for (const auto& pass : passes()) {
        if (name == pass.name) return true;
    }
    return name == "parse";
}

int compile(const Arguments& arguments) {
    Diagnostics diagnostics;
    const auto program = parse_file(arguments.input, diagnostics, arguments.include_path);
    if (arguments.print_after == "parse") {
        diagnostics.throw_if_any();
        return write(arguments.output, to_nmodl(*program)) ? 0 : 1;
    }
    run_passes(*program, arguments.options.math, diagnostics, arguments.print_after);
    for (const auto& warning : diagnostics.warnings()) {
        std::fputs(render(warning, "warning").c_str(), stderr);
    }
    const auto text = arguments.print_after.empty() ? generate(*program, arguments.options) : to_nmodl(*program);
    if (write(arguments.output, text)) return 0;
    std::fprintf(stderr, "ranvier-nmodl: cannot write %s\n", arguments.output.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    if (const int status = read_arguments(argc, argv, arguments)) return status;
    if (arguments.list_passes) {
        std::printf("%-20s %s\n", "parse", "text becomes a tree");
        for (const auto& pass : passes()) std::printf("%-20s %s\n", pass.name, pass.purpose);
        return 0;
    }
    if (!arguments.print_after.empty() && !is_pass(arguments.print_after)) {
        return fail("unknown pass " + arguments.print_after + "; --list-passes shows them");
    }
    try {
        return compile(arguments);
    } catch (const CompileError& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
}
