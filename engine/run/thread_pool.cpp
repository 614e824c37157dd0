#include "engine/run/thread_pool.hpp"

#include <chrono>

namespace ranvier::engine {

template <class Value>
void ThreadPool::wait_while(const std::atomic<Value>& variable, Value old) const {
    for (int k = 0; k < spins_; ++k) {
        if (variable.load(std::memory_order_acquire) != old) return;
    }
    variable.wait(old, std::memory_order_acquire);
}

ThreadPool::ThreadPool(int threads) : failures_(static_cast<std::size_t>(threads)) {
    constexpr int a_few_microseconds = 4000;
    spins_ = threads <= static_cast<int>(std::thread::hardware_concurrency()) ? a_few_microseconds : 0;
    for (int k = 1; k < threads; ++k) workers_.emplace_back([this, k] { work(k); });
}

ThreadPool::~ThreadPool() {
    stopping_ = true;
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(Job& job) {
    job_ = &job;
    for (std::exception_ptr& failure : failures_) failure = nullptr;
    running_.store(static_cast<int>(workers_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    try {
        job.run(0);
    } catch (...) {
        failures_[0] = std::current_exception();
    }
    wait_for_workers(job);
    for (const std::exception_ptr& failure : failures_) {
        if (failure) std::rethrow_exception(failure);
    }
}

void ThreadPool::wait_for_workers(Job& job) const {
    constexpr std::chrono::microseconds between_calls(20);
    const int calls_without_sleep = spins_ / 40;  // a call takes about as long as forty polls
    int calls = 0;
    for (int left = running_.load(std::memory_order_acquire); left != 0;
         left = running_.load(std::memory_order_acquire)) {
        if (!job.while_waiting()) {
            wait_while(running_, left);
        } else if (++calls > calls_without_sleep) {
            std::this_thread::sleep_for(between_calls);
        }
    }
}

void ThreadPool::work(int thread) {
    for (std::uint32_t seen = 0;; ++seen) {
        wait_while(round_, seen);
        if (stopping_) return;
        try {
            job_->run(thread);
        } catch (...) {
            failures_[static_cast<std::size_t>(thread)] = std::current_exception();
        }
        running_.fetch_sub(1, std::memory_order_acq_rel);
        running_.notify_all();
    }
}

}  // namespace ranvier::engine
