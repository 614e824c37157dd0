#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ranvier::program {

/// The manual page of a command, in the language of `man` (man 7 man).
std::string manual_page(const CLI::App& command);
/// "ranvier-exchange-simulate.1"
std::string manual_file(const CLI::App& command);

}  // namespace ranvier::program
