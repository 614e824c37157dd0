#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/event/network.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::engine {

/// Rasters that are played into the network: each spike arrives as if another rank had sent it.
///
/// Only what is due soon lies in the queues; the rest waits in its source, which is read as the run goes on.
class PatternPlayer {
  public:
    /// Played from the next `restart` on. The source is this object's to read until `remove`.
    std::uint32_t play(std::shared_ptr<exchange::SpikeSource> spikes);
    /// Whether spikes of gids that this rank owns are delivered too. At first they are not, but for idle cells
    /// (replay).
    void set_owned_too(std::uint32_t id, bool owned_too);
    void remove(std::uint32_t id);
    bool any() const;

    /// A run begins: all return to the first spike.
    void restart();
    /// Queues the deliveries of spikes with times <= til [ms]; gids without a connection on this rank are skipped.
    void feed(double til, const Network::State& network, Delivery& delivery);

    /// How far each has been fed [ms]; to go back there, with the deliveries that waited then.
    std::vector<double> positions() const;
    void go_back_to(std::span<const double> positions);
    /// Of the spikes that have been fed, with times > `after` [ms], those that went to connections of this rank.
    void add_fed(double after, const Network::State& network, const Delivery& delivery,
                 std::vector<exchange::Spike>& to);
    /// A state of time t is brought back: reading goes on there, and deliveries after `til` [ms] of the spikes before
    /// are put into `events`.
    void go_on(double t, double til, const Network::State& network, const Delivery& delivery,
               std::vector<Delivery::Waiting>& events);

  private:
    struct Pattern {
        std::shared_ptr<exchange::SpikeSource> source;  // null: removed
        bool owned_too = false, started = false;
        double til = exchange::SpikeSource::beginning;  // all spikes up to here have been taken [ms]
        std::span<const exchange::Spike> piece;         // of the source, not yet taken

        void seek(double t);
        /// Hands the next spikes with times <= t [ms] to `act`, one by one.
        template <class Act>
        void take(double t, Act&& act);
    };
    /// The source whose connections here the spike goes to; nothing: none.
    static std::uint32_t source_of(const Pattern& pattern, const exchange::Spike& spike, const Network::State& network,
                                   const Delivery& delivery);
    std::vector<Pattern> patterns_;
};

}  // namespace ranvier::engine
