#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

void register_parallel_context(Registry& registry, Session& session) {
    ClassDefinition context;
    context.name = ParallelContextObject::class_name;
    context.signature = "ParallelContext([nhost])";
    context.doc = "Provides access to ranks, gids, parallel runs and the bulletin board.";
    context.construct = [](Call&) { return std::make_unique<ParallelContextObject>(); };
    for (auto methods :
         {collective_methods(session), gid_methods(session), cell_methods(session), connect_methods(session),
          parallel_run_methods(session), partition_methods(session), exchange_methods(session),
          placement_methods(session), bulletin_board_methods(session), replay_methods(session), report_methods(session),
          raster_methods(session), checkpoint_methods(session), transfer_methods(session)}) {
        context.methods.insert(context.methods.end(), methods.begin(), methods.end());
    }
    registry.add(std::move(context));
}

}  // namespace ranvier::hoc
