#include "engine/raster/file/trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

#include "engine/raster/file/printable.hpp"
#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

namespace {

// The child's last words: one of these, and the message of the exception.
constexpr char ended = 'e', threw = 't', lacked_memory = 'm';
constexpr std::size_t most_words = 4096;

void limit(__rlimit_resource resource, rlim_t most, rlim_t slack = 0) {
    rlimit now{};
    if (getrlimit(resource, &now) != 0) return;
    now.rlim_max = std::min(now.rlim_max, most + slack);
    now.rlim_cur = std::min({now.rlim_cur, now.rlim_max, most});
    setrlimit(resource, &now);
}

/// The size of the process's address space in bytes; 0 if unknown.
std::size_t size_of_process() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    unsigned long long pages = 0;
    if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
    std::fclose(file);
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void say(int to, char what, std::string_view words = {}) {
    std::string all(1, what);
    all += words.substr(0, most_words);
    [[maybe_unused]] const ssize_t said = ::write(to, all.data(), all.size());  // less than a pipe holds
}

/// Performs the action in the child process, which is of this size, prints nothing, leaves no core dump, and exits.
[[noreturn]] void do_as_child(const std::function<void()>& action, const TrialLimits& limits, std::size_t size,
                              int result) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits.processor_seconds, 1);
    if (size > 0) limit(RLIMIT_AS, size + limits.memory);
    try {
        action();
        say(result, ended);
    } catch (const std::bad_alloc&) {
        say(result, lacked_memory);
    } catch (const std::exception& error) {
        say(result, threw, error.what());
    } catch (...) {
        say(result, threw, "an unknown error");
    }
    _exit(0);  // without destructors: the objects belong to the parent
}

/// The parent's end of the pipe, through which the child reports.
class Result {
  public:
    explicit Result(int from) : from_(from) {}
    ~Result() { ::close(from_); }
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;

    /// Waits for words or the end of the pipe, at most for some milliseconds, and keeps the first words.
    void wait(int milliseconds) {
        pollfd poll_for{from_, POLLIN, 0};
        if (is_at_end_) {
            ::poll(nullptr, 0, 1);
        } else if (::poll(&poll_for, 1, milliseconds) > 0) {
            read_some();
        }
    }
    void read_rest() {
        pollfd poll_for{from_, POLLIN, 0};
        while (!is_at_end_ && words_.size() <= most_words && ::poll(&poll_for, 1, 0) > 0) read_some();
    }

    const std::string& words() const { return words_; }

  private:
    void read_some() {
        char some[1024];
        const ssize_t got = ::read(from_, some, sizeof some);
        if (got < 0 && errno == EINTR) return;
        is_at_end_ = got <= 0;
        if (got > 0) words_.append(some, std::min(static_cast<std::size_t>(got), most_words + 1 - words_.size()));
    }

    int from_;
    bool is_at_end_ = false;
    std::string words_;
};

enum class Ending { by_itself, stopped_by_us, unknown };

/// Waits until the child ends, or ends it.
Ending wait_for(pid_t child, Result& result, unsigned seconds, int& status, rusage& used) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    constexpr int most_milliseconds = 10;
    for (;;) {
        const pid_t waited = wait4(child, &status, WNOHANG, &used);
        if (waited == child) break;
        if (waited < 0 && errno != EINTR) return Ending::unknown;  // the status was collected elsewhere
        if (std::chrono::steady_clock::now() > deadline) {
            kill(child, SIGKILL);
            while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
            }
            return Ending::stopped_by_us;
        }
        result.wait(most_milliseconds);
    }
    result.read_rest();
    return Ending::by_itself;
}

std::string failure_by_signal(int signal, const rusage& used, const TrialLimits& limits) {
    const long seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec;
    if (signal == SIGXCPU || (signal == SIGKILL && seconds >= static_cast<long>(limits.processor_seconds))) {
        return fmt::format("took more than {} s", limits.processor_seconds);
    }
    if (signal == SIGKILL) return "was killed, perhaps because it took too much memory";
    return fmt::format("crashed ({})", strsignal(signal));
}

}  // namespace

std::string try_in_child(const std::function<void()>& action, const TrialLimits& limits) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return {};  // no trial is possible; the action may succeed anyway
    Result result(ends[0]);
    const std::size_t size = size_of_process();  // in a sandbox, a child may not look at its own entry in /proc
    const pid_t child = fork();
    if (child == 0) do_as_child(action, limits, size, ends[1]);
    ::close(ends[1]);
    if (child < 0) return {};
    int status = 0;
    rusage used{};
    const Ending ending = wait_for(child, result, limits.seconds, status, used);
    if (ending == Ending::stopped_by_us) return fmt::format("took more than {} s", limits.seconds);
    if (ending == Ending::unknown) return {};
    if (WIFSIGNALED(status)) return failure_by_signal(WTERMSIG(status), used, limits);
    const std::string& words = result.words();
    if (words == std::string(1, ended)) return {};
    if (words.starts_with(lacked_memory)) return fmt::format("needs more than {} MB of memory", limits.memory >> 20);
    if (words.starts_with(threw)) throw RasterError(printable(std::string_view(words).substr(1)));
    return "ended without a result";
}

void check_survives(const std::filesystem::path& path, const std::function<void()>& action) {
    constexpr unsigned bytes_a_second = 10'000'000;  // valid files take a hundredth of this time
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    const std::uintmax_t bytes = error ? 0 : size;
    TrialLimits limits;
    limits.processor_seconds += static_cast<unsigned>(bytes / bytes_a_second);
    limits.seconds += 10 * limits.processor_seconds;
    limits.memory += 4 * bytes;
    const std::string end = try_in_child(action, limits);
    if (end.empty()) return;
    throw RasterError(
        fmt::format("{} is a damaged HDF5 file: the HDF5 library {} while reading it", path.string(), end));
}

}  // namespace ranvier::raster
