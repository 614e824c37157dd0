#include "hoc_like/library/run/state_hook_methods.hpp"

#include <memory>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using engine::StateMove;

/// A Python function that steps call.
struct StateFunction {
    python::Handle function;
    engine::Hooks::Id id;
};
using StateFunctions = std::vector<StateFunction>;

python::Handle function_argument(Call& call, int argument) {
    const python::Handle* function = python_object_in(call.object(argument));
    if (!function) fail(call, "a Python function is expected");
    return *function;
}

/// The function sees a step's values half advanced, so the arrays that hold them must stay.
void call_in_step(const python::Handle& function, const engine::Model& model) {
    const std::uint64_t before = model.structure_version();
    call_back(function);
    if (model.structure_version() == before) return;
    throw engine::SimulationError(
        "a function of CVode.extra_scatter_gather changed sections or mechanisms in the middle of a step: let it change "
        "values only");
}

Result add(Call& call, const Context& context, StateFunctions& all) {
    const StateMove move = whole_argument(call, 0, 0, 1, "direction") == 0 ? StateMove::scatter : StateMove::gather;
    const python::Handle function = function_argument(call, 1);
    const engine::Model& model = context.model;
    const auto call_it = [function, &model] { call_in_step(function, model); };
    all.push_back({function, context.simulation.hooks().add_state_hook(move, call_it)});
    return 0.;
}

Result remove(Call& call, const Context& context, StateFunctions& all) {
    const python::Handle function = function_argument(call, 0);
    std::erase_if(all, [&](const StateFunction& each) {
        if (each.function.get() != function.get()) return false;
        context.simulation.hooks().remove_state_hook(each.id);
        return true;
    });
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> state_hook_methods(const Context& context) {
    const auto all = std::make_shared<StateFunctions>();
    return {
        {"extra_scatter_gather", "extra_scatter_gather(direction, callable)",
         "Calls a Python function without arguments. Direction 0: in each step, when voltages have been computed and states "
         "have not; with variable steps, whenever states have been set. Direction 1: with variable steps, before a restart "
         "takes the states of the model; with fixed steps, in re_init().",
         [&context, all](Call& call) { return add(call, context, *all); }},
        {"extra_scatter_gather_remove", "extra_scatter_gather_remove(callable)",
         "Steps no longer call the function, in either direction.",
         [&context, all](Call& call) { return remove(call, context, *all); }},
    };
}

}  // namespace ranvier::hoc
