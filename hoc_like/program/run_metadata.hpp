#pragma once

#include <array>
#include <span>

#include "engine/raster/file/metadata.hpp"
#include "exchange/spike.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

// What a raster says about its run, as attributes. Nothing depends on ranks, threads, strategies, hosts or dates
// (run_summary.hpp has that), so equal runs write equal files.

/// The names of these attributes, in the order of importance to a reader.
inline constexpr std::array<const char*, 12> metadata_names = {
    "scripts", "mechanisms", "begin",          "tstop", "dt",          "math",
    "set",     "cells",      "format_version", "gids",  "populations", "random123_global_index"};

/// What is known during the run: `format_version`; `dt` [ms], 0 for variable steps; `math`, `libm` or `vector`;
/// `random123_global_index`; `set`, the variables that -c has set ("ncell=64,tstop=50"); `begin` [ms], when recording began;
/// `scripts` and `mechanisms`, lists of this rank's files with their hashes, if there are any.
raster::Metadata run_metadata(hoc::Session& session, const RunOptions& options, ModelSources& sources, double begin);

/// What is known at its end: `tstop` [ms], when the run ended; `cells`; `gids` ("0:128"), if they are consecutive;
/// `populations` ("E=0:80,I=80:100", with an entry for each range of a population), if a script has named some. `recorded`: the gids of this rank whose spikes are in the
/// raster. Collective.
raster::Metadata run_extent(hoc::Session& session, std::span<const exchange::Gid> recorded);

}  // namespace ranvier::program
