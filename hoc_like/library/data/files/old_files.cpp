// The file functions from the time before hoc had objects: one file is read, one is written.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "hoc_like/language/interface/format.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/file.hpp"
#include "hoc_like/library/data/files/format.hpp"
#include "hoc_like/library/data/files/written.hpp"

namespace ranvier::hoc {

namespace {

struct OldFiles {
    FileObject in;
    FileObject out;
};

Result open_with(Call& call, FileObject& file, const char* mode) {
    if (call.size() == 0) {
        file.close();
        return 1.0;
    }
    file.set_name(call.string(0));
    return file.open(mode) ? 1.0 : 0.0;
}

std::FILE* input(const OldFiles& files) {
    return files.in.is_open() ? files.in.stream() : stdin;
}

constexpr std::string_view blanks = " \t\n\v\f\r";

/// The next line or word of the running script; nullopt at its end.
std::optional<std::string> read_script(Interpreter& interpreter, bool word_only) {
    const std::string_view rest = interpreter.rest_of_file().value_or("");
    const std::size_t from = word_only ? rest.find_first_not_of(blanks) : 0;
    if (from >= rest.size()) return std::nullopt;
    std::size_t end = word_only ? rest.find_first_of(blanks, from) : rest.find('\n');
    end = end == std::string_view::npos ? rest.size() : end + (word_only ? 0 : 1);
    std::string text{rest.substr(from, end - from)};
    interpreter.skip_rest_of_file(end);
    return text;
}

/// Skips words that are not numbers, as File.scanvar does.
std::optional<double> read_script_number(Interpreter& interpreter) {
    while (const auto word = read_script(interpreter, true)) {
        double value = 0;
        const bool named = std::string_view{"inIN"}.find(word->front()) != std::string_view::npos;
        if (named || std::sscanf(word->c_str(), "%lf", &value) != 1) continue;
        const std::string_view rest = interpreter.rest_of_file().value_or("");
        interpreter.skip_rest_of_file(std::min(rest.find_first_not_of(blanks), rest.size()));
        return value;
    }
    return std::nullopt;
}

/// Without a file opened by ropen, reads the script itself; NEURON's session files rely on this.
bool reads_script(Call& call, const OldFiles& files) {
    return !files.in.is_open() && call.interpreter().rest_of_file();
}

Result read_string(Call& call, const OldFiles& files) {
    const bool word_only = call.number_or(1, 0.0) != 0;
    if (reads_script(call, files)) {
        auto text = read_script(call.interpreter(), word_only);
        if (!text) fail(call, word_only ? "no more words to read" : "no more lines to read");
        const auto size = static_cast<double>(text->size());
        call.set_string(0, *text);
        return size;
    }
    std::FILE* from = input(files);
    if (!word_only) {
        auto line = read_line(from);
        if (!line) fail(call, "no more lines to read");
        const auto size = static_cast<double>(line->size());
        call.set_string(0, *line);
        return size;
    }
    char word[256];
    if (std::fscanf(from, "%255s", word) != 1) fail(call, "no more words to read");
    call.set_string(0, word);
    return static_cast<double>(std::string_view{word}.size());
}

/// xred("prompt", default, low, high): asks for a number; an empty line selects the default.
Result ask_number(Call& call) {
    const double otherwise = call.number(1), low = call.number(2), high = call.number(3);
    for (;;) {
        call.interpreter().print(call.string(0) + format_number(" (%.5g)", otherwise));
        const auto line = read_line(stdin);
        if (!line) fail(call, "no more input to read");
        double value = otherwise;
        if (line->size() > 1 && std::sscanf(line->c_str(), "%lf", &value) != 1) {
            call.interpreter().print("input error\n");
            continue;
        }
        if (value >= low && value <= high) return value;
        call.interpreter().print(format_number("must be > %.5g", low) + format_number(" and < %.5g\n", high));
    }
}

}  // namespace

/// hoc's file functions that predate the class File: ropen, wopen, fscan, ...
void register_old_files(Registry& registry) {
    auto files = std::make_shared<OldFiles>();
    const auto add = [&](const char* name, const char* signature, const char* doc, auto function) {
        registry.add(FunctionDefinition{name, signature, doc, std::move(function)});
    };
    add("ropen", "ropen(\"name\")", "Opens the file for fscan and getstr; without a name, closes it.",
        [files](Call& call) { return open_with(call, files->in, "r"); });
    add("wopen", "wopen(\"name\")", "Opens the file for fprint; without a name, closes it.",
        [files](Call& call) { return open_with(call, files->out, "w"); });
    add("fprint", "fprint(\"format\", ...)",
        "Writes formatted text to the file opened by wopen; without a file, prints it.", [files](Call& call) -> Result {
            TextBuffer text;
            format_arguments(call, 0, text);
            if (files->out.is_open()) {
                write_text(files->out.stream(), text.view(), files->out.name());
            } else {
                call.interpreter().print(text.view());
            }
            return static_cast<double>(text.size());
        });
    add("fscan", "fscan()",
        "The next number in the file opened by ropen; without a file, the next number in the script after this line.",
        [files](Call& call) -> Result {
            const auto value =
                reads_script(call, *files) ? read_script_number(call.interpreter()) : read_number(input(*files));
            if (value) return *value;
            fail(call, "no more numbers to read");
        });
    add("getstr", "getstr(strdef, word)",
        "Reads the next line (with word 1, the next word) of the file opened by ropen into strdef; returns its length.",
        [files](Call& call) { return read_string(call, *files); });
    add("xred", "xred(\"prompt\", default, low, high)",
        "Asks for a number between low and high; an empty line selects the default.", ask_number);
}

}  // namespace ranvier::hoc
