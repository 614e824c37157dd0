#include "engine/raster/trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace ranvier::raster {

namespace {

/// Performs the action in the child process, which prints nothing, leaves no core dump, and exits.
[[noreturn]] void do_as_child(const std::function<void()>& action, rlim_t seconds) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    const rlimit no_core{0, 0}, time{seconds, seconds + 1};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_CPU, &time);
    try {
        action();
        // The trial looks for crashes; an error is not one. NOLINTNEXTLINE(bugprone-empty-catch)
    } catch (...) {
    }
    _exit(0);  // without destructors: the objects belong to the parent
}

}  // namespace

std::string try_in_child(const std::function<void()>& action, unsigned seconds) {
    const pid_t child = fork();
    if (child < 0) return {};  // no process could be created; the action may succeed anyway
    if (child == 0) do_as_child(action, seconds);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return {};  // the child's status was collected elsewhere
    }
    if (!WIFSIGNALED(status)) return {};
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return fmt::format("took more than {} s", seconds);
    return fmt::format("crashed ({})", strsignal(signal));
}

}  // namespace ranvier::raster
