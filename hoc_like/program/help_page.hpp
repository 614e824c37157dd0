#pragma once

#include <CLI/CLI.hpp>
#include <string>

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

/// Words for an error in the words of a command line: which command, what is wrong, what is near, where help is.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace ranvier::program
