#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ranvier::program {

/// What a shell has to read to complete the words of this command line: commands, options, the values of options that
/// have few, and files. `shell`: bash, zsh or fish.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace ranvier::program
