#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/file/source.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Reruns a part of a network with the raster of the whole run as input (docs/replay.md).
class ReplayRun {
  public:
    /// Opens the raster and makes the session's simulation replay it; `math` is that of this run. The arguments must outlive
    /// this object. Throws raster::RasterError, and std::invalid_argument if the raster was recorded with another arithmetic.
    ReplayRun(const ReplayOptions& options, hoc::Session& session, ModelSources& sources, const char* math);

    /// Starts a run: selects the cells if the script creates them only then, and discards their earlier spikes.
    void restart();
    /// Records spikes during the run. Returns the spikes with chosen gids (a cell may fire for other gids too), valid
    /// until the next call.
    std::span<const exchange::Spike> append(std::span<const exchange::Spike> spikes);

    /// Ends the run at `t` [ms]: compares the spikes with the raster that the simulation has replayed, prints the
    /// result, and returns the exit status (0 if identical).
    int verify(double t);
    /// Throws std::runtime_error if the run has begun before the raster, or ended later: the other cells were quiet there.
    void check_extent() const;
    /// The names of the scripts and .mod files, so far, that have changed since the raster was recorded.
    std::vector<std::string> changed_sources() const;
    /// The gids of the cells that run, ascending.
    const std::vector<std::int32_t>& chosen() const { return chosen_; }
    /// Throws std::runtime_error if no cells have been chosen because no run has begun.
    void check_chosen() const;

  private:
    void choose_populations(const std::vector<raster::Population>& populations);
    void choose_by_expression();
    void choose_share();
    bool is_chosen(const exchange::Spike& spike) const;

    void check_math(const char* math) const;
    std::optional<double> recorded_time(const char* name) const;

    const ReplayOptions& options_;
    hoc::Session& session_;
    ModelSources& sources_;
    std::shared_ptr<exchange::SpikeSource> raster_;
    std::optional<double> begin_, end_;          // of the raster's run [ms], if it says so
    std::vector<std::int32_t> chosen_;           // ascending
    std::vector<exchange::Spike> fired_, some_;  // with chosen gids: all spikes, and those of the latest append
};

}  // namespace ranvier::program
