#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/network/network.hpp"
#include "engine/replay/patterns.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::engine {

/// Plays rasters into the network: each spike arrives as if another rank had sent it.
///
/// Only spikes that are due soon are in the queues; the rest stays in its source, which is read during the run.
class PatternPlayer final : public Patterns {
  public:
    /// Played from the next `restart` on. Spikes of idle cells (replay) are always delivered.
    Id play(std::shared_ptr<exchange::SpikeSource> spikes) override;
    void set_owned_too(Id id, bool owned_too) override;
    void remove(Id id) override;
    bool any() const;

    /// Starts a run: all rasters return to their first spike.
    void restart();
    /// Queues the deliveries of spikes with times <= til [ms]; gids without a connection on this rank are skipped.
    void feed(double til, const Network& network, Delivery& delivery);

    /// The time up to which each raster has been fed [ms]; go_back_to returns there, with the deliveries pending then.
    std::vector<double> positions() const;
    void go_back_to(std::span<const double> positions);
    /// The fed spikes with times > `after` [ms] that have connections on this rank.
    void add_fed(double after, const Network& network, const Delivery& delivery, std::vector<exchange::Spike>& to);
    /// To be called when a state of time t is restored: continues reading at t, and adds deliveries of earlier spikes
    /// after `til` [ms] to `events`.
    void go_on(double t, double til, const Network& network, const Delivery& delivery,
               std::vector<PendingEvent>& events);

  private:
    struct Pattern {
        std::shared_ptr<exchange::SpikeSource> source;  // null: removed
        bool owned_too = false, started = false;
        double til = exchange::SpikeSource::beginning;  // all spikes up to here have been taken [ms]
        std::span<const exchange::Spike> piece;         // spikes read from the source, but not yet taken

        void seek(double t);
        /// Passes the next spikes with times <= t [ms] to `act`, one by one.
        template <class Act>
        void take(double t, Act&& act);
    };
    /// The source with the spike's connections on this rank; `none` if it has no connections here.
    static SourceId source_of(const Pattern& pattern, const exchange::Spike& spike, const Network& network,
                              const Delivery& delivery);
    std::vector<Pattern> patterns_;
};

}  // namespace ranvier::engine
