// ParallelContext: gap junctions, and methods for split cells, which are not supported.

#include <fmt/format.h>

#include "engine/event/transfer.hpp"
#include "engine/simulation/simulation.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

engine::VariableRef variable(Call& call, int argument) {
    const NumberRefPtr place = call.reference(argument);
    const auto* found = dynamic_cast<const EngineRef*>(place.get());
    if (!found) {
        fail(call,
             fmt::format("{} is a script variable, not a variable of a section or point process", place->describe()));
    }
    return found->variable();
}

engine::Transfers::Id number(Call& call, int argument) {
    return call.integer(argument, 0, std::int64_t{1} << 52);
}

Result source_var(Call& call, const Context& context) {
    context.simulation.transfers().add_source(variable(call, 0), number(call, 1));
    return 0.;
}

Result target_var(Call& call, const Context& context) {
    const int first = call.is_object(0) ? 1 : 0;
    const engine::VariableRef target = variable(call, first);
    if (first == 1) {
        const ObjectPtr object = call.object(0);
        const auto* point = object.as<PointProcess>();
        if (!point) fail(call, "the first argument must be a point process, or the variable itself");
        const engine::InstanceId instance = point->instance();
        if (target.table != instance.mechanism || target.id != instance.id) {
            fail(call, fmt::format("the variable does not belong to {}", object->name()));
        }
    }
    context.simulation.transfers().add_target(target, number(call, first + 1));
    return 0.;
}

MethodDefinition refused(const char* name, const char* signature) {
    return {name, signature, "Not supported: each cell is on one rank and one thread.", [](Call& call) -> Result {
                fail(call, "splitting cells is not supported: each cell is on one rank and one thread");
                return 0.;
            }};
}

}  // namespace

std::vector<MethodDefinition> transfer_methods(const Context& context) {
    return {
        {"source_var", "source_var(&x, id)",
         "Makes x a source of gap junctions. id is a number that is unique across all ranks.",
         [&context](Call& call) -> Result { return source_var(call, context); }},
        {"target_var", "target_var([pointprocess,] &x, id)",
         "At each step, assigns the value of the source with this id to x.",
         [&context](Call& call) -> Result { return target_var(call, context); }},
        {"setup_transfer", "setup_transfer()",
         "Sets up the gap junctions. All ranks must call it after the last source_var and target_var.",
         [&context](Call&) -> Result {
             drive(context.simulation.set_up_transfers(context.rank.lacks_ranks));
             return 0.;
         }},
        refused("splitcell", "splitcell(that_host)"),
        refused("multisplit", "multisplit(x, id[, backbone_style])"),
    };
}

}  // namespace ranvier::hoc
