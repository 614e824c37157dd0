#include "hoc_like/program/line_editor.hpp"

#include <editline/readline.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <regex>

#include "hoc_like/library/data/files/sandbox.hpp"

namespace ranvier::program {

namespace {

constexpr int remembered_lines = 1000;

// libedit calls plain functions, so their state is global.
std::function<std::vector<std::string>(const std::string&)>& completer() {
    static std::function<std::vector<std::string>(const std::string&)> function;
    return function;
}

std::function<std::vector<std::string>()>& loadable_names() {
    static std::function<std::vector<std::string>()> function;
    return function;
}

std::string history_file() {
    if (const char* given = std::getenv("RANVIER_HISTORY")) return given;
    const char* home = std::getenv("HOME");
    return home ? std::string{home} + "/.ranvier_history" : std::string{};
}

std::vector<std::string> candidates;

char* next_completion(const char*, int state) {
    static std::size_t next;
    if (state == 0) next = 0;
    return next < candidates.size() ? strdup(candidates[next++].c_str()) : nullptr;
}

/// What stands between the quote that is open at the end of a text and the end; nullopt outside of quotes.
std::optional<std::string> quoted(const std::string& text) {
    std::size_t quotes = 0, last = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '"') continue;
        ++quotes;
        last = i + 1;
    }
    if (quotes % 2 == 0) return std::nullopt;
    return text.substr(last);
}

/// The files whose paths begin with `path`; those that are folders end in a slash.
std::vector<std::string> files_like(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    const std::string begin = path.substr(folder.size());
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& each : std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
        const std::string name = each.path().filename().string();
        if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
        paths.push_back(folder + name + (each.is_directory(error) ? "/" : ""));
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Whether a text ends in the quote that begins the name of a file in load_file("name") or load_file(1, "name").
bool loads(const std::string& text) {
    static const std::regex call(R"((^|[^A-Za-z0-9_])load_file\s*\(\s*([0-9]+\s*,\s*)?"$)");
    return std::regex_search(text, call);
}

/// The files, and what else load_file finds, whose names begin with `path`.
std::vector<std::string> loadable_like(const std::string& path) {
    std::vector<std::string> names = files_like(path);
    for (const std::string& name : loadable_names()()) {
        if (name.starts_with(path)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

char** complete_word(const char* word, int start, int) {
    rl_attempted_completion_over = 1;  // libedit's own completion does not know quotes
    const std::string before = std::string(rl_line_buffer).substr(0, static_cast<std::size_t>(start));
    const auto in_quotes = quoted(before);
    if (!in_quotes) {
        candidates = completer()(word);
    } else {
        const bool is_loaded = loads(before.substr(0, before.size() - in_quotes->size()));
        candidates = is_loaded ? loadable_like(*in_quotes + word) : files_like(*in_quotes + word);
        for (std::string& path : candidates) path.erase(0, in_quotes->size());  // only the word is replaced
    }
    rl_completion_append_character = in_quotes ? '\0' : ' ';
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
                       std::function<std::vector<std::string>()> loadable, PromptInterrupts& interrupts)
    : interrupts_(interrupts) {
    completer() = std::move(complete);
    loadable_names() = std::move(loadable);
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
    loadable_names() = nullptr;
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
