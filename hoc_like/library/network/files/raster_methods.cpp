// ParallelContext: the raster, which holds the spikes of all gids of a run.

#include <exception>

#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

Result raster(Call& call, const ParallelParts& parts) {
    const std::string file = call.size() > 0 ? call.string(0) : "";
    if (call.size() > 0 && file.empty()) fail(call, "the name of the file is empty");
    RunFiles& files = files_of(call, parts, "write rasters");
    try {
        if (call.size() == 0) return static_cast<double>(files.close_raster());
        files.open_raster(file);
    } catch (const std::exception& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> raster_methods(const ParallelParts& parts) {
    return {
        {"raster", "raster(\"file.h5\") | spikes = raster()",
         "Records the spikes of all gids on all ranks in a raster, from the next finitialize on. The file is a SONATA "
         "file if its name ends in .h5 or .hdf5, else a text file. Without a name, completes the file and returns the "
         "number of spikes in it; the file is also completed at the end of the program. Each finitialize starts the "
         "file again. All ranks must call raster. See --raster.",
         [&parts](Call& call) -> Result { return raster(call, parts); }}};
}

}  // namespace ranvier::hoc
