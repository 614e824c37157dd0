#include "engine/replay/current_replay.hpp"

#include <stdexcept>

namespace ranvier::engine {

void CurrentReplay::start(std::shared_ptr<exchange::SpikeSource> raster, std::vector<Gid> chosen, bool is_whole) {
    if (ranks_ > 1) throw std::invalid_argument("replay: runs on one rank");
    Replay replay(std::move(chosen), is_whole ? std::optional(raster->gids()) : std::nullopt);
    if (replay_) patterns_.remove(raster_);
    network_.rules().limit_to({replay.chosen().begin(), replay.chosen().end()});
    replay_ = std::move(replay);
    raster_ = patterns_.play(std::move(raster));
    ++starts_;
}

IdleCells CurrentReplay::idle_cells(const Model& model) const {
    return replay_ ? replay_->idle_cells(network_, model) : IdleCells{};
}

void CurrentReplay::check_bonds(const Model& model, std::span<const Model::Bond> pointers, const Transfers& transfers) {
    if (replay_) doubts_ = replay_->check_bonds(network_, model, pointers, transfers, is_stream_);
}

}  // namespace ranvier::engine
