#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/event/poll_interval.hpp"
#include "engine/event/spike_queue.hpp"
#include "engine/event/ticks.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// Passes on spikes once their sources have fired.
///
/// 1. BlockEvents::send immediately queues the deliveries in the source's own block and keeps the spike for all others.
/// 2. `end_step` passes the spike to the exchange as soon as the block's step is over, so spikes travel while cells
///    compute (Hines, Kumar & Schuermann 2011, Front. Comput. Neurosci. 5:49). Threads other than the run's own leave
///    the spike in a queue that the run's thread empties.
/// 3. `end_window` passes the spike to other blocks, recordings and the raster once all blocks have reached the same
///    time, in an order that does not depend on blocks and threads.
/// Spikes of other ranks arrive through `receive`. Where there are many spikes, each thread queues the deliveries in
/// the blocks that it advances.
class SpikeRelay {
  public:
    /// All arguments must outlive this object.
    SpikeRelay(Network& network, Delivery& delivery, exchange::Transport& transport, exchange::SpikeExchange& exchange);

    void set_exchange(exchange::SpikeExchange& exchange) { exchange_ = &exchange; }
    /// Whether spikes go to other ranks; initially if there are others.
    void set_alone(bool is_alone) { is_alone_ = is_alone; }
    /// The threads that advance blocks; thread 0 is the run's own.
    struct Threads {
        int count = 1;
        std::vector<int> of_block;
        /// Calls its argument once on each thread, with the thread's number.
        std::function<void(const std::function<void(int)>&)> for_each;
    };
    /// These may call `end_step`.
    void set_threads(Threads threads);

    /// To be called when the block has ended a step, on the thread that took the step.
    void end_step(BlockEvents& events, int thread) {
        if (is_alone_) return;
        if (thread != 0) {
            if (events.fired().has_unsent()) leave_for_the_run(events, thread);
            return;
        }
        const bool polls = poll_.is_due(transport_);
        if (!polls && queues_.empty() && !events.fired().has_unsent()) return;
        const Ticks began = ticks();
        if (events.fired().has_unsent()) send(events);
        if (!queues_.empty()) send_what_was_left();
        if (polls) exchange_->progress();
        counts.sending_time += ticks() - began;
    }
    /// Sends what other threads have left: to be called while the run's thread only waits for them, and when they are done.
    void pass_on();

    /// To be called when all blocks have reached the same time. `changed`: the only blocks that may have fired.
    void end_window();
    void end_window(std::span<const std::uint32_t> changed);

    /// Queues the deliveries of spikes that arrived from other ranks.
    void receive(std::span<const exchange::Spike> arrived);

    /// Delivers all events due up to `til` [ms], and events that these cause without delay, in all blocks.
    void settle(double til);
    /// The time up to which events have been delivered [ms].
    double settled() const { return settled_; }
    void set_settled(double t) { settled_ = t; }

    /// Passes the spikes of owned gids up to t [ms] to the raster's sink, if there is one.
    void flush_raster(double t);
    bool holds_raster() const { return !raster_.empty(); }
    void clear() {
        raster_.clear();
        has_kept_back_ = false;
    }
    /// Whether spikes that other ranks may want have been fired since `clear` while this rank ran alone.
    bool has_kept_back() const { return has_kept_back_; }

    struct Counts {
        std::int64_t spikes = 0;  ///< fired by this rank's sources
        Ticks sending_time = 0;   ///< for the exchange, while cells compute
    };
    Counts counts;

  private:
    bool is_output(const Source& source) const { return source.gid >= 0 && source.output; }
    /// Calls act(spike) for each of the block's spikes that other ranks may want and that has not been sent yet.
    template <class Act>
    void for_each_leaving(BlockEvents& events, Act&& act);
    void send(BlockEvents& events);
    void leave_for_the_run(BlockEvents& events, int thread);
    bool send_what_was_left();
    void take(std::uint32_t block);
    bool has_nothing_until(double til) const;
    void serve_taken();
    void record(const Fired& spike);
    void distribute(std::span<const Fired> spikes);
    std::uint32_t block_of(SourceId source) const;

    const Network& network_;
    Delivery& delivery_;
    exchange::Transport& transport_;
    exchange::SpikeExchange* exchange_;
    const bool has_others_;
    bool is_alone_;
    bool has_kept_back_ = false;
    PollInterval poll_;
    std::vector<std::unique_ptr<SpikeQueue>> queues_;  // by thread, from 1
    Threads threads_;
    std::vector<Fired> taken_, received_;
    std::vector<exchange::Spike> raster_;
    double settled_ = 0;
};

}  // namespace ranvier::engine
