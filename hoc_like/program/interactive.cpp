#include "hoc_like/program/interactive.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/help/help.hpp"
#include "hoc_like/library/hoc/library_text.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/line_editor.hpp"
#include "hoc_like/program/progress.hpp"
#include "hoc_like/program/prompt_interrupts.hpp"

namespace ranvier::program {

namespace {

/// Counts the open braces and parentheses of a text, outside strings and comments.
long open_brackets(const std::string& text) {
    long open = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote) {
            if (c == '\\') ++i;
            if (c == quote || c == '\n') quote = 0;
        } else if (c == '"') {
            quote = c;
        } else if (text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size());
        } else if (text.compare(i, 2, "/*") == 0) {
            const std::size_t end = text.find("*/", i + 2);
            if (end == std::string::npos) return open + 1;
            i = end + 1;
        } else if (c == '{' || c == '(') {
            ++open;
        } else if (c == '}' || c == ')') {
            --open;
        }
    }
    return open;
}

bool opens_template(const std::string& text) {
    return text.rfind("begintemplate") != std::string::npos &&
           text.find("endtemplate", text.rfind("begintemplate")) == std::string::npos;
}

bool goes_on(const std::string& text) {
    return open_brackets(text) > 0 || opens_template(text) || text.ends_with("\\\n");
}

/// The NAME in "help NAME"; empty for any other line.
std::string help_wanted(const std::string& line) {
    constexpr std::string_view word = "help";
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line.compare(first, word.size(), word) != 0) return {};
    const std::size_t name = line.find_first_not_of(" \t", first + word.size());
    if (name == std::string::npos || name == first + word.size()) return {};
    return line.substr(name, line.find_last_not_of(" \t\r\n") - name + 1);
}

constexpr const char* hint = "help NAME describes a name, Tab completes, Ctrl-D ends\n";

constexpr const char* overview =
    "help NAME      describes a word, function, variable, class or mechanism: help insert, help IClamp, help run\n"
    "Tab            completes names, members of objects and sections, and, within quotes, names of files\n"
    "exit, Ctrl-D   ends the program; so does quit()\n"
    "Ctrl-C         ends the statement that runs\n"
    "A first cell:  create soma   access soma   insert hh   finitialize(-65)   print v(0.5)\n";

/// What a word alone on a line means at the prompt, unless the script has given it a meaning.
enum class Wish { none, help, exit };
Wish wish_of(const hoc::Interpreter& interpreter, const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r\n;");
    if (first == std::string::npos || last == std::string::npos) return Wish::none;
    const std::string word = line.substr(first, last - first + 1);
    if (word == "help") return Wish::help;
    const bool ends = word == "exit" || word == "exit()" || word == "quit";
    return ends && !interpreter.is_callable("exit") ? Wish::exit : Wish::none;
}

/// What a name is that the script has defined; null: nothing.
const char* kind_in_script(hoc::Interpreter& interpreter, const std::string& name) {
    using Kind = hoc::Bridge::Kind;
    const hoc::Bridge::Meaning meaning = hoc::Bridge{interpreter}.meaning(name);
    switch (meaning.kind) {
        case Kind::number:
            return meaning.shape.empty() ? "a number" : "an array of numbers";
        case Kind::text:
            return "a text";
        case Kind::object:
            return "an object, or several";
        case Kind::section:
            return "a section, or several";
        case Kind::callable:
            return meaning.is_written_in_hoc ? "a procedure" : nullptr;
        case Kind::object_class:
            return meaning.is_written_in_hoc ? "a class" : nullptr;
        default:
            return nullptr;
    }
}

void show_help(hoc::Session& session, const std::string& name) {
    if (const auto text = hoc::help_text(session.context(), name)) {
        std::fputs(text->c_str(), stdout);
    } else if (const char* kind = kind_in_script(session.context().interpreter, name)) {
        std::printf("%s is %s of the script\n", name.c_str(), kind);
    } else {
        const std::string nearest = hoc::nearest_suggestion(name, hoc::names_with_help(session.context()));
        std::printf("there is no help about %s%s\n", name.c_str(), nearest.c_str());
    }
}

/// Whether a text is the name of a section, or of one of an array: dend[3].
bool is_section(hoc::Interpreter& interpreter, const std::string& text) {
    const std::string name = text.substr(0, text.find('['));
    return hoc::Bridge{interpreter}.meaning(name).kind == hoc::Bridge::Kind::section;
}

