#include "exchange/transport/start_watch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exchange/transport/launch.hpp"

namespace ranvier::exchange {

namespace {

constexpr auto between_looks = std::chrono::milliseconds(250);
constexpr int looks_until_sure = 5;  // a launcher starts its ranks one after another
constexpr auto patience = std::chrono::seconds(5);
constexpr const char* launcher_name = "hydra_pmi_proxy";

/// Empty if it cannot be read: a process may end at any time, after which reading fails.
std::string content_of(const std::string& path) {
    std::string content;
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return content;
    char some[1024];
    for (std::size_t got = 0; (got = std::fread(some, 1, sizeof some, file)) > 0;) content.append(some, got);
    std::fclose(file);
    return content;
}

/// What /proc says of a process: its name, state and parent (man proc, /proc/pid/stat).
struct Process {
    std::string name;
    char state;
    int parent;
};

std::optional<Process> process(int pid) {
    const std::string text = content_of(fmt::format("/proc/{}/stat", pid));
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) return std::nullopt;
    Process found{text.substr(open + 1, close - open - 1), 'Z', 0};
    if (std::sscanf(text.c_str() + close + 1, " %c %d", &found.state, &found.parent) != 2) return std::nullopt;
    return found;
}

/// The launcher's process on this computer, above shells and other programs that started this one; 0 if there is none.
int find_launcher() {
    constexpr int init = 1;
    for (int pid = getppid(); pid > init;) {
        const auto found = process(pid);
        if (!found) return 0;
        if (found->name == launcher_name) return pid;
        pid = found->parent;
    }
    return 0;
}

/// The processes that it started and that have not ended.
std::vector<int> running_children(int parent) {
    std::vector<int> children;
    std::error_code error;
    std::filesystem::directory_iterator entry("/proc", error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const int pid = std::atoi(name.c_str());
        const auto found = process(pid);
        if (found && found->parent == parent && found->state != 'Z' && found->state != 'X') children.push_back(pid);
    }
    return children;
}

int number_of(const char* text) {
    return text ? std::atoi(text) : 0;
}

/// The ranks that have ended, if all are on this computer.
std::vector<int> ended_ranks(const std::vector<int>& running, int ranks) {
    std::vector<int> ended;
    if (ranks != launched_ranks()) return ended;
    for (int rank = 0; rank < ranks; ++rank) ended.push_back(rank);
    constexpr std::string_view variable = "PMI_RANK=";
    for (const int pid : running) {
        const std::string text = '\0' + content_of(fmt::format("/proc/{}/environ", pid));
        const std::size_t at = text.find('\0' + std::string(variable));
        if (at == std::string::npos) return {};
        std::erase(ended, std::atoi(text.c_str() + at + 1 + variable.size()));
    }
    return ended;
}

/// True for the first of the launcher's ranks that asks: a name of the system can be taken once.
bool is_first(int launcher) {
    const int taken = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = fmt::format("ranvier-ends-{}", launcher);
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    return bind(taken, reinterpret_cast<const sockaddr*>(&address), length) == 0;  // held until this process ends
}

[[noreturn]] void end_all(int launcher, const std::vector<int>& ended) {
    if (is_first(launcher)) {
        const std::string who = ended.empty()       ? "a rank of this computer"
                                : ended.size() == 1 ? fmt::format("rank {}", ended[0])
                                                    : fmt::format("ranks {}", fmt::join(ended, ", "));
        std::fprintf(stderr,
                     "%s ended before MPI began, where all others wait (in Python: before \"from neuron import h\")\n",
                     who.c_str());
        std::fflush(stderr);
        ask_launcher_to_end_all(1);
    }
    std::this_thread::sleep_for(patience);  // the launcher ends this process
    std::_Exit(1);
}

}  // namespace

StartWatch::StartWatch() {
    const int ranks = number_of(std::getenv("MPI_LOCALNRANKS"));
    const int launcher = ranks > 1 ? find_launcher() : 0;
    if (launcher > 0) thread_ = std::thread([this, launcher, ranks] { watch(launcher, ranks); });
}

StartWatch::~StartWatch() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    stopped_.notify_one();
    thread_.join();
}

void StartWatch::watch(int launcher, int ranks) {
    int looks = 0;  // at which a rank was missing, in a row
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, between_looks, [this] { return stops_; })) {
        const std::vector<int> running = running_children(launcher);
        looks = static_cast<int>(running.size()) < ranks ? looks + 1 : 0;
        if (looks >= looks_until_sure) end_all(launcher, ended_ranks(running, ranks));
    }
}

}  // namespace ranvier::exchange
