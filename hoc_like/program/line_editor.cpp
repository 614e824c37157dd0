#include "hoc_like/program/line_editor.hpp"

#include <editline/readline.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "hoc_like/library/data/sandbox.hpp"

namespace ranvier::program {

namespace {

constexpr int remembered_lines = 1000;

// libedit calls plain functions, so their state is global.
std::function<std::vector<std::string>(const std::string&)>& completer() {
    static std::function<std::vector<std::string>(const std::string&)> function;
    return function;
}

std::string history_file() {
    if (const char* given = std::getenv("RANVIER_HISTORY")) return given;
    const char* home = std::getenv("HOME");
    return home ? std::string{home} + "/.ranvier_history" : std::string{};
}

char* next_completion(const char* word, int state) {
    static std::vector<std::string> found;
    static std::size_t next;
    if (state == 0) {
        found = completer()(word);
        next = 0;
    }
    return next < found.size() ? strdup(found[next++].c_str()) : nullptr;
}

char** complete_word(const char* word, int, int) {
    rl_attempted_completion_over = 1;  // no file names
    return rl_completion_matches(word, next_completion);
}

}  // namespace

LineEditor::LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete) {
    completer() = std::move(complete);
    rl_readline_name = const_cast<char*>("ranvier");
    static char breaks[] = " \t\n\"'`@$><=;|&{(+-*/,";
    rl_completer_word_break_characters = breaks;
    rl_attempted_completion_function = complete_word;
    using_history();
    stifle_history(remembered_lines);
    if (const std::string file = history_file(); !file.empty()) read_history(file.c_str());
}

LineEditor::~LineEditor() {
    if (const std::string file = history_file(); !file.empty() && !hoc::sandbox::is_on()) write_history(file.c_str());
    completer() = nullptr;
}

std::optional<std::string> LineEditor::read(const std::string& prompt) {
    char* const line = readline(prompt.c_str());
    if (!line) return std::nullopt;
    std::string text{line};
    std::free(line);
    if (!text.empty()) add_history(text.c_str());
    return text;
}

}  // namespace ranvier::program
