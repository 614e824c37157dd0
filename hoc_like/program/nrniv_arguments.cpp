#include "hoc_like/program/nrniv_arguments.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace ranvier::program {

namespace {

enum class Takes { nothing, value };
enum class Meaning {
    ignored,
    terminal,
    mpi,
    no_banner,
    statement,
    library,
    frames,
    python,
    no_python,
    interpreter,
    needs_music
};

struct Option {
    Takes takes;
    Meaning meaning;
};

// Options that concern only the screen, the terminal or NEURON's memory have no effect here.
const std::map<std::string, Option>& options() {
    static const std::map<std::string, Option> table{
        {"-mpi", {Takes::nothing, Meaning::mpi}},
        {"-c", {Takes::value, Meaning::statement}},
        {"-dll", {Takes::value, Meaning::library}},
        {"-NFRAME", {Takes::value, Meaning::frames}},
        {"-nobanner", {Takes::nothing, Meaning::no_banner}},
        {"-NSTACK", {Takes::value, Meaning::ignored}},
        {"-nogui", {Takes::nothing, Meaning::ignored}},
        {"-notatty", {Takes::nothing, Meaning::ignored}},
        {"-isatty", {Takes::nothing, Meaning::terminal}},
        {"-nopython", {Takes::nothing, Meaning::no_python}},
        {"-banner", {Takes::nothing, Meaning::ignored}},
        {"-display", {Takes::value, Meaning::ignored}},
        {"-geometry", {Takes::value, Meaning::ignored}},
        {"-python", {Takes::nothing, Meaning::python}},
        {"-pyexe", {Takes::value, Meaning::interpreter}},
        {"-music", {Takes::nothing, Meaning::needs_music}},
    };
    return table;
}

int whole_number(const std::string& option, const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1) {
        throw std::invalid_argument(option + " needs a whole number of at least 1, not '" + text + "'");
    }
    return number;
}

double presimulated_ms(const std::string& option, const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !(number >= 0) || std::isinf(number)) {
        throw std::invalid_argument(option + " needs a time [ms] of at least 0, not '" + text + "'");
    }
    return number;
}

std::string known_compat(const std::string& version) {
    if (version == "8.2" || version == "9") return version;
    throw std::invalid_argument("--compat (or RANVIER_COMPAT) must be 8.2 or 9, not '" + version + "'");
}

/// Whether an option has the second of its two permitted values.
bool is_second(const std::string& option, const std::string& value, const std::string& first,
               const std::string& second) {
    if (value == first || value == second) return value == second;
    throw std::invalid_argument(option + " must be " + first + " or " + second + ", not '" + value + "'");
}

// nrniv also accepts Ranvier's own options, in their long form.
using TakeValue = void (*)(RunOptions& run, const std::string& value);
const std::map<std::string, TakeValue>& own_options() {
    static const std::map<std::string, TakeValue> table{
        {"--raster", [](RunOptions& run, const std::string& file) { run.raster = file; }},
        {"--summary", [](RunOptions& run, const std::string& file) { run.summary = file; }},
        {"--presimulate",
         [](RunOptions& run, const std::string& ms) { run.presimulate = presimulated_ms("--presimulate", ms); }},
        {"--connections", [](RunOptions& run, const std::string& file) { run.connections = file; }},
        {"--report", [](RunOptions& run, const std::string& words) { run.reports.push_back(words); }},
        {"--exchange", [](RunOptions& run, const std::string& strategy) { run.exchange = strategy; }},
        {"--threads", [](RunOptions& run, const std::string& n) { run.threads = whole_number("--threads", n); }},
        {"--figures", [](RunOptions& run, const std::string& folder) { run.figures = folder; }},
        {"--progress", [](RunOptions& run, const std::string& wish) { run.progress = progress_wish(wish); }},
        {"--press", [](RunOptions& run, const std::string& label) { run.presses.push_back(label); }},
        {"--math",
         [](RunOptions& run, const std::string& kind) {
             run.vector_math = is_second("--math", kind, "libm", "vector");
             run.math_is_given = true;
         }},
        {"--tables", [](RunOptions& run,
                        const std::string& kind) { run.exact_tables = is_second("--tables", kind, "kept", "exact"); }},
        {"--not-finite",
         [](RunOptions& run, const std::string& what) {
             run.ignores_not_finite = is_second("--not-finite", what, "error", "continue");
         }},
        {"--checkpoint", [](RunOptions& run, const std::string& file) { run.checkpoints.file = file; }},
        {"--checkpoint-every",
         [](RunOptions& run, const std::string& interval) { run.checkpoints.set_interval(interval); }},
        {"--sandbox-read", [](RunOptions& run, const std::string& folder) { run.sandbox_read.push_back(folder); }},
        {"--compat", [](RunOptions& run, const std::string& version) { run.compat = known_compat(version); }},
    };
    return table;
}
const std::map<std::string, bool RunOptions::*>& own_flags() {
    static const std::map<std::string, bool RunOptions::*> table{
        {"--buttons", &RunOptions::list_buttons},
        {"--sandbox", &RunOptions::sandbox},
    };
    return table;
}

