#pragma once

#include <string>

namespace ranvier::hoc::sandbox {

// What `--sandbox` forbids to scripts: commands, and writing outside of the folder the program was started in. It holds
// for the process, as the folder does, and can't be left again. Scripts may read what their user may read.

/// From now on; the current folder becomes the one below which files may be written.
void enter();
bool is_on();
/// Throws std::runtime_error if the sandbox is on.
void refuse_command(const std::string& command);
/// Throws std::runtime_error if the sandbox is on and the file, links followed, lies outside of the folder.
void check_write(const std::string& path);

}  // namespace ranvier::hoc::sandbox
