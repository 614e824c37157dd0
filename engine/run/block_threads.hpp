#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/run/thread_pool.hpp"
#include "engine/run/threads.hpp"

namespace ranvier::engine {

/// The threads of a run and the assignment of blocks to threads.
class BlockThreads final : public Threads {
  public:
    void set_wanted(int threads) override;
    int wanted() const override { return wanted_; }
    /// The number of threads in use: fewer than wanted if the model needs a single thread or has few blocks.
    int size() const { return static_cast<int>(blocks_of_thread_.size()); }

    /// Distributes blocks over at most `usable` threads, one for each block at most: the most expensive block first, each
    /// to the least loaded thread. `work`: the cost of advancing each block.
    void assign(std::span<const std::size_t> work, int usable);
    bool is_assigned() const { return !blocks_of_thread_.empty(); }

    /// Calls act(block, thread) for every block on its thread; returns when all are done. A thread takes its blocks one
    /// after the other; a single thread takes them in order of number. `while_waiting`, if given, is called repeatedly
    /// until the other threads are done. Throws what `act` threw on the lowest-numbered thread that failed.
    void for_each_block(const std::function<void(std::uint32_t block, int thread)>& act,
                        const std::function<void()>& while_waiting = nullptr);
    /// Needs no assigned blocks.
    void for_each_task(std::size_t n, const std::function<void(std::size_t k)>& act) override;
    /// Calls act(thread) once on each thread in use; returns when all are done. Throws like for_each_block.
    void for_each_thread(const std::function<void(int thread)>& act);
    /// By block: the thread that advances it.
    std::vector<int> threads_of_blocks() const;
    /// The same as for_each_block, on the calling thread only.
    void for_each_block_here(const std::function<void(std::uint32_t block, int thread)>& act);

  private:
    int wanted_ = 1;
    std::unique_ptr<ThreadPool> pool_;  // null: no tasks and no second thread yet
    std::vector<std::vector<std::uint32_t>> blocks_of_thread_;
};

}  // namespace ranvier::engine
