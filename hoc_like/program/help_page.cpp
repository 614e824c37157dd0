#include "hoc_like/program/help_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

#include "hoc_like/language/interface/advice/nearest.hpp"

namespace ranvier::program {

namespace {

constexpr std::size_t width = 100;

/// The lines of a text, none longer than `most` columns unless a single word is.
std::vector<std::string> wrapped(const std::string& text, std::size_t most) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines, std::size_t indent) {
    return fmt::format("{}\n", fmt::join(lines, "\n" + std::string(indent, ' ')));
}

/// CLI11 adds what it checks: N:INT in [1 - 1024].
std::size_t end_of_name(const std::string& type) {
    for (const char* check : {":INT", ":UINT", ":FLOAT", ":NONNEGATIVE", ":POSITIVE", ":SIZE"}) {
        if (const auto at = type.find(check); at != std::string::npos) return at;
    }
    return type.size();
}

/// The only values that the option takes; none: it takes others.
std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const auto begin = type.find('{');
    if (begin == std::string::npos || type.back() != '}') return {};
    std::istringstream listed(type.substr(begin + 1, type.size() - begin - 2));
    std::vector<std::string> choices;
    for (std::string choice; std::getline(listed, choice, ',');) choices.push_back(choice);
    return choices;
}

/// The kind of value: vector|libm where these are the only ones, else a name such as FILE or N.
std::string kind_of_value(const CLI::Option& option) {
    if (const auto choices = choices_of(option); !choices.empty()) return fmt::format("{}", fmt::join(choices, "|"));
    const std::string type = option.get_type_name();
    const std::string name = type.substr(0, end_of_name(type));
    if (name == "INT" || name == "UINT") return "N";
    if (name == "FLOAT") return "NUMBER";
    return name == "TEXT" ? "NAME" : name;
}

std::string left_column(const CLI::Option& option, bool is_positional) {
    if (is_positional) return option.get_name(true, false);
    const OptionText shown = describe(option);
    const std::string text = fmt::format("{}", fmt::join(shown.names, ", "));
    if (shown.value.empty()) return text;
    return shown.has_optional_value ? text + "[=" + shown.value + "]" : text + " " + shown.value;
}

/// The description, with what else is to be known of the option behind it.
std::string right_column(const CLI::Option& option) {
    std::string text = option.get_description();
    const auto add = [&](const std::string& note) { text += fmt::format(" ({})", note); };
    const std::string value = option.get_default_str();
    if (!value.empty()) add("default: " + value);
    if (option.get_required()) add("required");
    if (!option.get_envname().empty()) add("or the environment variable " + option.get_envname());
    const auto names = [](const auto& options) {
        std::vector<std::string> all;
        for (const CLI::Option* each : options) all.push_back(each->get_name());
        return fmt::format("{}", fmt::join(all, ", "));
    };
    if (!option.get_needs().empty()) add("needs " + names(option.get_needs()));
    if (!option.get_excludes().empty()) add("not with " + names(option.get_excludes()));
    return text;
}

/// The command that was given: of `ranvier exchange simulate`, simulate.
const CLI::App& command_given(const CLI::App& app) {
    for (const CLI::App* each : app.get_subcommands()) return command_given(*each);
    return app;
}

void add_names(const CLI::App& app, std::vector<std::string>& names) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    for (const CLI::App* each : app.get_subcommands({})) {
        each->get_name().empty() ? add_names(*each, names) : names.push_back(each->get_name());
    }
}

bool has_option(const CLI::App& command, const std::string& name) {
    return command.get_option_no_throw(name) != nullptr;
}

/// "--trace is an option of ranvier run"; empty if no other command has the option.
std::string owner_of_option(const CLI::App& command, const std::string& name) {
    const CLI::App* root = &command;
    while (root->get_parent()) root = root->get_parent();
    std::vector<std::string> owners;
    const std::function<void(const CLI::App&)> look = [&](const CLI::App& at) {
        if (&at != &command && at.get_parent() && has_option(at, name)) owners.push_back(full_name(at));
        for (const CLI::App* each : commands_of(at)) look(*each);
    };
    look(*root);
    if (owners.empty()) return {};
    const auto run = std::ranges::find(owners, "ranvier run");
    return fmt::format("{} is an option of {}, not of {}", name, run == owners.end() ? owners.front() : *run,
                       full_name(command));
}

/// What is wrong with a word that is neither an option nor a command here.
std::string unknown_word(const CLI::App& command, const std::string& name, const std::vector<std::string>& alike) {
    const bool is_option = name.starts_with('-');
    const std::string near = hoc::nearest_suggestion(name, alike);
    if (is_option) {
        const std::string owner = owner_of_option(command, name);
        return owner.empty() ? fmt::format("unknown option {}{}", name, near) : owner;
    }
    std::vector<std::string> commands;
    for (const CLI::App* each : commands_of(command)) commands.push_back(each->get_name());
    if (commands.empty()) return fmt::format("unexpected {}{}", name, near);
    return fmt::format("there is no command {}{}{}", name, near.empty() ? "; choose one of " : near,
                       near.empty() ? fmt::format("{}", fmt::join(commands, ", ")) : "");
}

