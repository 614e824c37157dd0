#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>

#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// What a run is asked to do at its next boundary. Of several requests the greatest one counts.
enum class Ask : int {
    none,
    scheduled_save,  ///< write a checkpoint, because the last one is old enough
    save,            ///< write a checkpoint, on request
    stop,            ///< end the advance; the script may continue (Ctrl-C at the prompt)
    hang_up,         ///< write a checkpoint and end, because the terminal is gone
    end              ///< write a checkpoint and end
};

/// Requests to a run from outside, for instance by signals, which may reach any rank at any time.
///
/// All ranks must act at the same boundary. They count boundaries and agree by one reduction, not at each boundary but
/// about four times a second: at each agreement, rank 0 chooses how many boundaries later the next one takes place.
/// A rank that runs alone acts at the next boundary.
class Interruptions {
  public:
    // --- from outside
    /// Safe in signal handlers and on any thread.
    void ask(Ask what) {
        int before = asked_.load(std::memory_order_relaxed);
        while (before < static_cast<int>(what) && !asked_.compare_exchange_weak(before, static_cast<int>(what))) {
        }
    }
    /// Withdraws Ask::stop, and forgets that it was done.
    void forget_stop() {
        int asked = static_cast<int>(Ask::stop);
        asked_.compare_exchange_strong(asked, 0);
        has_stopped_ = false;
    }
    /// Whether a person waits at a prompt. Requests then take effect within a tenth of a second, even of long steps.
    void set_prompt(bool is_prompt) { is_prompt_ = is_prompt; }
    bool is_prompt() const { return is_prompt_; }
    /// Asks for a scheduled save whenever this much time has passed since the last save [s]; 0: never.
    void save_every(double seconds) { save_every_ = seconds; }

    // --- the run
    /// Counts a boundary; whether the ranks must agree at it.
    bool counts_down(bool is_alone) {
        return --left_ <= 0 || (is_alone && asked_.load(std::memory_order_relaxed) != 0);
    }
    /// What the ranks do at this boundary. Collective, at a boundary at which counts_down() was true.
    exchange::Task<Ask> agree(exchange::Transport& transport);
    /// The same on a single rank.
    Ask decide_alone(const exchange::Transport& transport);
    /// To be called on all ranks when a run begins: the first boundary is one at which they agree.
    void begin_run() { left_ = first_ = 1; }
    /// To be called when the run has done what was asked, at t [ms]. `saved`: a checkpoint was written.
    void acted(Ask what, double t_ms, bool saved);
    /// Sets the function to be called for each request done, except scheduled saves.
    void on_acted(std::function<void(Ask, double t_ms, bool saved)> call) { on_acted_ = std::move(call); }
    /// Whether the run was asked to end and has done so; it stays so.
    bool has_ended() const { return ended_by() != Ask::none; }
    /// Whether the advance was asked to stop and has done so, since forget_stop().
    bool has_stopped() const { return has_stopped_; }
    /// Whether the advance ends here, for either reason.
    bool ends_advance() const { return has_ended() || has_stopped_; }
    /// The request that ended it, on all ranks the same; none: no run has been ended.
    Ask ended_by() const { return static_cast<Ask>(ended_by_.load(std::memory_order_relaxed)); }

    // --- whether a boundary is to be expected
    /// To be called when an advance, or another phase that must not be cut short, begins or ends.
    void enter() {
        depth_.fetch_add(1, std::memory_order_relaxed);
        passages_.fetch_add(1, std::memory_order_relaxed);
    }
    void leave() { depth_.fetch_sub(1, std::memory_order_relaxed); }
    /// To be called now and then by what is underway: it proceeds. On any thread; of simultaneous calls some may be lost.
    void proceed() { passages_.store(passages_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
    /// To be called, on the run's thread, around work that may take long without proceeding, but ends by itself.
    void begin_long_work() { add_long_work(1); }
    void end_long_work() {
        proceed();
        add_long_work(-1);
    }
    /// Whether such a phase is underway, whether such work, and a number that changes as phases begin and proceed. Safe
    /// in signal handlers.
    bool is_underway() const { return depth_.load(std::memory_order_relaxed) > 0; }
    bool works_long() const { return long_works_.load(std::memory_order_relaxed) > 0; }
    std::uint32_t passages() const { return passages_.load(std::memory_order_relaxed); }

  private:
    /// Cheaper than an atomic addition, since only one thread changes the number.
    void add_long_work(int n) {
        long_works_.store(long_works_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }
    Ask own(int rank, double now);
    std::int64_t boundaries_until_next(double now);
    void settle(Ask agreed, std::int64_t boundaries, double now);

    static_assert(std::atomic<int>::is_always_lock_free, "signal handlers need atomics without locks");
    std::atomic<int> asked_{0};
    std::atomic<int> ended_by_{0};
    std::atomic<int> depth_{0};
    std::atomic<int> long_works_{0};
    std::atomic<std::uint32_t> passages_{0};
    bool has_stopped_ = false;
    bool is_prompt_ = false;
    std::int64_t left_ = 1;   // boundaries until the next agreement
    std::int64_t first_ = 1;  // number of boundaries between the last two agreements
    double last_ = 0;         // time of the last agreement [s]
    double save_every_ = 0;   // [s]
    double next_save_ = std::numeric_limits<double>::infinity();  // [s]
    std::function<void(Ask, double, bool)> on_acted_;
};

/// Marks a phase in which boundaries come by themselves.
class Underway {
  public:
    explicit Underway(Interruptions& interruptions) : interruptions_(interruptions) { interruptions_.enter(); }
    ~Underway() { interruptions_.leave(); }
    Underway(const Underway&) = delete;
    Underway& operator=(const Underway&) = delete;

  private:
    Interruptions& interruptions_;
};

/// Marks work that may take long without proceeding, but ends by itself.
class LongWork {
  public:
    explicit LongWork(Interruptions& interruptions) : interruptions_(interruptions) {
        interruptions_.begin_long_work();
    }
    ~LongWork() { interruptions_.end_long_work(); }
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;

  private:
    Interruptions& interruptions_;
};

}  // namespace ranvier::engine
