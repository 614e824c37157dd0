#include "engine/run/thread_pool.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>

#include "engine/run/number_locale.hpp"

namespace ranvier::engine {

namespace {

/// Hints to the core that this thread is polling, so that its hardware sibling gets more of the core.
void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// The pauses of a waiting thread. Waking a sleeping thread takes about 50 us, as long as a typical step.
class Pauses {
  public:
    /// `spins`: whether the thread may keep its core at first.
    explicit Pauses(bool spins) : spins_(spins) {}

    /// Spins for less than a microsecond, or yields the core. Returns false if the thread should sleep, because it has
    /// waited for a long time or because other threads need the core.
    bool pause() {
        if (spins_ && polls_ < polls_between_looks) {
            ++polls_;
            relax();
            return true;
        }
        polls_ = 0;
        const Clock::time_point now = Clock::now();
        if (began_ == Clock::time_point()) began_ = now;
        const bool has_lost_core = yielded_ != Clock::time_point() && now - yielded_ > others_turn;
        const auto waited = now - began_;
        if (waited > spinning) spins_ = false;
        if (!spins_) {
            yielded_ = now;
            sched_yield();
        }
        return waited < yielding && !has_lost_core;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr int polls_between_looks = 50;
    static constexpr std::chrono::microseconds spinning{10}, yielding{2000};
    // A longer yield means that other programs use this core. They keep it for a whole time slice after each yield, whereas
    // a sleeping thread gets it back as soon as it is woken.
    static constexpr std::chrono::microseconds others_turn{30};

    bool spins_;
    int polls_ = 0;
    Clock::time_point began_, yielded_;  // the first look at the clock, and the begin of the latest yield
};

}  // namespace

template <class Value>
void ThreadPool::wait_while(const std::atomic<Value>& variable, Value old) const {
    Pauses pauses(spins_);
    while (variable.load(std::memory_order_acquire) == old) {
        if (!pauses.pause()) return variable.wait(old, std::memory_order_acquire);
    }
}

ThreadPool::ThreadPool(int threads)
    : failures_(static_cast<std::size_t>(threads)),
      spins_(threads <= static_cast<int>(std::thread::hardware_concurrency())),
      cores_(static_cast<std::size_t>(threads)) {
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
    cores_[0].number.store(sched_getcpu(), std::memory_order_relaxed);
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
    Pauses pauses(spins_);
    for (int left = running_.load(std::memory_order_acquire); left != 0;
         left = running_.load(std::memory_order_acquire)) {
        if (!job.while_waiting()) {
            wait_while(running_, left);
        } else if (!pauses.pause()) {
            std::this_thread::sleep_for(between_calls);
        }
    }
}

// Linux may keep two threads on one core for many milliseconds while another core is idle, because yielding threads look
// busy. A thread that shares its core with a lower-numbered thread therefore moves itself; Linux may move it again later.
void ThreadPool::leave_shared_core(int thread) {
    const int here = sched_getcpu();
    Core& own = cores_[static_cast<std::size_t>(thread)];
    own.number.store(here, std::memory_order_relaxed);
    const auto is_here = [here](const Core& core) { return core.number.load(std::memory_order_relaxed) == here; };
    if (here < 0 || std::none_of(cores_.begin(), cores_.begin() + thread, is_here)) return;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    cpu_set_t others = allowed;
    for (const Core& core : cores_) {
        const int number = core.number.load(std::memory_order_relaxed);
        if (number >= 0) CPU_CLR(static_cast<std::size_t>(number), &others);
    }
    if (CPU_COUNT(&others) == 0) return;
    if (sched_setaffinity(0, sizeof others, &others) == 0) sched_setaffinity(0, sizeof allowed, &allowed);
    own.number.store(sched_getcpu(), std::memory_order_relaxed);
}

void ThreadPool::work(int thread) {
    const NumberLocale numbers(NumberLocale::Of::c);  // C code of mechanisms may print
    for (std::uint32_t seen = 0;; ++seen) {
        wait_while(round_, seen);
        if (stopping_) return;
        if (spins_) leave_shared_core(thread);
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
