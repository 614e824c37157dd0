// ParallelContext: reruns part of a network, with a raster in place of the other cells.

#include "engine/simulation/simulation.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/files/raster_argument.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

Result replay(Call& call, const ParallelParts& parts) {
    int next = 0;
    std::shared_ptr<exchange::SpikeSource> raster = raster_argument(call, parts, next);
    std::vector<engine::Gid> chosen;
    for (const double gid : call.native<VectorObject>(next).values()) chosen.push_back(static_cast<engine::Gid>(gid));
    parts.context.simulation.replay().start(std::move(raster), std::move(chosen), parts.context.rank.nhost == 1);
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> replay_methods(const ParallelParts& parts) {
    return {{"replay", "replay(\"raster\", gids) or replay(tvec, gidvec, gids)",
             "From the next finitialize on, runs only the cells with these gids; the spikes of all other cells come "
             "from the raster.",
             [&parts](Call& call) -> Result { return replay(call, parts); }}};
}

}  // namespace ranvier::hoc
