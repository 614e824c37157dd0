#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/source.hpp"
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
    /// Opens the raster (raster::RasterError) and lets the session's simulation play it.
    ReplayRun(const ReplayOptions& options, hoc::Session& session);

    /// A run begins: chooses the cells, if that is up to the script, and forgets what they fired before.
    void restart();
    /// What cells that run have fired, as the run goes on. Returns those spikes whose gids were chosen: a cell may fire
    /// for others too. They are valid until the next call.
    std::span<const exchange::Spike> append(std::span<const exchange::Spike> spikes);

    /// The run is over, at `t` [ms]: compares, prints the result, and returns the exit status: 0 if identical. Reads
    /// the raster that the simulation has been playing.
    int verify(double t);
    /// Throws std::runtime_error if no cells were chosen, since no run has begun.
    void check_chosen() const;

  private:
    void choose_populations(const std::vector<raster::Population>& populations);
    void choose_by_expression();
    bool is_chosen(const exchange::Spike& spike) const;

    const ReplayOptions& options_;
    hoc::Session& session_;
    std::shared_ptr<exchange::SpikeSource> raster_;
    std::vector<std::int32_t> chosen_;           // ascending
    std::vector<exchange::Spike> fired_, some_;  // for the chosen gids: all, and the latest
};

}  // namespace ranvier::program
