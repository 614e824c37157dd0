#include <cstdio>

#include "engine/raster/recover.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

int recover_command(const std::string& raster) {
    const auto recovered = raster::recover(raster);
    std::printf("%lld spikes up to t = %g ms from %d ranks' logs in %s\n", static_cast<long long>(recovered.spikes), recovered.t,
                recovered.ranks, raster.c_str());
    return 0;
}

}  // namespace ranvier::program
