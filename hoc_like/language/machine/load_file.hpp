#pragma once

#include <optional>
#include <string>

namespace ranvier::hoc {

class Interpreter;

/// The bytes of a file; nothing if it cannot be read.
std::optional<std::string> read_file(const std::string& path);
/// hoc's xopen: the file must exist, under its name or in HOC_LIBRARY_PATH; otherwise throws std::runtime_error.
void open_file(Interpreter& interpreter, const std::string& name);
/// Loads the first file of the current folder, HOC_LIBRARY_PATH and the library that has a line `keyword name`; prints
/// that there is none otherwise, as NEURON does.
void load_declaration(Interpreter& interpreter, const std::string& keyword, const std::string& name);

}  // namespace ranvier::hoc
