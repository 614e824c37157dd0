#include "mechanisms/nmodl/passes/pipeline.hpp"

#include "mechanisms/nmodl/passes/adds_events.hpp"
#include "mechanisms/nmodl/passes/check_divisions.hpp"
#include "mechanisms/nmodl/passes/check_formats.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/check_solves.hpp"
#include "mechanisms/nmodl/passes/choose_language.hpp"
#include "mechanisms/nmodl/passes/declare_derivatives.hpp"
#include "mechanisms/nmodl/passes/evaluate_units.hpp"
#include "mechanisms/nmodl/passes/initialize_states.hpp"
#include "mechanisms/nmodl/passes/past_values.hpp"
#include "mechanisms/nmodl/passes/resolve_names.hpp"
#include "mechanisms/nmodl/passes/select_branches.hpp"
#include "mechanisms/nmodl/passes/send_times.hpp"
#include "mechanisms/nmodl/passes/solve_blocks.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"
#include "mechanisms/nmodl/passes/split_cell_step.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

namespace ranvier::nmodl {

const std::vector<Pass>& passes() {
    static const std::vector<Pass> all = {
        {"choose_language", "a file whose VERBATIM has an effect becomes C",
         [](Program& p, Math, Diagnostics& d) { choose_language(p, d); }},
        {"evaluate_units", "constants defined by units get their values",
         [](Program& p, Math, Diagnostics& d) { evaluate_units(p, d); }},
        {"resolve_names", "every name gets its storage; undeclared names are errors",
         [](Program& p, Math, Diagnostics& d) { resolve_names(p, d); }},
        {"check_solves", "warns about equations that are never solved",
         [](Program& p, Math, Diagnostics& d) { check_solves(p, d); }},
        {"check_divisions", "warns about divisions by the number 0",
         [](Program& p, Math, Diagnostics& d) { check_divisions(p, d); }},
        {"rename_locals", "locals get unused names", [](Program& p, Math, Diagnostics& d) { rename_locals(p, d); }},
        {"adds_events", "notes whether one synapse can stand for several",
         [](Program& p, Math, Diagnostics&) { note_adding_events(p); }},
        {"check_formats", "printf's arguments get the types that its format asks for",
         [](Program& p, Math, Diagnostics& d) { check_formats(p, d); }},
        {"check_indices", "indices that may lie outside of their array are checked during the run",
         [](Program& p, Math, Diagnostics&) { check_indices(p); }},
        {"send_times", "net_send gets a time instead of a delay",
         [](Program& p, Math, Diagnostics&) { send_times(p); }},
        {"past_values", "adds the memory of LAG and DISCRETE",
         [](Program& p, Math, Diagnostics& d) { past_values(p, d); }},
        {"declare_derivatives", "y' is a state where y'' is given",
         [](Program& p, Math, Diagnostics& d) { declare_derivatives(p, d); }},
        {"split_breakpoint", "SOLVE moves out of BREAKPOINT",
         [](Program& p, Math, Diagnostics& d) { split_breakpoint(p, d); }},
        {"initialize_states", "START values move to the beginning of INITIAL",
         [](Program& p, Math, Diagnostics& d) { initialize_states(p, d); }},
        {"variable_steps", "SOLVE gives derivatives and their linear equations",
         [](Program& p, Math, Diagnostics&) { variable_steps(p); }},
        {"solve_blocks", "SOLVE becomes assignments",
         [](Program& p, Math m, Diagnostics& d) { solve_blocks(p, p.is_c ? Math::libm : m, d); }},
        {"split_cell_step", "the step of an artificial cell draws first and fires last",
         [](Program& p, Math, Diagnostics&) { split_cell_step(p); }},
        {"select_branches", "vector: if/else without side effects becomes selections",
         [](Program& p, Math m, Diagnostics&) {
             if (m == Math::vector && !p.is_c) select_branches(p);
         }},
    };
    return all;
}

void run_passes(Program& program, Math math, Diagnostics& diagnostics, const std::string& stop_after) {
    diagnostics.throw_if_any();
    for (const auto& pass : passes()) {
        pass.run(program, math, diagnostics);
        diagnostics.throw_if_any();
        if (stop_after == pass.name) return;
    }
}

}  // namespace ranvier::nmodl
