#include "hoc_like/program/raster_digest.hpp"

#include <algorithm>
#include <span>

#include "engine/raster/file/source.hpp"
#include "hoc_like/program/digest.hpp"

namespace ranvier::program {

std::pair<std::string, std::int64_t> raster_digest(const std::filesystem::path& file,
                                                   std::vector<exchange::Spike>* spikes) {
    raster::ReadOptions options;
    options.all_populations = spikes != nullptr;
    const raster::OpenRaster open = raster::open(file, options);
    Digest all;
    std::vector<exchange::Spike> together;  // of one time
    std::int64_t records = 0;
    const auto flush = [&] {
        std::ranges::sort(together, {}, &exchange::Spike::gid);
        for (const exchange::Spike& spike : together) {
            const double t = spike.t;
            const auto gid = static_cast<std::uint64_t>(spike.gid);
            all.add(std::as_bytes(std::span(&t, 1)));
            all.add(std::as_bytes(std::span(&gid, 1)));
        }
        if (spikes) spikes->insert(spikes->end(), together.begin(), together.end());
        records += static_cast<std::int64_t>(together.size());
        together.clear();
    };
    for (auto piece = open.spikes->next(); !piece.empty(); piece = open.spikes->next()) {
        for (const exchange::Spike& spike : piece) {
            if (!together.empty() && together.back().t != spike.t) flush();
            together.push_back(spike);
        }
    }
    flush();
    return {all.finish(), records};
}

}  // namespace ranvier::program
