#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/event/poll_interval.hpp"
#include "engine/event/spike_queue.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Where a spike goes once its source has fired.
///
/// 1. BlockEvents::send queues its deliveries in the source's own block at once, and keeps the spike for the others.
/// 2. `end_step` passes it to the exchange as soon as the block's step is over, so that it travels while cells compute
///    (Hines, Kumar & Schuermann 2011, Front. Comput. Neurosci. 5:49). Other threads than the run's own leave it in a
///    queue that the run's thread empties.
/// 3. `end_window` serves the rest when all blocks have reached the same time: other blocks, recordings and the raster,
///    in an order that does not depend on blocks and threads.
/// What arrives from other ranks goes straight to Delivery::receive.
class SpikeRelay {
  public:
    /// All outlive it.
    SpikeRelay(Network& network, Delivery& delivery, exchange::Transport& transport, exchange::SpikeExchange& exchange);

    void set_exchange(exchange::SpikeExchange& exchange) { exchange_ = &exchange; }
    /// As many threads may call `end_step`; thread 0 is the run's own.
    void set_threads(int threads);

    /// The block has ended a step; called on the thread that took it.
    void end_step(BlockEvents& events, int thread) {
        if (is_alone_) return;
        if (thread != 0) {
            if (events.fired.has_unsent()) leave_for_the_run(events, thread);
            return;
        }
        if (events.fired.has_unsent()) send(events);
        if (!queues_.empty()) send_what_was_left();
        if (poll_.is_due(transport_)) exchange_->progress();
    }
    /// Called while the run's thread only waits for the others.
    void while_waiting();

    /// All blocks have reached the same time. `changed`: only these have fired.
    void end_window();
    void end_window(std::span<const std::uint32_t> changed);

    /// Delivers what is due up to `til` [ms], and what follows from it without delay, in whichever block.
    void settle(double til);
    /// The time up to which events have happened [ms].
    double settled() const { return settled_; }
    void set_settled(double t) { settled_ = t; }

    /// Hands the spikes of owned gids up to t [ms] to the raster's sink, if there is one.
    void flush_raster(double t);
    bool holds_raster() const { return !raster_.empty(); }
    void clear() { raster_.clear(); }

    struct Counts {
        double collocate_s = 0;   ///< putting spikes together [s]
        std::int64_t spikes = 0;  ///< of this rank's sources
    };
    Counts counts;

  private:
    bool is_output(const Source& source) const { return source.gid >= 0 && source.output; }
    /// Calls act(spike) for each of the block's spikes that other ranks may want and that has not left yet.
    template <class Act>
    void for_each_leaving(BlockEvents& events, Act&& act);
    void send(BlockEvents& events);
    void leave_for_the_run(BlockEvents& events, int thread);
    bool send_what_was_left();
    void take(std::uint32_t block);
    void serve_taken();
    void serve(const Fired& spike);

    const Network::State& network_;
    Delivery& delivery_;
    exchange::Transport& transport_;
    exchange::SpikeExchange* exchange_;
    const bool is_alone_;
    PollInterval poll_;
    std::vector<std::unique_ptr<SpikeQueue>> queues_;  // by thread, from 1
    std::vector<Fired> taken_;
    std::vector<exchange::Spike> raster_;
    double settled_ = 0;
};

}  // namespace ranvier::engine
