#pragma once

#include <memory>

namespace ranvier::hoc {

class Interpreter;
class Registry;
struct Context;
struct HeadlessContext;
struct MechanismParts;
struct ParallelParts;
struct RandomGlobals;
struct RunParts;

/// What built-in classes and functions reach, by subject. A part takes the one that it needs.
struct LibraryParts {
    const Context& context;
    const MechanismParts& mechanisms;
    const ParallelParts& parallel;
    const RunParts& run;
    const std::shared_ptr<RandomGlobals>& random;
    const std::shared_ptr<HeadlessContext>& headless;

    operator const Context&() const { return context; }
    operator const MechanismParts&() const { return mechanisms; }
    operator const ParallelParts&() const { return parallel; }
    operator const RunParts&() const { return run; }
};

/// Registers all built-in functions, variables and classes: the table of contents of the library. What `parts` refers to
/// must outlive the registry.
void register_library(Registry& registry, const LibraryParts& parts);

/// Makes load_file find the standard scripts (nrngui.hoc, stdrun.hoc, ...) inside the program.
void install_library_scripts(Interpreter& interpreter);

}  // namespace ranvier::hoc
