#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace ranvier::program {

/// How a run shows its progress on standard error.
enum class ProgressStyle {
    none,
    rewritten,   ///< one line, rewritten ten times a second and removed at the end
    passed_on,   ///< the same, through a launcher
    rare_lines,  ///< a line after 30 s, and then after ever longer times
    lines        ///< a line every 5 s
};

/// The value of --progress; `usual`: the option is not given.
enum class ProgressWish { usual, automatic, on, off };

/// Throws std::invalid_argument if the word is not auto, on or off.
ProgressWish progress_wish(const std::string& word);

/// The style for what is wished. A terminal gets a rewritten line; so does the terminal of a launcher (mpiexec, srun)
/// that passes on what this process writes into a pipe, if the launcher is an ancestor of this process (Linux).
/// `is_quiet`: none unless an option asks for it. Only rank 0 shows progress.
ProgressStyle progress_style(ProgressWish wish, bool is_quiet, int rank);

/// Shows the simulated time, the real-time factor and the remaining time during a run.
class ProgressLine {
  public:
    /// `clock`: seconds since any moment.
    ProgressLine(ProgressStyle style, std::function<double()> clock);
    explicit ProgressLine(ProgressStyle style);
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    bool is_on() const { return style_ != ProgressStyle::none; }
    /// Shows that the run has reached `t_ms` of `tstop_ms` [ms] (0: unknown).
    void show(double t_ms, double tstop_ms);
    /// Removes the rewritten line from the terminal, if it is there; call it before anything else is written.
    static void clear();
    /// Whether it is there. Safe in signal handlers.
    static bool is_shown() { return shown_.load(std::memory_order_relaxed); }

  private:
    bool is_due(double now);

    bool is_rewritten() const { return style_ == ProgressStyle::rewritten || style_ == ProgressStyle::passed_on; }

    static inline std::atomic<bool> shown_{false};
    static inline bool passed_on_ = false;
    static inline double cleared_ = 0;  // [s]
    ProgressStyle style_;
    std::function<double()> clock_;
    double first_t_ = -1;  // of the run [ms]
    double start_ = 0;     // of the run [s]
    double begin_, next_;  // of all runs; of the next line [s]
};

}  // namespace ranvier::program
