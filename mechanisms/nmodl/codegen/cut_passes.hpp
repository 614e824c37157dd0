#pragma once

#include "mechanisms/nmodl/codegen/straight_code.hpp"

namespace ranvier::nmodl {

/// One of the loops over a chunk of instances that straight code is cut into.
struct LoopPass {
    std::vector<const StraightCode::Definition*> definitions;
    std::vector<std::string> taken;   ///< defined in earlier passes, used in this one
    std::vector<std::string> handed;  ///< defined in this pass, used in later ones
    /// Calls, name = exp(argument) and the like, that are computed for the whole chunk between this loop and the next.
    std::vector<const StraightCode::Definition*> calls;
};

enum class Calls {
    InLoops,       ///< inlined
    BetweenLoops,  ///< of the library, for whole arrays
};

/// Cuts straight code where exponentials (and logarithms and the like) depend on each other. A processor overlaps
/// instances only within its window of some 200 operations: one long loop with exponentials, divisions and again
/// exponentials waits for each in turn, short loops do not. Each call gets a definition. Every definition is in the
/// last possible pass, so that few values are passed on. `keep`: names that, like the results, the last pass needs. One
/// pass if there is nothing to cut or too much to pass on.
std::vector<LoopPass> cut_passes(const Program& program, StraightCode& code, const std::vector<std::string>& keep,
                                 Calls how);

}  // namespace ranvier::nmodl
