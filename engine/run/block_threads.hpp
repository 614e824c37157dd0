#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/run/thread_pool.hpp"

namespace ranvier::engine {

/// The threads of a run, and which blocks each of them advances.
class BlockThreads {
  public:
    /// Throws std::invalid_argument for fewer than 1.
    void set_wanted(int threads);
    int wanted() const { return wanted_; }
    /// Those in use: fewer than wanted where the model needs one thread.
    int size() const { return static_cast<int>(blocks_of_thread_.size()); }

    /// Deals out blocks, given what each costs to advance, to at most `usable` threads: the longest first, each to the
    /// thread that has least.
    void assign(std::span<const std::size_t> work, int usable);
    bool is_assigned() const { return !blocks_of_thread_.empty(); }

    /// Calls act(block, thread) for every block on its thread; returns when all are done. A thread takes its blocks one
    /// after the other; a single thread, in the order of their numbers. Until the other threads are done,
    /// `while_waiting`, if given, is called again and again. Throws what `act` threw on the lowest thread.
    void for_each_block(const std::function<void(std::uint32_t block, int thread)>& act,
                        const std::function<void()>& while_waiting = nullptr);
    /// The same on the calling thread alone.
    void for_each_block_here(const std::function<void(std::uint32_t block, int thread)>& act);

  private:
    int wanted_ = 1;
    std::unique_ptr<ThreadPool> pool_;  // null: one thread
    std::vector<std::vector<std::uint32_t>> blocks_of_thread_;
};

}  // namespace ranvier::engine
