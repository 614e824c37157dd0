#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/replay/patterns.hpp"
#include "engine/replay/replay.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::engine {

/// The replay that the runs of a rank make, if there is one: from the next initialize on, only the cells of the chosen
/// gids run, while the raster replaces the others (engine/replay/replay.hpp). They behave, bit for bit, as when the raster
/// was recorded. Nothing is recorded or sent for the other cells.
class CurrentReplay {
  public:
    /// `ranks`: of the run. Network and patterns must outlive this object.
    CurrentReplay(Network& network, Patterns& patterns, int ranks)
        : network_(network), patterns_(patterns), ranks_(ranks) {}

    /// Replaces an earlier replay. `is_whole`: the script builds the whole network. Throws std::invalid_argument if no gid
    /// is chosen, or if there are several ranks.
    void start(std::shared_ptr<exchange::SpikeSource> raster, std::vector<Gid> chosen, bool is_whole);
    bool is_active() const { return replay_.has_value(); }
    /// Sets how random number generators in POINTERs of VERBATIM are recognized.
    void set_stream_test(StreamTest is_stream) { is_stream_ = std::move(is_stream); }
    /// Why the replay may differ from its raster, one phrase each (engine/replay/replay_bonds.hpp). Empty before it runs.
    const std::vector<std::string>& doubts() const { return doubts_; }

    /// Grows with each start, by which other cells become idle.
    std::uint32_t starts() const { return starts_; }
    /// None if there is no replay. Throws as Replay::idle_cells does.
    IdleCells idle_cells(const Model& model) const;
    /// Finds the doubts, in a model prepared with these idle cells. Throws as Replay::check_bonds does.
    void check_bonds(const Model& model, std::span<const Model::Bond> pointers, const Transfers& transfers);

  private:
    Network& network_;
    Patterns& patterns_;
    const int ranks_;
    std::optional<Replay> replay_;
    Patterns::Id raster_ = 0;
    std::uint32_t starts_ = 0;
    StreamTest is_stream_;
    std::vector<std::string> doubts_;
};

}  // namespace ranvier::engine
