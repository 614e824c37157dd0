#pragma once

#include <optional>
#include <string>

namespace ranvier::hoc {

class Interpreter;

/// The bytes of a file; nothing if it cannot be read.
std::optional<std::string> read_file(const std::string& path);
/// hoc's xopen: runs a file given by its path or found in HOC_LIBRARY_PATH, with the names of the object whose procedure
/// or execute calls it. Throws std::runtime_error if there is none.
void open_file(Interpreter& interpreter, const std::string& name);
/// Loads the first file with a line `keyword name`, searching the current folder, HOC_LIBRARY_PATH and the library.
/// Prints a message if there is none, as NEURON does.
void load_declaration(Interpreter& interpreter, const std::string& keyword, const std::string& name);

}  // namespace ranvier::hoc
