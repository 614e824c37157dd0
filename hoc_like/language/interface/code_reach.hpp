#pragma once

#include <set>
#include <string>

namespace ranvier::hoc {

class ClassInfo;

/// What the init of a template uses, with all procedures that it calls.
struct CodeReach {
    /// What it uses beyond the object and its sections, such as "the variable x of the top level"; empty if there is nothing.
    /// Of its arguments, it may assign some to members, as they are.
    std::string outside;
    // The names of all that is built in, whose effects the caller knows.
    std::set<std::string> functions, methods, classes;
};

/// Reads the code, which does not run. A template without an init uses nothing.
CodeReach reach_of_init(const ClassInfo& of_template);

}  // namespace ranvier::hoc
