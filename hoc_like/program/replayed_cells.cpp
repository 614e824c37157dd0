#include "hoc_like/program/replayed_cells.hpp"

#include "engine/raster/file/raster.hpp"
#include "hoc_like/program/gid_words.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

std::vector<std::int32_t> replayed_cells(const ReplayOptions& options, const std::string& words) {
    std::string named;
    try {
        named = raster::run_attribute(options.raster, options.population, "populations").value_or("");
    } catch (const raster::RasterError&) {
        // The replay, which opens the raster, says what is wrong with it.
    }
    const Populations populations = parse_populations(named);
    return parse_gids(words, &populations);
}

}  // namespace ranvier::program
