#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// Threads that repeatedly run the same job together. A waiting thread spins for a moment (not if there are more threads
/// than cores), then yields its core to any other thread that is ready, then sleeps.
class ThreadPool {
  public:
    /// `threads` includes the thread that calls `run`.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int size() const { return static_cast<int>(workers_.size()) + 1; }

    class Job {
      public:
        virtual ~Job() = default;
        virtual void run(int thread) = 0;
        /// Called repeatedly on the thread that called `run` while that thread waits for the others, as long as this
        /// returns true. Should not take long.
        virtual bool while_waiting() { return false; }
    };
    /// Runs job.run(k) on thread k for every k; returns when all are done. Rethrows the exception of the
    /// lowest-numbered thread that threw one.
    void run(Job& job);

  private:
    void work(int thread);
    void wait_for_workers(Job& job) const;
    void leave_shared_core(int thread);
    template <class Value>
    void wait_while(const std::atomic<Value>& variable, Value old) const;

    std::vector<std::thread> workers_;
    std::vector<std::exception_ptr> failures_;
    Job* job_ = nullptr;
    bool stopping_ = false;
    bool spins_ = false;
    struct alignas(CacheLines::bytes_of_line) Core {
        std::atomic<int> number{-1};  // when the thread's latest job began; negative: unknown
    };
    std::vector<Core> cores_;  // by thread
    // In separate cache lines: while some threads poll one of them, others write the other.
    alignas(CacheLines::bytes_of_line) std::atomic<std::uint32_t> round_{0};
    alignas(CacheLines::bytes_of_line) std::atomic<int> running_{0};
};

}  // namespace ranvier::engine
