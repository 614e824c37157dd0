// ParallelContext: the raster, which holds the spikes of all gids of a run.

#include <exception>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

Result raster(Call& call, Session& session) {
    const std::string file = call.size() > 0 ? call.string(0) : "";
    if (call.size() > 0 && file.empty()) fail(call, "the name of the file is empty");
    if (!session.raster_file().open) fail(call, "this program cannot write rasters");
    try {
        if (call.size() == 0) return static_cast<double>(session.raster_file().close());
        session.raster_file().open(file);
    } catch (const std::exception& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> raster_methods(Session& session) {
    return {
        {"raster", "raster(\"file.h5\") | spikes = raster()",
         "Records the spikes of all gids on all ranks in a raster, from the next finitialize on. The file is a SONATA "
         "file if its name ends in .h5 or .hdf5, else a text file. Without a name, completes the file and returns the "
         "number of spikes in it; the file is also completed at the end of the program. Each finitialize starts the "
         "file again. All ranks must call raster. See --raster.",
         [&session](Call& call) -> Result { return raster(call, session); }}};
}

}  // namespace ranvier::hoc
