#include "mechanisms/nmodl/driver/run_command.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace ranvier::nmodl {
namespace {

/// Memory for a command's output, as a file: unlike a pipe, it never fills up.
class OutputFile {
  public:
    OutputFile() : descriptor_(memfd_create("output", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throw std::runtime_error(std::string("cannot keep output: ") + std::strerror(errno));
    }
    OutputFile(OutputFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    int descriptor() const { return descriptor_; }
    std::string text() const {
        std::string all;
        char buffer[4096];
        for (ssize_t n; (n = pread(descriptor_, buffer, sizeof buffer, static_cast<off_t>(all.size()))) > 0;) {
            all.append(buffer, static_cast<std::size_t>(n));
        }
        return all;
    }

  private:
    int descriptor_;
};

pid_t start(const std::vector<std::string>& command, const OutputFile& output) {
    std::vector<char*> words;
    for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDERR_FILENO);
    pid_t pid = 0;
    const int error = posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) throw std::runtime_error("cannot start " + command[0] + ": " + std::strerror(error));
    return pid;
}

int wait_for(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::vector<CommandResult> run_commands(const std::vector<std::vector<std::string>>& commands, int jobs) {
    std::vector<CommandResult> results(commands.size());
    std::vector<OutputFile> outputs;
    std::vector<pid_t> pids;
    const auto collect = [&](std::size_t k) {
        results[k].status = wait_for(pids[k]);
        results[k].output = outputs[k].text();
    };
    // Commands take about equally long, so waiting for the oldest keeps the others busy.
    const auto at_a_time = static_cast<std::size_t>(jobs < 1 ? 1 : jobs);
    for (std::size_t k = 0; k < commands.size(); ++k) {
        if (k >= at_a_time) collect(k - at_a_time);
        outputs.emplace_back();
        pids.push_back(start(commands[k], outputs.back()));
    }
    for (std::size_t k = commands.size() > at_a_time ? commands.size() - at_a_time : 0; k < commands.size(); ++k) {
        collect(k);
    }
    return results;
}

}  // namespace ranvier::nmodl