/// What is wrong with the words that no option or command takes.
std::string unknown_words(const CLI::App& command) {
    std::vector<std::string> names;
    add_names(command, names);
    std::vector<std::string> complaints;
    for (const std::string& word : command.remaining()) {
        const bool is_option = word.starts_with('-');
        if (!is_option && !complaints.empty()) continue;  // probably the value of the option before it
        const std::string name = word.substr(0, word.find('='));
        std::vector<std::string> alike;
        std::copy_if(names.begin(), names.end(), std::back_inserter(alike),
                     [&](const std::string& each) { return each.starts_with('-') == is_option; });
        complaints.push_back(unknown_word(command, name, alike));
    }
    return fmt::format("{}", fmt::join(complaints, ", "));
}

/// CLI11's message in plain words.
std::string reworded(const std::string& message) {
    static const std::vector<std::pair<std::regex, const char*>> rules{
        {std::regex("Value (.*) not in range (.*)"), "$1 is not in the range $2"},
        {std::regex("Could not convert: (\\S+) = (.*)"), "$1: '$2' is not a number"},
        {std::regex("(.*: )?(.*) not in \\{(.*)\\}"), "$1'$2' is not one of $3"},
        {std::regex("(\\S+): 1 required (.*) missing"), "$1: its value ($2) is missing"},
        {std::regex("Exactly 1 option from \\[(.*)\\] is required"), "exactly one of $1 has to be given"},
        {std::regex("(.*: )?(.*) unit not recognized.*"), "$1'$2' is not a unit; write 500MB or 4GB"},
        {std::regex("(\\S+): At Most 1 required but received (\\d+)"), "$1 is given $2 times; give it once"},
        {std::regex("(\\S+) is required"), "$1 is missing"},
    };
    std::string text = message;
    for (const auto& [from, to] : rules) text = std::regex_replace(text, from, to);
    return text;
}

}  // namespace

std::string full_name(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent ? full_name(*parent) + " " + command.get_name() : command.get_name();
}

OptionText describe(const CLI::Option& option) {
    OptionText text;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    if (text.names.empty()) text.names.push_back(option.get_name(true, false));
    text.value = kind_of_value(option);
    text.has_optional_value = option.get_expected_min() == 0;
    text.choices = choices_of(option);
    text.description = right_column(option);
    return text;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
    std::vector<const CLI::Option*> options;
    for (const CLI::Option* option : command.get_options()) options.push_back(option);
    for (const CLI::App* group : command.get_subcommands({})) {
        if (!group->get_name().empty()) continue;
        for (const CLI::Option* option : group->get_options()) {
            if (option != group->get_help_ptr()) options.push_back(option);
        }
    }
    return options;
}

std::vector<const CLI::App*> commands_of(const CLI::App& command) {
    std::vector<const CLI::App*> commands;
    for (const CLI::App* each : command.get_subcommands({})) {
        if (!each->get_name().empty()) commands.push_back(each);
    }
    return commands;
}

std::string HelpPage::entry(const std::string& left, const std::string& right) const {
    const std::size_t column = get_column_width();
    const std::string text = joined(wrapped(right, width - column), column);
    if (left.size() + 3 > column) return fmt::format("  {}\n{}{}", left, std::string(column, ' '), text);
    return fmt::format("  {:<{}}{}", left, column - 2, text);
}

std::string HelpPage::make_option(const CLI::Option* option, bool is_positional) const {
    return entry(left_column(*option, is_positional), right_column(*option));
}

std::string HelpPage::make_subcommand(const CLI::App* command) const {
    return entry(command->get_name(), command->get_description());
}

std::string HelpPage::make_description(const CLI::App* app) const {
    return joined(wrapped(app->get_description(), width), 0) + "\n";
}

/// A group of options, of which one has to be given.
std::string HelpPage::make_expanded(const CLI::App* group) const {
    std::string text = fmt::format("\n{}:\n", group->get_group());
    for (const CLI::Option* option : group->get_options()) {
        if (option != group->get_help_ptr()) text += make_option(option, false);
    }
    return text;
}

std::string HelpPage::make_footer(const CLI::App* app) const {
    return app->get_footer().empty() ? "" : joined(wrapped(app->get_footer(), width), 0);
}

std::string HelpPage::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    std::string text = Formatter::make_help(app, std::move(name), mode);
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = command_given(app);
    std::string what = reworded(error.what());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) || !command.remaining().empty()) {
        what = unknown_words(command);
    } else if (command.get_require_subcommand_min() > 0) {
        std::vector<std::string> names;
        for (const CLI::App* each : command.get_subcommands({})) names.push_back(each->get_name());
        what = fmt::format("what? {}", fmt::join(names, ", "));
    }
    const std::string name = full_name(command);
    return fmt::format("{}: {}\n{}{} --help describes all options\n", name, what, HelpPage().make_usage(&command, name),
                       name);
}

}  // namespace ranvier::program
