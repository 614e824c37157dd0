#pragma once

#include <span>
#include <string>
#include <vector>

namespace ranvier::program {

/// The words of a command line with the command first: `ranvier FILE.hoc` means `ranvier run FILE.hoc`, no words mean the
/// prompt, and `ranvier help NAME` means `ranvier doc NAME` or the help of a command. Throws std::invalid_argument for a
/// first word that looks like a command, and is neither one nor a file, and for a strategy in place of a command of
/// `ranvier exchange`.
std::vector<std::string> with_command(std::span<const std::string> arguments);

/// Whether the command runs on all ranks together.
bool is_parallel(std::span<const std::string> words);

}  // namespace ranvier::program
