#include "hoc_like/program/manual_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/help_page.hpp"

namespace ranvier::program {

namespace {

/// Text as man shows it: with its hyphens and backslashes, and no line that man takes for a request.
std::string escaped(const std::string& text) {
    std::string shown;
    for (const char c : text) {
        if (c == '-') {
            shown += "\\-";
        } else if (c == '\\') {
            shown += "\\e";
        } else {
            if ((c == '.' || c == '\'') && (shown.empty() || shown.back() == '\n')) shown += "\\&";
            shown += c;
        }
    }
    return shown;
}

std::string bold(const std::string& text) {
    return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + escaped(text) + "\\fR";
}

std::string hyphenated(const CLI::App& command) {
    std::string name = full_name(command);
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string head_of(const OptionText& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.names) names.push_back(bold(name));
    std::string text = fmt::format("{}", fmt::join(names, ", "));
    if (option.value.empty() || !option.names.front().starts_with('-')) return text;
    return text + (option.has_optional_value ? "[=" + italic(option.value) + "]" : " " + italic(option.value));
}

std::string entry(const std::string& head, const std::string& text) {
    return fmt::format(".TP\n{}\n{}\n", head, escaped(text));
}

/// Arguments, or options.
std::string section_of_options(const char* title, const CLI::App& command, bool are_arguments) {
    std::string text;
    for (const CLI::Option* option : options_of(command)) {
        const OptionText shown = describe(*option);
        if (shown.names.front().starts_with('-') == are_arguments) continue;
        text += entry(head_of(shown), shown.description);
    }
    return text.empty() ? text : fmt::format(".SH {}\n{}", title, text);
}

std::string synopsis(const CLI::App& command) {
    std::string text = bold(full_name(command)) + " [OPTIONS]";
    for (const CLI::Option* option : options_of(command)) {
        const std::string name = describe(*option).names.front();
        if (name.starts_with('-')) continue;
        const std::string shown = italic(name) + (option->get_expected_max() > 1 ? " ..." : "");
        text += option->get_required() ? " " + shown : " [" + shown + "]";
    }
    return commands_of(command).empty() ? text : text + " " + italic("COMMAND");
}

}  // namespace

std::string manual_file(const CLI::App& command) {
    return hyphenated(command) + ".1";
}

std::string manual_page(const CLI::App& command) {
    std::string title = hyphenated(command);
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string text = fmt::format(".TH {} 1 \"\" \"ranvier {}\" \"User Commands\"\n", escaped(title), version_text);
    text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(hyphenated(command)), escaped(command.get_description()));
    text += fmt::format(".SH SYNOPSIS\n{}\n", synopsis(command));
    text += section_of_options("ARGUMENTS", command, true);
    text += section_of_options("OPTIONS", command, false);
    std::vector<std::string> others;
    if (const auto below = commands_of(command); !below.empty()) {
        text += ".SH COMMANDS\n";
        for (const CLI::App* each : below) {
            text += entry(bold(each->get_name()), each->get_description());
            others.push_back(bold(hyphenated(*each)) + "(1)");
        }
    }
    if (!command.get_footer().empty()) text += ".SH NOTES\n" + escaped(command.get_footer()) + "\n";
    if (command.get_parent()) others.push_back(bold(hyphenated(*command.get_parent())) + "(1)");
    return text + fmt::format(".SH SEE ALSO\n{}\n", fmt::join(others, ", "));
}

}  // namespace ranvier::program
