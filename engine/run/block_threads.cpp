#include "engine/run/block_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <stdexcept>

namespace ranvier::engine {

void BlockThreads::set_wanted(int threads) {
    if (threads < 1) {
        throw std::invalid_argument(fmt::format("the number of threads must be at least 1, not {}", threads));
    }
    wanted_ = threads;
}

void BlockThreads::assign(std::span<const std::size_t> work, int usable) {
    const int n = std::clamp(static_cast<int>(work.size()), 1, std::max(1, usable));
    if (n > 1 && (!pool_ || pool_->size() != n)) pool_ = std::make_unique<ThreadPool>(n);
    if (n == 1) pool_.reset();
    std::vector<std::uint32_t> longest(work.size());
    std::iota(longest.begin(), longest.end(), 0u);
    if (n > 1) {
        std::stable_sort(longest.begin(), longest.end(),
                         [&](std::uint32_t x, std::uint32_t y) { return work[x] > work[y]; });
    }
    blocks_of_thread_.assign(static_cast<std::size_t>(n), {});
    std::vector<std::size_t> load(static_cast<std::size_t>(n), 0);
    for (const std::uint32_t b : longest) {
        const auto least = static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
        blocks_of_thread_[least].push_back(b);
        load[least] += work[b];
    }
}

namespace {

class OnEachThread final : public ThreadPool::Job {
  public:
    OnEachThread(const std::function<void(int)>& act, const std::function<void()>& waiting)
        : act_(act), waiting_(waiting) {}
    void run(int thread) override { act_(thread); }
    bool while_waiting() override {
        if (waiting_) waiting_();
        return waiting_ != nullptr;
    }

  private:
    const std::function<void(int)>& act_;
    const std::function<void()>& waiting_;
};

}  // namespace

void BlockThreads::for_each_block(const std::function<void(std::uint32_t, int)>& act,
                                  const std::function<void()>& while_waiting) {
    if (size() < 2) return for_each_block_here(act);
    const std::function<void(int)> advance = [&](int thread) {
        for (const std::uint32_t b : blocks_of_thread_[static_cast<std::size_t>(thread)]) act(b, thread);
    };
    OnEachThread job(advance, while_waiting);
    pool_->run(job);
}

void BlockThreads::for_each_thread(const std::function<void(int)>& act) {
    if (size() < 2) return act(0);
    const std::function<void()> nothing_to_do;
    OnEachThread job(act, nothing_to_do);
    pool_->run(job);
}

std::vector<int> BlockThreads::threads_of_blocks() const {
    std::vector<int> threads;
    for (std::size_t thread = 0; thread < blocks_of_thread_.size(); ++thread) {
        for (const std::uint32_t b : blocks_of_thread_[thread]) {
            threads.resize(std::max<std::size_t>(threads.size(), b + std::size_t{1}));
            threads[b] = static_cast<int>(thread);
        }
    }
    return threads;
}

namespace {

/// Tasks that free threads take, in ascending order. So when one fails, all before it have been taken.
class Tasks final : public ThreadPool::Job {
  public:
    Tasks(std::size_t n, const std::function<void(std::size_t)>& act) : end_(n), act_(act), failed_(n) {}
    void run(int) override {
        while (!failure_is_known_) {
            const std::size_t k = next_++;
            if (k >= end_) return;
            try {
                act_(k);
            } catch (...) {
                note_failure(k);
            }
        }
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void note_failure(std::size_t k) {
        const std::lock_guard lock(mutex_);
        failure_is_known_ = true;
        if (k >= failed_) return;
        failed_ = k;
        failure_ = std::current_exception();
    }

    const std::size_t end_;
    const std::function<void(std::size_t)>& act_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failure_is_known_{false};
    std::mutex mutex_;
    std::size_t failed_;
    std::exception_ptr failure_;
};

}  // namespace

void BlockThreads::for_each_task(std::size_t n, const std::function<void(std::size_t)>& act) {
    Tasks tasks(n, act);
    if (wanted_ == 1 || n < 2) {
        tasks.run(0);
    } else {
        // Before the first run, or if a model has run on fewer threads than wanted.
        if (!pool_) pool_ = std::make_unique<ThreadPool>(wanted_);
        pool_->run(tasks);
    }
    tasks.rethrow();
}

void BlockThreads::for_each_block_here(const std::function<void(std::uint32_t, int)>& act) {
    for (const std::vector<std::uint32_t>& blocks : blocks_of_thread_) {
        for (const std::uint32_t b : blocks) act(b, 0);
    }
}

}  // namespace ranvier::engine
