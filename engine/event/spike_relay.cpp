#include "engine/event/spike_relay.hpp"

#include <algorithm>
#include <utility>

#include "engine/network/network.hpp"

namespace ranvier::engine {

SpikeRelay::SpikeRelay(Network& network, Delivery& delivery, exchange::Transport& transport,
                       exchange::SpikeExchange& exchange)
    : network_(network),
      delivery_(delivery),
      transport_(transport),
      exchange_(&exchange),
      has_others_(transport.size() > 1),
      is_alone_(!has_others_) {}

void SpikeRelay::set_threads(Threads threads) {
    threads_ = std::move(threads);
    queues_.clear();
    for (int k = 1; k < threads_.count && has_others_; ++k) queues_.push_back(std::make_unique<SpikeQueue>());
}

// --- to other ranks, step by step -----------------------------------------------------------------------------------

template <class Act>
void SpikeRelay::for_each_leaving(BlockEvents& events, Act&& act) {
    for (const Fired& spike : events.fired().take_unsent()) {
        const Source& source = network_.sources()[spike.source];
        if (is_output(source)) act(exchange::Spike{spike.t, source.gid});
    }
}

void SpikeRelay::send(BlockEvents& events) {
    bool any = false;
    for_each_leaving(events, [&](const exchange::Spike& spike) {
        exchange_->fire(spike);
        any = true;
    });
    if (any) exchange_->progress();
}

void SpikeRelay::leave_for_the_run(BlockEvents& events, int thread) {
    SpikeQueue& queue = *queues_[static_cast<std::size_t>(thread) - 1];
    for_each_leaving(events, [&](const exchange::Spike& spike) { queue.push(spike); });
}

bool SpikeRelay::send_what_was_left() {
    bool any = false;
    for (const auto& queue : queues_) {
        any |= queue->drain([this](const exchange::Spike& spike) { exchange_->fire(spike); });
    }
    if (any) exchange_->progress();
    return any;
}

void SpikeRelay::pass_on() {
    if (is_alone_) return;
    if (!send_what_was_left()) exchange_->progress();
}

// --- to the rest of this rank, window by window ---------------------------------------------------------------------

void SpikeRelay::end_window() {
    taken_.clear();
    for (std::uint32_t b = 0; b < delivery_.blocks().size(); ++b) take(b);
    if (!taken_.empty()) serve_taken();
}

void SpikeRelay::end_window(std::span<const std::uint32_t> changed) {
    taken_.clear();
    for (const std::uint32_t b : changed) take(b);
    if (!taken_.empty()) serve_taken();
}

// Spikes that were not fired within a step of the block have not been sent yet.
void SpikeRelay::take(std::uint32_t b) {
    BlockEvents& events = *delivery_.blocks()[b];
    if (events.fired().empty()) return;
    if (!is_alone_ && events.fired().has_unsent()) send(events);
    const std::span<const Fired> fired = events.fired().all();
    taken_.insert(taken_.end(), fired.begin(), fired.end());
    events.fired().clear();
}

void SpikeRelay::serve_taken() {
    // NEURON's order, if requested, is the order of firing: thresholds are checked before earlier events are delivered.
    if (delivery_.tie_order() != TieOrder::insertion) {
        std::stable_sort(taken_.begin(), taken_.end(), [this](const Fired& a, const Fired& b) {
            return a.t != b.t ? a.t < b.t
                              : delivery_.routes().source_key(a.source) < delivery_.routes().source_key(b.source);
        });
    }
    if (delivery_.blocks().size() > 1) distribute(taken_);
    for (const Fired& spike : taken_) record(spike);
    counts.spikes += static_cast<std::int64_t>(taken_.size());
}

void SpikeRelay::receive(std::span<const exchange::Spike> arrived) {
    received_.clear();
    for (const exchange::Spike& spike : arrived) received_.push_back({spike.t, input_of(spike.gid)});
    distribute(received_);
}

/// The source's own block, where deliveries were queued when it fired; `nothing` for inputs.
std::uint32_t SpikeRelay::block_of(SourceId source) const {
    return is_input(source) ? nothing : delivery_.tables().block_of(source);
}

/// Queues the deliveries in the other blocks. Each block gets them in the order of the spikes, whatever its thread.
void SpikeRelay::distribute(std::span<const Fired> spikes) {
    constexpr std::size_t few = 16;  // queued faster than threads synchronize
    if (threads_.count < 2 || spikes.size() < few) {
        for (const Fired& spike : spikes) {
            delivery_.routes().distribute(spike, block_of(spike.source));
        }
        return;
    }
    threads_.for_each([&](int thread) {
        const auto is_own = [&](std::uint32_t block) { return threads_.of_block[block] == thread; };
        for (const Fired& spike : spikes) delivery_.routes().distribute(spike, block_of(spike.source), is_own);
    });
}

/// Records a spike and adds it to the raster, on the run's thread.
void SpikeRelay::record(const Fired& spike) {
    const Source& source = network_.sources()[spike.source];
    if (source.recorded) {
        if (const Recording* to = network_.recordings().find(spike.source)) {
            if (to->times) to->times->push_back(spike.t);
            if (to->ids) to->ids->push_back(to->id);
        }
    }
    if (!is_output(source)) return;
    has_kept_back_ |= is_alone_ && has_others_;
    if (network_.recordings().raster()) raster_.push_back({spike.t, source.gid});
}

bool SpikeRelay::has_nothing_until(double til) const {
    const auto& blocks = delivery_.blocks();
    return std::all_of(blocks.begin(), blocks.end(),
                       [&](const auto& events) { return !events->queue().due(til) && events->fired().empty(); });
}

void SpikeRelay::settle(double til) {
    const auto& blocks = delivery_.blocks();
    if (is_alone_ && has_nothing_until(til)) {  // after most steps
        settled_ = til;
        return;
    }
    do {
        for (const auto& events : blocks) {
            events->deliver(til);
            events->failures().check();
        }
        settled_ = til;
        end_window();
    } while (std::any_of(blocks.begin(), blocks.end(), [&](const auto& events) { return events->queue().due(til); }));
}

void SpikeRelay::flush_raster(double t) {
    if (!network_.recordings().raster()) return;
    std::sort(raster_.begin(), raster_.end(), [](const exchange::Spike& a, const exchange::Spike& b) {
        return a.t < b.t || (a.t == b.t && a.gid < b.gid);
    });
    network_.recordings().raster()(t, raster_);
    raster_.clear();
}

}  // namespace ranvier::engine