/// Completions of a word: names or, after a dot, members of the class before it.
std::vector<std::string> completions(hoc::Session& session, const std::string& word) {
    hoc::Interpreter& interpreter = session.context().interpreter;
    const hoc::Registry& registry = interpreter.registry();
    std::vector<std::string> candidates;
    const std::size_t dot = word.rfind('.');
    if (dot == std::string::npos) {
        candidates = interpreter.names();
    } else {
        const std::string before = word.substr(0, dot);
        const auto object = interpreter.object(before);
        const std::string class_name = object && *object ? (*object)->class_name() : before;
        if (is_section(interpreter, before)) {
            for (const std::string& name : session.context().cables.names_for_suggestions())
                candidates.push_back(before + "." + name);
        }
        for (const hoc::ClassDefinition* definition : registry.classes()) {
            if (definition->name != class_name) continue;
            for (const auto& method : definition->methods) candidates.push_back(before + "." + method.name);
            for (const auto& property : definition->properties) candidates.push_back(before + "." + property.name);
        }
    }
    std::erase_if(candidates, [&](const std::string& candidate) { return !candidate.starts_with(word); });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    return candidates;
}

/// Runs what has been typed; an error or a Ctrl-C ends the statement, and the session continues.
void run_statement(hoc::Session& session, const std::string& statement, PromptInterrupts& interrupts) {
    try {
        const PromptInterrupts::Statement running(interrupts);
        session.context().interpreter.run_text(statement, "stdin");
    } catch (const hoc::ScriptError& error) {
        std::fprintf(stderr, "%s\n", error.what());
    } catch (const hoc::Interruption& interruption) {
        ProgressLine::clear();
        std::fprintf(stderr, "interrupted at t = %g ms%s%s\n", session.context().model.t,
                     interruption.where.empty() ? "" : ", ", interruption.where.c_str());
    }
    std::fflush(stdout);
}

/// Prompts for lines of a pipe, and shows them as a terminal would.
void prompt_and_echo(hoc::Session& session) {
    PromptInterrupts interrupts(session.context().interpreter, session.context().simulation.hooks().interruptions());
    std::string statement, line;
    for (;;) {
        std::fputs(statement.empty() ? "oc>" : "> ", stdout);
        if (!std::getline(std::cin, line)) break;
        std::printf("%s\n", line.c_str());
        statement += line + "\n";
        if (goes_on(statement)) continue;
        run_statement(session, statement, interrupts);
        statement.clear();
    }
    std::fputs("\n", stdout);
}

/// What load_file finds besides files of the current folder: those of the library, and of the folders of its path.
std::vector<std::string> loadable_files() {
    std::vector<std::string> names;
    for (const std::string& name : hoc::hoc_library_names()) {
        if (name != "reference_examples.hoc") names.push_back(name);
    }
    for (const std::string& folder : hoc::Interpreter::library_folders()) {
        std::error_code error;
        for (const auto& each : std::filesystem::directory_iterator(folder, error)) {
            if (each.path().extension() == ".hoc") names.push_back(each.path().filename().string());
        }
    }
    return names;
}

void prompt(hoc::Session& session) {
    hoc::Interpreter& interpreter = session.context().interpreter;
    PromptInterrupts interrupts(interpreter, session.context().simulation.hooks().interruptions());
    LineEditor editor{[&](const std::string& word) { return completions(session, word); }, loadable_files, interrupts};
    std::string statement;
    for (;;) {
        const auto [what, line] = editor.read(statement.empty() ? "oc>" : "> ");
        if (what == LineEditor::Read::end) break;
        if (what == LineEditor::Read::interrupted) {
            statement.clear();
            continue;
        }
        const Wish wish = statement.empty() ? wish_of(interpreter, line) : Wish::none;
        if (wish == Wish::exit) break;
        if (wish == Wish::help) {
            std::fputs(overview, stdout);
            continue;
        }
        if (const std::string name = help_wanted(line); statement.empty() && !name.empty()) {
            show_help(session, name);
            continue;
        }
        statement += line + "\n";
        if (goes_on(statement)) continue;
        run_statement(session, statement, interrupts);
        statement.clear();
    }
    std::fputs("\n", stdout);
}

}  // namespace

void run_standard_input(hoc::Session& session, bool is_terminal, bool hints) {
    if (isatty(STDIN_FILENO) == 1) {
        if (hints) std::fputs(hint, stdout);
        prompt(session);
    } else if (is_terminal) {
        prompt_and_echo(session);
    } else {
        session.context().interpreter.run_text(std::string(std::istreambuf_iterator<char>(std::cin), {}), "stdin");
    }
}

std::string python_standard_input(bool hints) {
    if (isatty(STDIN_FILENO) != 1) return std::string(std::istreambuf_iterator<char>(std::cin), {});
    return "import __main__, code, signal\n"
           "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
           "code.interact(banner='" +
           std::string(hints ? "from neuron import h; help(h.IClamp) describes a name, Ctrl-D ends" : "") +
           "', local=vars(__main__), exitmsg='')\n";
}

}  // namespace ranvier::program
