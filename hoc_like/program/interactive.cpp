#include "hoc_like/program/interactive.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "hoc_like/language/interpreter.hpp"

namespace ranvier::program {

namespace {

/// Braces still open in what has been typed, so that a block may span lines.
long open_braces(const std::string& text) {
    return std::count(text.begin(), text.end(), '{') - std::count(text.begin(), text.end(), '}');
}

bool opens_template(const std::string& text) {
    return text.find("begintemplate") != std::string::npos && text.find("endtemplate") == std::string::npos;
}

}  // namespace

void run_standard_input(hoc::Interpreter& interpreter) {
    if (isatty(STDIN_FILENO) != 1) {
        interpreter.run_text(std::string(std::istreambuf_iterator<char>(std::cin), {}), "stdin");
        return;
    }
    std::string statement;
    for (std::string line; std::fputs(statement.empty() ? "oc>" : "> ", stdout), std::fflush(stdout), std::getline(std::cin, line);) {
        statement += line + "\n";
        if (open_braces(statement) > 0 || opens_template(statement)) continue;
        try {
            interpreter.run_text(statement, "stdin");
        } catch (const hoc::ScriptError& error) {
            std::fprintf(stderr, "%s\n", error.what());
        }
        statement.clear();
    }
    std::fputs("\n", stdout);
}

}  // namespace ranvier::program
