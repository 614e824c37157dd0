#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// What a raster says about its run, as attributes: `format_version`; `dt` [ms], 0 for variable steps; `math`, `libm` or
/// `vector`; `random123_global_index`; `set`, the variables that -c has set ("ncell=64,tstop=50"); `tstop` [ms], when
/// the run ended; `cells`; `gids` ("0:128"), if they are consecutive; `populations` ("E=0:80,I=80:100"), if a script has
/// named some. Nothing depends on ranks, threads, strategies, hosts or dates (run_summary.hpp has that), so equal runs
/// write equal files. `recorded`: the gids of this rank whose spikes are in the raster. Collective.
std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session, const RunOptions& options,
                                                              std::span<const exchange::Gid> recorded);

}  // namespace ranvier::program
