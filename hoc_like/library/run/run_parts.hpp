#pragma once

namespace ranvier::hoc {

class ScriptRun;
class ThreadChoice;
class VectorLinks;
struct Context;

/// What classes and functions about runs reach.
struct RunParts {
    const Context& context;
    ScriptRun& run;
    VectorLinks& links;
    const ThreadChoice& threads;
};

}  // namespace ranvier::hoc