/// Processes one option after the other, with its values.
class NrnivWords {
  public:
    explicit NrnivWords(std::span<const std::string> words) : words_(words) {
        run_.vector_math = false;
        run_.quiet = true;
        run_.banner = true;
        if (const char* compat = std::getenv("RANVIER_COMPAT")) run_.compat = known_compat(compat);
    }

    RunOptions parse() {
        while (next_ < words_.size()) take(words_[next_++]);
        if (run_.inputs.empty() && run_.presses.empty() && !run_.list_buttons) {
            take_standard_input();
        }
        return std::move(run_);
    }

  private:
    void take(const std::string& word) {
        if (word == "-") {
            take_standard_input();
        } else if (const auto own = own_options().find(word); own != own_options().end()) {
            own->second(run_, value_of(word));
        } else if (const auto flag = own_flags().find(word); flag != own_flags().end()) {
            run_.*flag->second = true;
        } else if (word == "--resume" || word == "--resume=force") {
            run_.checkpoints.resume = true;
            run_.checkpoints.force = word != "--resume";
        } else if (word.size() > 1 && word[0] == '-') {
            take_option(word);
        } else if (word.ends_with(".py")) {
            take_python_input(Input::Kind::python_file, word);
        } else if (takes_python_ && !word.ends_with(".hoc")) {
            // As in NEURON; launchers name the interpreter here: nrniv -python python3 script.py.
        } else {
            run_.inputs.push_back({Input::Kind::file, word});
        }
    }

    void take_standard_input() {
        using Kind = Input::Kind;
        run_.inputs.push_back({takes_python_ ? Kind::python_standard_input : Kind::standard_input, ""});
    }

    const std::string& value_of(const std::string& option) {
        if (next_ == words_.size()) throw std::invalid_argument(option + " takes a value");
        return words_[next_++];
    }

    void take_option(const std::string& word) {
        const auto option = options().find(word);
        if (option == options().end()) throw std::invalid_argument("unknown option " + word + "; see nrniv --help");
        const std::string value = option->second.takes == Takes::value ? value_of(word) : "";
        switch (option->second.meaning) {
            case Meaning::mpi:
                run_.mpi = run_.announce_ranks = true;
                break;
            case Meaning::terminal:
                run_.is_terminal = true;
                break;
            case Meaning::no_banner:
                run_.banner = run_.hints = false;
                break;
            case Meaning::statement:
                take_statement(value);
                break;
            case Meaning::library:
                run_.libraries.push_back(value);
                break;
            case Meaning::frames:
                run_.frames = whole_number(word, value);
                break;
            case Meaning::python:
                takes_python_ = true;
                break;
            case Meaning::no_python:
                run_.has_python = false;
                break;
            case Meaning::interpreter:
                run_.python = value;
                break;
            case Meaning::needs_music:
                throw std::invalid_argument("-music: MUSIC is not supported");
            case Meaning::ignored:
                break;
        }
    }

    void take_statement(const std::string& text) {
        if (takes_python_) {
            take_python_input(Input::Kind::python_statement, text);
        } else {
            run_.inputs.push_back({Input::Kind::statement, text});
        }
    }

    /// After -python, the words after a script or -c are its arguments, as in Python.
    void take_python_input(Input::Kind kind, const std::string& text) {
        run_.inputs.push_back({kind, text});
        if (takes_python_) next_ = words_.size();
    }

    std::span<const std::string> words_;
    std::size_t next_ = 0;
    RunOptions run_;
    bool takes_python_ = false;  // after -python
};

}  // namespace

RunOptions parse_nrniv(std::span<const std::string> arguments, const std::string& command) {
    RunOptions run = NrnivWords(arguments).parse();
    if (run.inputs.empty()) return run;  // only buttons are pressed
    run.python_arguments.assign(1, command);
    run.python_arguments.insert(run.python_arguments.end(), arguments.begin(), arguments.end());
    return run;
}

}  // namespace ranvier::program
