#include "mechanisms/nmodl/codegen/repeatable.hpp"

#include <algorithm>
#include <set>

namespace ranvier::nmodl {
namespace {

using Names = std::set<std::string>;

/// The variables that an evaluation reads and assigns, kernel by kernel.
struct Evaluation {
    Names found, writes, sets;
    bool has_effects = false;

    void then(const DataFlow& flow) {
        for (const auto& name : flow.reads) {
            if (!sets.contains(name)) found.insert(name);
        }
        writes.insert(flow.writes.begin(), flow.writes.end());
        sets.insert(flow.sets.begin(), flow.sets.end());
        has_effects |= flow.has_effects;
    }
};

const Kernel* kernel(const Plan& plan, const char* name) {
    const auto found =
        std::find_if(plan.kernels.begin(), plan.kernels.end(), [&](const Kernel& k) { return k.name == name; });
    return found == plan.kernels.end() ? nullptr : &*found;
}

bool reaches_out(const Plan& plan) {
    const Program& program = *plan.program;
    if (program.is_c || program.has_verbatim || !plan.pointers.empty() || !plan.randoms.empty()) return true;
    // The ion variables that other mechanisms see between two evaluations.
    return std::any_of(plan.ions.begin(), plan.ions.end(), [&](const IonAccess& ion) {
        const bool is_state = ion.symbol->role == Role::State;
        return ion.is_written && (ion.is_current ? ion.is_read : !is_state);
    });
}

}  // namespace

bool is_repeatable(const Plan& plan) {
    if (reaches_out(plan)) return false;
    for (const char* other : {"before_breakpoint", "before_step", "after_solve", "concentrations"}) {
        if (kernel(plan, other)) return false;
    }
    const VariableSteps& steps = plan.program->variable_steps;
    if (kernel(plan, "advance") && steps.states.empty()) return false;  // a PROCEDURE that each step calls
    Evaluation evaluation;
    if (plan.current) evaluation.then(plan.current_flow);
    for (const char* name : {"derivatives", "solve_derivatives"}) {
        if (const auto* found = kernel(plan, name)) evaluation.then(found->flow);
    }
    if (evaluation.has_effects) return false;
    Names integrated;
    for (const auto& state : steps.states) integrated.insert(state->text);
    return std::all_of(evaluation.writes.begin(), evaluation.writes.end(), [&](const std::string& name) {
        const Symbol* symbol = plan.program->symbol(name);
        const bool is_given = symbol && symbol->storage == Storage::Derivative;
        return is_given || integrated.contains(name) || !evaluation.found.contains(name);
    });
}

}  // namespace ranvier::nmodl
