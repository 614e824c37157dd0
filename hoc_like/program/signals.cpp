#include "hoc_like/program/signals.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "exchange/transport/launch.hpp"
#include "hoc_like/program/progress.hpp"

namespace ranvier::program {

namespace {

/// What the handlers read. They may only use atomics and functions that POSIX calls async-signal-safe.
struct Watched {
    std::atomic<engine::Interruptions*> run{nullptr};
    std::atomic<const char*> raster{nullptr};
    std::atomic<int> rank{0};
    std::atomic<std::uint32_t> seen{0};  // passages of the run at the last look
    std::atomic<int> quiet_looks{0};     // since it changed
    std::atomic<int> ends_by{SIGTERM};   // the signal that the run is to obey
    timer_t timer{};
    bool has_timer = false;
};
Watched watched;

void write_text(const char* text) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

/// Says `who` and `what`, and how to rebuild the raster if there is one, in one write: launchers may mix the lines of ranks
/// wherever one write ends.
void say_with_recovery(const char* who, const char* what, const char* label) {
    constexpr std::size_t longest = 8192;
    static char text[longest];  // handlers block each other's signals
    std::size_t size = 0;
    const auto add = [&size](const char* part) {
        const std::size_t count = std::min(std::strlen(part), longest - size);
        std::memcpy(text + size, part, count);
        size += count;
    };
    add(who);
    add(what);
    if (const char* raster = watched.raster) {
        add(label);
        add("ranvier raster recover ");
        add(raster);
        add(" rebuilds the raster from what was written\n");
    }
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, size);
}

/// A line of a terminal that is half written otherwise stays there.
void clear_progress() {
    if (ProgressLine::is_shown()) write_text("\r\x1b[K");
}

void set_timer(double first_s) {
    if (!watched.has_timer) return;
    const auto whole = static_cast<time_t>(first_s);
    const itimerspec when{{1, 0}, {whole, static_cast<long>((first_s - static_cast<double>(whole)) * 1e9)}};
    timer_settime(watched.timer, 0, &when, nullptr);
}

constexpr int most_quiet_looks = 6;  // of a run; one a second

/// Why the process must end now; null if the run may still end by itself.
const char* reason_to_end(engine::Interruptions& run) {
    const std::uint32_t now = run.passages();
    if (now != watched.seen.exchange(now) || run.works_long()) {
        watched.quiet_looks = 0;
        return nullptr;
    }
    if (!run.is_underway()) return "    ended the program outside of a run, without a checkpoint\n";
    if (++watched.quiet_looks < most_quiet_looks) return nullptr;
    return "    ended the program in a run, without a checkpoint: a statement or mechanism did not return for 6 s\n";
}

/// Every second after SIGTERM or SIGHUP: ends the process if it has been outside of runs since the last look, or if the
/// run does not proceed.
void look_again(engine::Interruptions& run) {
    if (run.has_ended()) return set_timer(0);
    const char* const reason = reason_to_end(run);
    if (!reason) return;
    clear_progress();
    say_with_recovery(watched.ends_by == SIGHUP ? "SIGHUP " : "SIGTERM", reason, "");
    constexpr int from_signal = 128;
    const int status = from_signal + watched.ends_by;
    if (exchange::ask_launcher_to_end_all(status)) sleep(1);
    _exit(status);
}

void on_end(int number, siginfo_t* info, void*) {
    const int error = errno;
    if (engine::Interruptions* run = watched.run) {
        if (info->si_code == SI_TIMER) {
            look_again(*run);
        } else {
            watched.seen = run->passages();
            watched.quiet_looks = 0;
            watched.ends_by = number;
            run->ask(number == SIGHUP ? engine::Ask::hang_up : engine::Ask::end);
            // Rank 0 speaks first if all ranks got the signal; the launcher then ends the others.
            set_timer(watched.rank == 0 ? 2. : 2.5);
        }
    }
    errno = error;
}

struct sigaction before_save{};

void on_save(int number, siginfo_t* info, void* context) {
    if (engine::Interruptions* run = watched.run) run->ask(engine::Ask::save);
    if (before_save.sa_flags & SA_SIGINFO) {
        before_save.sa_sigaction(number, info, context);
    } else if (before_save.sa_handler != SIG_DFL && before_save.sa_handler != SIG_IGN) {
        before_save.sa_handler(number);
    }
}

void on_interrupt(int number, siginfo_t*, void*) {
    clear_progress();
    if (watched.rank == 0) say_with_recovery("", "", "\nSIGINT     ");
    // mpiexec's own status is then this one; it may be 0 if the signal ends its ranks.
    if (exchange::started_by_launcher()) {
        if (exchange::ask_launcher_to_end_all(128 + number)) sleep(1);
        _exit(128 + number);
    }
    std::signal(number, SIG_DFL);
    raise(number);
}

using Handler = void (*)(int, siginfo_t*, void*);
struct Handled {
    int number;
    Handler handler;
};
constexpr Handled handled[] = {{SIGTERM, on_end}, {SIGHUP, on_end}, {SIGUSR1, on_save}, {SIGINT, on_interrupt}};

bool ignored_hangups = false;

bool may_handle(int number) {
    struct sigaction present{};
    sigaction(number, nullptr, &present);
    const bool is_plain = !(present.sa_flags & SA_SIGINFO);
    if (is_plain && present.sa_handler == SIG_IGN) return false;
    if (number == SIGHUP) return !ignored_hangups;  // the handler is UCX's
    return number == SIGUSR1 || (is_plain && present.sa_handler == SIG_DFL);
}

void make_timer() {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGTERM;
    watched.has_timer = timer_create(CLOCK_MONOTONIC, &event, &watched.timer) == 0;
}

}  // namespace

SignalHandlers::SignalHandlers(engine::Interruptions& run, int rank, std::span<const int> signals) {
    watched.rank = rank;
    watched.run = &run;
    for (const Handled& each : handled) {
        if (std::find(signals.begin(), signals.end(), each.number) == signals.end()) continue;
        if (!may_handle(each.number)) continue;
        if (each.number == SIGTERM) make_timer();
        struct sigaction action{};
        action.sa_sigaction = each.handler;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        for (const Handled& other : handled) sigaddset(&action.sa_mask, other.number);
        sigaction(each.number, &action, each.number == SIGUSR1 ? &before_save : nullptr);
    }
}

SignalHandlers::~SignalHandlers() {
    if (watched.has_timer) timer_delete(watched.timer);
    watched.has_timer = false;
    watched.run = nullptr;
    watched.raster = nullptr;
}

void SignalHandlers::ignore_hangups(bool yes) {
    ignored_hangups = yes;
    std::signal(SIGHUP, yes ? SIG_IGN : SIG_DFL);
}

/// Names are kept: a handler may be reading one.
void SignalHandlers::name_raster(const std::string& file) {
    static std::vector<std::unique_ptr<std::string>> names;
    if (file.empty()) {
        watched.raster = nullptr;
        return;
    }
    names.push_back(std::make_unique<std::string>(file));
    watched.raster = names.back()->c_str();
}

}  // namespace ranvier::program
