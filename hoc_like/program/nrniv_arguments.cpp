#include "hoc_like/program/nrniv_arguments.hpp"

#include <charconv>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace ranvier::program {

namespace {

enum class Takes { nothing, value };
enum class Meaning { ignored, mpi, no_banner, statement, library, frames, version, python, interpreter, needs_music };

struct Option {
    Takes takes;
    Meaning meaning;
};

// Options that only concern the screen, the terminal or NEURON's own memory have nothing to do here.
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
        {"-isatty", {Takes::nothing, Meaning::ignored}},
        {"-nopython", {Takes::nothing, Meaning::ignored}},
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
        throw std::invalid_argument(option + " takes a whole number from 1, not '" + text + "'");
    }
    return number;
}

std::string known_compat(const std::string& version) {
    if (version == "8.2" || version == "9") return version;
    throw std::invalid_argument("--compat (or RANVIER_COMPAT) is 8.2 or 9, not '" + version + "'");
}

/// As python takes its words: what stands behind a script or -c belongs to it.
void take_python(RunOptions& run, Input::Kind kind, const std::string& text, const std::string& name,
                 std::span<const std::string> rest) {
    run.inputs.push_back({kind, text});
    run.python_arguments.assign(1, name);
    run.python_arguments.insert(run.python_arguments.end(), rest.begin(), rest.end());
}

}  // namespace

RunOptions parse_nrniv(std::span<const std::string> arguments) {
    RunOptions run;
    run.vector_math = false;
    run.quiet = true;
    run.banner = true;
    bool takes_python = false;  // after -python
    if (const char* compat = std::getenv("RANVIER_COMPAT")) run.compat = known_compat(compat);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-") {
            run.inputs.push_back({Input::Kind::standard_input, ""});
            continue;
        }
        // Ranvier's own options are taken under this name too, in their long form.
        const auto value_of = [&](const char* name) -> const std::string* {
            if (word != name) return nullptr;
            if (++i == arguments.size()) throw std::invalid_argument(word + " takes a value");
            return &arguments[i];
        };
        if (const auto* raster = value_of("--raster")) {
            run.raster = *raster;
        } else if (const auto* report = value_of("--report")) {
            run.reports.push_back(*report);
        } else if (const auto* exchange = value_of("--exchange")) {
            run.exchange = *exchange;
        } else if (const auto* threads = value_of("--threads")) {
            run.threads = whole_number(word, *threads);
        } else if (const auto* figures = value_of("--figures")) {
            run.figures = *figures;
        } else if (const auto* press = value_of("--press")) {
            run.presses.push_back(*press);
        } else if (word == "--buttons") {
            run.list_buttons = true;
        } else if (word == "--sandbox") {
            run.sandbox = true;
        } else if (const auto* math = value_of("--math")) {
            if (*math != "libm" && *math != "vector") throw std::invalid_argument("--math is libm or vector, not '" + *math + "'");
            run.vector_math = *math == "vector";
        } else if (const auto* tables = value_of("--tables")) {
            if (*tables != "kept" && *tables != "exact") throw std::invalid_argument("--tables is kept or exact, not '" + *tables + "'");
            run.exact_tables = *tables == "exact";
        } else if (const auto* compat = value_of("--compat")) {
            run.compat = known_compat(*compat);
        } else if (word.size() > 1 && word[0] == '-') {
            const auto option = options().find(word);
            if (option == options().end()) throw std::invalid_argument("unknown option " + word + "; see nrniv --help");
            std::string value;
            if (option->second.takes == Takes::value) {
                if (++i == arguments.size()) throw std::invalid_argument(word + " takes a value");
                value = arguments[i];
            }
            switch (option->second.meaning) {
                case Meaning::mpi: run.mpi = run.announce_ranks = true; break;
                case Meaning::no_banner: run.banner = false; break;
                case Meaning::statement:
                    if (takes_python) {
                        take_python(run, Input::Kind::python_statement, value, "-c", arguments.subspan(i + 1));
                        return run;
                    }
                    run.inputs.push_back({Input::Kind::statement, value});
                    break;
                case Meaning::library: run.libraries.push_back(value); break;
                case Meaning::frames: run.frames = whole_number(word, value); break;
                case Meaning::python: takes_python = true; break;
                case Meaning::interpreter: run.python = value; break;
                case Meaning::needs_music: throw std::invalid_argument("-music: MUSIC is not supported");
                case Meaning::version:
                case Meaning::ignored: break;
            }
        } else if (word.ends_with(".py")) {
            if (takes_python) {
                take_python(run, Input::Kind::python_file, word, word, arguments.subspan(i + 1));
                return run;
            }
            run.inputs.push_back({Input::Kind::python_file, word});
        } else {
            run.inputs.push_back({Input::Kind::file, word});
        }
    }
    return run;
}

}  // namespace ranvier::program
