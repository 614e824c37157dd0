#pragma once

#include <string>

namespace ranvier::hoc::sandbox {

// The restrictions of `--sandbox` on scripts: they may not run commands, nor write outside the folder in which the
// program was started. The sandbox applies to the whole process and cannot be turned off. These checks explain errors;
// that files are not read elsewhere, and what errors of the program might allow, the system holds (SystemSandbox).

/// Turns the sandbox on; files may then be written only below the current folder.
void enter();
bool is_on();
/// Throws std::runtime_error if the sandbox is on.
void refuse_command(const std::string& command);
/// Throws std::runtime_error if the sandbox is on and the file, after following links, lies outside the folder.
void check_write(const std::string& path);

/// Tells the user, once for a folder, by which option a script may read a file that the system did not open.
void explain_unread(const std::string& path);

}  // namespace ranvier::hoc::sandbox
