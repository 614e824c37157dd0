#include "hoc_like/program/prompt_interrupts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>

#include "engine/event/mechanism_loops.hpp"
#include "engine/hooks/interruptions.hpp"
#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::program {

namespace {

/// What the handler reads. It may only use atomics and functions that POSIX calls async-signal-safe.
struct Watched {
    std::atomic<hoc::Interpreter*> interpreter{nullptr};
    std::atomic<engine::Interruptions*> run{nullptr};
    std::atomic<bool> is_running{false};  // a statement
    std::atomic<int> presses{0};          // since the statement began
    std::atomic<std::uint32_t> seen{0};   // passages of the run at the last look
    int pipe[2] = {-1, -1};
    timer_t timer{};
    bool has_timer = false;
    struct sigaction before{};
};
Watched watched;

constexpr int status_after_ctrl_c = 128 + SIGINT;

void set_timer(int seconds) {
    const itimerspec when{{seconds, 0}, {seconds, 0}};
    if (watched.has_timer) timer_settime(watched.timer, 0, &when, nullptr);
}

/// Two seconds after the second Ctrl-C, and every two seconds from then on.
void end_if_nothing_proceeds(const engine::Interruptions& run) {
    const std::uint32_t now = run.passages();
    if (now != watched.seen.exchange(now) || run.works_long()) return;
    constexpr char text[] =
        "\nCtrl-C     ended the program: what runs, VERBATIM code for instance, does not return and cannot be left\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    _exit(status_after_ctrl_c);
}

void press(engine::Interruptions& run) {
    if (!watched.is_running) {
        [[maybe_unused]] const ssize_t written = write(watched.pipe[1], "", 1);
        return;
    }
    if (++watched.presses == 1) {
        watched.interpreter.load()->interrupt();
        run.ask(engine::Ask::stop);
        return;
    }
    engine::leave_mechanism_loops();
    watched.seen = run.passages();
    set_timer(2);
}

void on_interrupt(int, siginfo_t* info, void*) {
    const int error = errno;
    if (engine::Interruptions* run = watched.run) {
        if (info->si_code != SI_TIMER) {
            press(*run);
        } else if (watched.is_running) {
            end_if_nothing_proceeds(*run);
        }
    }
    errno = error;
}

void make_timer() {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGINT;
    watched.has_timer = timer_create(CLOCK_MONOTONIC, &event, &watched.timer) == 0;
}

}  // namespace

PromptInterrupts::PromptInterrupts(hoc::Interpreter& interpreter, engine::Interruptions& run)
    : interpreter_(interpreter), run_(run) {
    watched.interpreter = &interpreter;
    watched.run = &run;
    if (pipe2(watched.pipe, O_CLOEXEC | O_NONBLOCK) != 0) watched.pipe[0] = watched.pipe[1] = -1;
    make_timer();
    run_.set_prompt(true);
    struct sigaction action{};
    action.sa_sigaction = on_interrupt;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(SIGINT, &action, &watched.before);
}

PromptInterrupts::~PromptInterrupts() {
    sigaction(SIGINT, &watched.before, nullptr);
    if (watched.has_timer) timer_delete(watched.timer);
    watched.has_timer = false;
    run_.set_prompt(false);
    watched.run = nullptr;
    for (int& end : watched.pipe) {
        if (end >= 0) close(end);
        end = -1;
    }
}

int PromptInterrupts::descriptor() const {
    return watched.pipe[0];
}

bool PromptInterrupts::take() {
    char pressed[64];
    bool any = false;
    while (read(watched.pipe[0], pressed, sizeof pressed) > 0) any = true;
    return any;
}

PromptInterrupts::Statement::Statement(PromptInterrupts& interrupts) : interrupts_(interrupts) {
    interrupts_.run_.forget_stop();
    interrupts_.interpreter_.forget_interrupt();
    engine::enter_mechanism_loops();
    watched.presses = 0;
    watched.is_running = true;
}

/// A Ctrl-C that came too late is for no other statement.
PromptInterrupts::Statement::~Statement() {
    watched.is_running = false;
    set_timer(0);
    interrupts_.run_.forget_stop();
    interrupts_.interpreter_.forget_interrupt();
}

}  // namespace ranvier::program
