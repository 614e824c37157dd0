#pragma once

#include <string>

namespace ranvier::hoc::sandbox {

// The restrictions of `--sandbox` on scripts: no commands, and no writing outside the folder in which the program was
// started. It applies to the whole process and cannot be turned off. Scripts may read whatever the user may read.

/// Turns the sandbox on; files may then be written only below the current folder.
void enter();
bool is_on();
/// Throws std::runtime_error if the sandbox is on.
void refuse_command(const std::string& command);
/// Throws std::runtime_error if the sandbox is on and the file, links followed, lies outside of the folder.
void check_write(const std::string& path);

}  // namespace ranvier::hoc::sandbox
