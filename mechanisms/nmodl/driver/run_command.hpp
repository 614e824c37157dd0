#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

struct CommandResult {
    int status = 0;      ///< exit status; 128 + signal if a signal ended it
    std::string output;  ///< stdout and stderr
};

/// Runs commands, `jobs` at a time, without a shell. Results are in the order of the commands.
/// Throws std::runtime_error if one cannot be started.
std::vector<CommandResult> run_commands(const std::vector<std::vector<std::string>>& commands, int jobs);

}  // namespace ranvier::nmodl
