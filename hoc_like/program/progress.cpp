#include "hoc_like/program/progress.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "exchange/transport/launch.hpp"

namespace ranvier::program {

namespace {

constexpr double first_line = 30;   // [s]
constexpr double rare_part = .1;    // of the time passed so far, between two rare lines
constexpr double frequent = 5;      // [s]
constexpr double after_output = 1;  // for which the rewritten line stays away [s]

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Process {
    std::string name;
    int parent = 0;
};

/// From /proc/PID/stat: "PID (NAME) STATE PARENT ...". The parent is 0 if there is no such process.
Process process(int pid) {
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t begin = text.find('('), end = text.rfind(')');
    Process found;
    if (begin == std::string::npos || end == std::string::npos) return found;
    found.name = text.substr(begin + 1, end - begin - 1);
    std::sscanf(text.c_str() + end + 1, " %*c %d", &found.parent);
    return found;
}

bool is_launcher(const std::string& name) {
    constexpr const char* names[] = {"mpiexec", "mpirun", "srun", "orterun", "prterun", "prun", "aprun"};
    return std::any_of(std::begin(names), std::end(names), [&](const char* each) { return name.starts_with(each); });
}

bool writes_into_a_pipe() {
    struct stat found{};
    return fstat(STDERR_FILENO, &found) == 0 && (S_ISFIFO(found.st_mode) || S_ISSOCK(found.st_mode));
}

/// Whether the launcher's standard error is a terminal.
bool launcher_has_terminal() {
    if (!exchange::started_by_launcher() || !writes_into_a_pipe()) return false;
    for (int pid = getppid(); pid > 1;) {
        const Process ancestor = process(pid);
        if (is_launcher(ancestor.name)) {
            std::error_code failed;
            const std::string target =
                std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", pid, STDERR_FILENO), failed).string();
            return target.starts_with("/dev/pts/") || target.starts_with("/dev/tty");
        }
        pid = ancestor.parent;
    }
    return false;
}

}  // namespace

ProgressWish progress_wish(const std::string& word) {
    if (word == "auto") return ProgressWish::automatic;
    if (word == "on") return ProgressWish::on;
    if (word == "off") return ProgressWish::off;
    throw std::invalid_argument("--progress must be auto, on or off, not '" + word + "'");
}

ProgressStyle progress_style(ProgressWish wish, bool is_quiet, int rank) {
    const bool is_off = wish == ProgressWish::off || (wish == ProgressWish::usual && is_quiet);
    if (is_off || rank > 0) return ProgressStyle::none;
    if (isatty(STDERR_FILENO) == 1) return ProgressStyle::rewritten;
    if (launcher_has_terminal()) return ProgressStyle::passed_on;
    return wish == ProgressWish::on ? ProgressStyle::lines : ProgressStyle::rare_lines;
}

ProgressLine::ProgressLine(ProgressStyle style) : ProgressLine(style, seconds_now) {}

ProgressLine::ProgressLine(ProgressStyle style, std::function<double()> clock)
    : style_{style}, clock_{std::move(clock)}, begin_{clock_()} {
    next_ = begin_ + (style == ProgressStyle::rare_lines ? first_line : frequent);
}

bool ProgressLine::is_due(double now) {
    if (is_rewritten()) return now - start_ > .5 && seconds_now() - cleared_ > after_output;
    if (now < next_) return false;
    const bool is_rare = style_ == ProgressStyle::rare_lines;
    next_ = now + (is_rare ? std::max(first_line, rare_part * (now - begin_)) : frequent);
    return true;
}

void ProgressLine::show(double t_ms, double tstop_ms) {
    if (!is_on()) return;
    const double now = clock_();
    if (first_t_ < 0 || t_ms < first_t_) {  // a new run
        first_t_ = t_ms;
        start_ = now;
        return;
    }
    const double wall_s = now - start_;
    const double done_s = (t_ms - first_t_) / 1000;
    if (!(wall_s > 0) || !(done_s > 0) || !is_due(now)) return;
    std::string line = fmt::format("t = {:.1f} ms", t_ms);
    if (tstop_ms > t_ms) {
        line += fmt::format(" of {:.1f} ms, {:.0f} s left", tstop_ms, wall_s / done_s * (tstop_ms - t_ms) / 1000);
    }
    line += fmt::format(", real-time factor {:.3g}", wall_s / done_s);
    shown_ = is_rewritten();
    passed_on_ = style_ == ProgressStyle::passed_on;
    std::fputs(is_rewritten() ? ("\r" + line + "\x1b[K").c_str() : ("progress   " + line + "\n").c_str(), stderr);
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (!shown_.load(std::memory_order_relaxed)) return;
    shown_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    cleared_ = seconds_now();
    // The launcher reads standard output from another pipe, and might show it first.
    if (passed_on_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace ranvier::program
