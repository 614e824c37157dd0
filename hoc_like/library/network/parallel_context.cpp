#include "hoc_like/library/network/parallel_context.hpp"

#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

RunFiles& files_of(const Call& call, const ParallelParts& parts, std::string_view what) {
    if (!parts.files) fail(call, "this program cannot " + std::string(what));
    return *parts.files;
}

void register_parallel_context(Registry& registry, const ParallelParts& parts) {
    const Context& context = parts.context;
    ClassDefinition definition;
    definition.name = ParallelContextObject::class_name;
    definition.signature = "ParallelContext([nhost])";
    definition.doc = "Provides access to ranks, gids, parallel runs and the bulletin board.";
    definition.construct = [](Call&) { return std::make_unique<ParallelContextObject>(); };
    for (auto methods :
         {collective_methods(context), gid_methods(context), cell_methods(parts), connect_methods(parts),
          parallel_run_methods(parts), partition_methods(parts), exchange_methods(parts), placement_methods(context),
          bulletin_board_methods(parts), replay_methods(parts), report_methods(parts), raster_methods(parts),
          checkpoint_methods(parts), transfer_methods(context)}) {
        append_methods(definition.methods, std::move(methods));
    }
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
