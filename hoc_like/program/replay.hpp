#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exchange/spike.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// "0-9,12,@file": gids, ranges with both ends, and files of such words. Throws std::invalid_argument, saying which
/// word is meant.
std::vector<std::int32_t> parse_gids(const std::string& words);

/// One part of a network running again beside the raster of all (docs/replay.md).
class ReplayRun {
  public:
    /// Reads the raster (raster::RasterError) and lets the session's simulation play it.
    ReplayRun(const ReplayOptions& options, hoc::Session& session);

    /// What chosen cells have fired, as the run goes on; a new run forgets it.
    void restart() { fired_.clear(); }
    void append(std::span<const exchange::Spike> spikes) { fired_.insert(fired_.end(), spikes.begin(), spikes.end()); }

    /// Compares up to `t` [ms], prints the result, and returns the exit status: 0 if identical.
    int verify(double t) const;

  private:
    const ReplayOptions& options_;
    std::vector<exchange::Spike> expected_;  // of the chosen cells
    std::vector<exchange::Spike> fired_;
};

}  // namespace ranvier::program
