#pragma once

namespace ranvier::hoc {

class Interpreter;
class Registry;
class Session;

/// Registers all built-in functions, variables and classes: the table of contents of this folder.
void register_library(Registry& registry, Session& session);

/// Makes load_file find the standard scripts (nrngui.hoc, stdrun.hoc, ...) inside the program.
void install_library_scripts(Interpreter& interpreter);

}  // namespace ranvier::hoc
