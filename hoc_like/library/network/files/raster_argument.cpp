#include "hoc_like/library/network/files/raster_argument.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

std::shared_ptr<exchange::SpikeSource> raster_argument(Call& call, const ParallelParts& parts, int& next) {
    if (call.is_string(next)) {
        RunFiles& files = files_of(call, parts, "read raster files; pass Vectors instead");
        try {
            return files.read_raster(call.string(next++));
        } catch (const std::runtime_error& error) {
            fail(call, error.what());
        }
    }
    const auto& times = call.native<VectorObject>(next++).values();
    const auto& gids = call.native<VectorObject>(next++).values();
    if (times.size() != gids.size()) {
        fail(call, fmt::format("the raster has {} times, but {} gids", times.size(), gids.size()));
    }
    std::vector<exchange::Spike> all;
    all.reserve(times.size());
    for (std::size_t k = 0; k < times.size(); ++k) {
        constexpr double largest = std::numeric_limits<exchange::Gid>::max();
        if (std::isnan(times[k])) fail(call, fmt::format("time {} of the raster is not a number", k));
        if (!(gids[k] >= 0 && gids[k] <= largest))
            fail(call, fmt::format("gid {} of the raster is {:g}, which is not a valid gid", k, gids[k]));
        all.push_back({times[k], static_cast<exchange::Gid>(gids[k])});
    }
    return exchange::make_spike_source(std::move(all));
}

}  // namespace ranvier::hoc
