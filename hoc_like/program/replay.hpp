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

/// "0-9,12,@file": gids, inclusive ranges, and files of both. Throws std::invalid_argument, naming the item.
std::vector<std::int32_t> parse_gids(const std::string& words);

/// Reruns a part of a network with the raster of the whole run as input (docs/replay.md).
class ReplayRun {
  public:
    /// Opens the raster and makes the session's simulation play it. Throws raster::RasterError.
    ReplayRun(const ReplayOptions& options, hoc::Session& session);

    /// Starts a run: chooses the cells, if the script has to make them first, and discards their earlier spikes.
    void restart();
    /// Takes the spikes of the running cells during the run. Returns those with chosen gids (a cell may fire for others
    /// too), valid until the next call.
    std::span<const exchange::Spike> append(std::span<const exchange::Spike> spikes);

    /// Ends the run at `t` [ms]: compares, prints the result, and returns the exit status, 0 if identical. Reads the
    /// raster that the simulation has played.
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
