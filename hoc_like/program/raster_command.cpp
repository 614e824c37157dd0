#include <cstdio>

#include "engine/raster/raster.hpp"
#include "engine/raster/recover.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

int recover_command(const std::string& file, const std::string& out, bool replaces) {
    const auto recovered = raster::recover(file, {out, replaces});
    std::printf("%lld %s up to t = %g ms from the logs of %d ranks in %s\n", static_cast<long long>(recovered.spikes),
                recovered.is_report ? "frames" : "spikes", recovered.t, recovered.ranks,
                out.empty() ? file.c_str() : out.c_str());
    return 0;
}

int convert_raster_command(const std::string& from, const std::string& to, const std::string& population) {
    std::vector<raster::Spike> spikes = raster::read(from, {population});
    const std::size_t count = spikes.size();
    std::string name = population;
    if (name.empty() && raster::format_of(from) == raster::Format::sonata) name = raster::populations(from).front();
    raster::write(to, std::move(spikes), name.empty() ? "All" : name);
    std::printf("%zu spikes in %s\n", count, to.c_str());
    return 0;
}

int compare_rasters_command(const std::string& one, const std::string& other, const std::string& population) {
    const std::vector<raster::Spike> a = raster::read(one, {population}), b = raster::read(other, {population});
    const std::string difference = raster::first_difference(a, b);
    if (difference.empty()) {
        std::printf("identical: %zu spike%s\n", a.size(), a.size() == 1 ? "" : "s");
        return 0;
    }
    std::printf("different: %s | %s: %s\n", one.c_str(), other.c_str(), difference.c_str());
    return 1;
}

}  // namespace ranvier::program
