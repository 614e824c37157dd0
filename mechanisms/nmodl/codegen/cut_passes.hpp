#pragma once

#include "mechanisms/nmodl/codegen/straight_code.hpp"

namespace ranvier::nmodl {

/// One of the loops over a chunk of instances into which straight code is cut.
struct LoopPass {
    std::vector<const StraightCode::Definition*> definitions;
    std::vector<std::string> taken;   ///< defined in earlier passes, used in this one
    std::vector<std::string> handed;  ///< defined in this pass, used in later ones
    /// Calls like name = exp(argument), computed for the whole chunk between this loop and the next.
    std::vector<const StraightCode::Definition*> calls;
};

enum class Calls {
    InLoops,       ///< inlined
    BetweenLoops,  ///< calls of library functions for whole arrays
};

/// Whether an expression, without its operands, takes long and has a form for many values at once.
bool is_costly(const Expression& e, Calls how);

/// Cuts straight code where exponentials (and logarithms and the like) depend on each other. A processor overlaps
/// instances only within its window of some 200 operations: a long loop with exponentials, divisions and further
/// exponentials waits for each in turn; short loops do not. Each call gets its own definition. Each definition goes
/// into the last possible pass, to keep the number of values passed on small. `keep`: names that the last pass needs in
/// addition to the results. Returns one pass if there is nothing to cut or too much to pass on.
std::vector<LoopPass> cut_passes(const Program& program, StraightCode& code, const std::vector<std::string>& keep,
                                 Calls how);

}  // namespace ranvier::nmodl
