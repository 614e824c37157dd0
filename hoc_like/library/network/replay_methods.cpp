// ParallelContext: reruns part of a network, with a raster in place of the other cells.

#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/raster_argument.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

Result replay(Call& call, Session& session) {
    int next = 0;
    std::shared_ptr<exchange::SpikeSource> raster = raster_argument(call, session, next);
    std::vector<engine::Gid> chosen;
    for (const double gid : call.native<VectorObject>(next).values()) chosen.push_back(static_cast<engine::Gid>(gid));
    session.simulation().replay().start(std::move(raster), std::move(chosen), session.rank().nhost == 1);
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> replay_methods(Session& session) {
    return {{"replay", "replay(\"raster\", gids) or replay(tvec, gidvec, gids)",
             "From the next finitialize on, runs only the cells with these gids; the spikes of all other cells come "
             "from the raster.",
             [&session](Call& call) -> Result { return replay(call, session); }}};
}

}  // namespace ranvier::hoc
