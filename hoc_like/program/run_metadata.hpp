#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// The exchange strategy, times and counters of a run, for the raster's metadata: lists with one value per rank
/// (`update_s`, `spikes_sent`, ...) and, if intervals were recorded, with rank 0's value per interval
/// (`interval_update`); and what figures need to know: `tstop` [ms], `cells`, `gids` ("0:128", if they are consecutive) and
/// `populations` ("E=0:80,I=80:100"). `recorded`: the gids of this rank whose spikes are in the raster. Collective.
std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session,
                                                              std::span<const exchange::Gid> recorded);

}  // namespace ranvier::program
