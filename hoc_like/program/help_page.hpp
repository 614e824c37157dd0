#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ranvier::program {

/// Lays out what --help prints: at most 100 columns wide, with kinds of values and defaults in words.
class HelpPage final : public CLI::Formatter {
  public:
    HelpPage() { column_width(26); }
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;
    std::string make_subcommand(const CLI::App* command) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_expanded(const CLI::App* group) const override;
    std::string make_footer(const CLI::App* app) const override;

  private:
    std::string entry(const std::string& left, const std::string& right) const;
};

/// An option as help describes it.
struct OptionText {
    std::vector<std::string> names;  ///< "-o", "--output"; of an argument its name
    std::string value;               ///< what kind it takes: "FILE", "N"; empty: none
    bool has_optional_value = false;
    std::vector<std::string> choices;  ///< the only values, if there are few
    std::string description;           ///< with its default and what else is to be known
};
OptionText describe(const CLI::Option& option);
/// The options and arguments of a command, also those in groups.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
/// The commands below this one.
std::vector<const CLI::App*> commands_of(const CLI::App& command);
/// "ranvier exchange simulate"
std::string full_name(const CLI::App& command);

/// Words for an error in the words of a command line: which command, what is wrong, what is near, where help is.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace ranvier::program
