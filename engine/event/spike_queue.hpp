#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <utility>

#include "exchange/spike.hpp"

namespace ranvier::engine {

/// An unbounded lock-free queue of spikes from one producer thread to one consumer thread.
///
/// A list of chunks: the producer fills the last one and publishes its count; the consumer reads up to that count and
/// frees each chunk when all of its spikes have been read.
class SpikeQueue {
  public:
    SpikeQueue() : last_(new Chunk), first_(last_) {}
    ~SpikeQueue() {
        while (first_) delete std::exchange(first_, first_->next.load(std::memory_order_relaxed));
    }
    SpikeQueue(const SpikeQueue&) = delete;
    SpikeQueue& operator=(const SpikeQueue&) = delete;

    /// Called by the producer.
    void push(exchange::Spike spike) {
        std::size_t n = last_->count.load(std::memory_order_relaxed);
        if (n == spikes_per_chunk) {
            auto* next = new Chunk;
            last_->next.store(next, std::memory_order_release);
            last_ = next;
            n = 0;
        }
        last_->spikes[n] = spike;
        last_->count.store(n + 1, std::memory_order_release);
    }

    /// Called by the consumer: calls act(spike) for all spikes pushed so far, oldest first. Returns whether there were
    /// any.
    template <class Act>
    bool drain(Act&& act) {
        bool any = false;
        while (true) {
            const std::size_t count = first_->count.load(std::memory_order_acquire);
            for (; read_ < count; ++read_, any = true) act(first_->spikes[read_]);
            if (count < spikes_per_chunk) return any;
            Chunk* next = first_->next.load(std::memory_order_acquire);
            if (!next) return any;
            delete std::exchange(first_, next);
            read_ = 0;
        }
    }

  private:
    static constexpr std::size_t spikes_per_chunk = 252;  // 4 KiB
    struct Chunk {
        std::array<exchange::Spike, spikes_per_chunk> spikes;
        std::atomic<std::size_t> count{0};
        std::atomic<Chunk*> next{nullptr};
    };
    alignas(64) Chunk* last_;   // used by the producer
    alignas(64) Chunk* first_;  // used by the consumer
    std::size_t read_ = 0;      // number of spikes read from `first_`
};

}  // namespace ranvier::engine
