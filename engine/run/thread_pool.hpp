#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace ranvier::engine {

/// Threads that repeatedly run the same job together. Waiting threads spin for a moment, then sleep; they do not spin
/// if there are more threads than cores.
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
    template <class Value>
    void wait_while(const std::atomic<Value>& variable, Value old) const;

    std::vector<std::thread> workers_;
    std::vector<std::exception_ptr> failures_;
    std::atomic<std::uint32_t> round_{0};
    std::atomic<int> running_{0};
    Job* job_ = nullptr;
    bool stopping_ = false;
    int spins_ = 0;
};

}  // namespace ranvier::engine
