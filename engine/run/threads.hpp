#pragma once

#include <cstddef>
#include <functional>

namespace ranvier::engine {

/// The threads of a rank: on how many its runs advance cells, and what else may use them between runs.
class Threads {
  public:
    virtual ~Threads() = default;
    /// Runs advance cells on at most this many threads, from the next preparation on; initially 1. Throws
    /// std::invalid_argument if it is less than 1.
    virtual void set_wanted(int threads) = 0;
    virtual int wanted() const = 0;
    /// Calls act(k) for each k < n, on all wanted threads: a thread that is free takes the next task. Returns when all are
    /// done. Throws what the failing task of the lowest number threw. Only between runs; not to be called by a task.
    virtual void for_each_task(std::size_t n, const std::function<void(std::size_t k)>& act) = 0;
};

}  // namespace ranvier::engine
