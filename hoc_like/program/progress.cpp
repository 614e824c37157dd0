#include "hoc_like/program/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace ranvier::program {

ProgressLine::ProgressLine(bool wanted) : enabled_{wanted && isatty(STDERR_FILENO) == 1} {}

void ProgressLine::show(double t_ms, double tstop_ms) {
    if (!enabled_) return;
    const auto now = std::chrono::steady_clock::now();
    if (first_t_ < 0 || t_ms < first_t_) {  // a new run
        first_t_ = t_ms;
        start_ = now;
        return;
    }
    const double wall_s = std::chrono::duration<double>(now - start_).count();
    const double done_s = (t_ms - first_t_) / 1000;
    if (!(wall_s > 0.5) || !(done_s > 0)) return;
    std::fprintf(stderr, "\rt = %.1f ms", t_ms);
    if (tstop_ms > t_ms) {
        std::fprintf(stderr, " of %.1f ms, %.0f s left", tstop_ms, wall_s / done_s * (tstop_ms - t_ms) / 1000);
    }
    std::fprintf(stderr, ", real-time factor %.3g  ", wall_s / done_s);
    std::fflush(stderr);
    shown_ = true;
}

void ProgressLine::clear() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
    shown_ = false;
}

}  // namespace ranvier::program
