#include "hoc_like/program/line_editor.hpp"

#include <editline/readline.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>

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

/// What libedit has read: a line, or null at the end of the input.
struct Entered {
    bool is_there = false;
    std::optional<std::string> line;
};
Entered entered;

void enter(char* line) {
    entered.is_there = true;
    if (line) entered.line = line;
    std::free(line);
    rl_callback_handler_remove();
}

}  // namespace

LineEditor::LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete,
                       PromptInterrupts& interrupts)
    : interrupts_(interrupts) {
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

LineEditor::Result LineEditor::read(const std::string& prompt) {
    entered = {};
    rl_callback_handler_install(prompt.c_str(), enter);
    while (!entered.is_there) {
        pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0}, {interrupts_.descriptor(), POLLIN, 0}};
        if (poll(waiting, std::size(waiting), -1) < 0) continue;  // a signal
        if (interrupts_.take()) {
            rl_callback_handler_remove();
            std::fputs("^C\n", stdout);
            return {Read::interrupted};
        }
        if (waiting[0].revents) rl_callback_read_char();
    }
    if (!entered.line) return {Read::end};
    if (!entered.line->empty()) add_history(entered.line->c_str());
    return {Read::line, *entered.line};
}

}  // namespace ranvier::program
