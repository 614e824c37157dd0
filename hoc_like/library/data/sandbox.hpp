#pragma once

#include <string>

namespace ranvier::hoc::sandbox {

// The restrictions of `--sandbox` on scripts: they may not run commands, nor write outside the folder in which the
// program was started. The sandbox applies to the whole process and cannot be turned off. Scripts may read all
// files that the user may read.

/// Turns the sandbox on; files may then be written only below the current folder.
void enter();
bool is_on();
/// Throws std::runtime_error if the sandbox is on.
void refuse_command(const std::string& command);
/// Throws std::runtime_error if the sandbox is on and the file, after following links, lies outside the folder.
void check_write(const std::string& path);

}  // namespace ranvier::hoc::sandbox
