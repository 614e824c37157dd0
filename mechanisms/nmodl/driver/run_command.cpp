#include "mechanisms/nmodl/driver/run_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

extern char** environ;

namespace ranvier::nmodl {
namespace {

/// An unnamed file for a command's output: unlike a pipe, it never fills up.
class OutputFile {
  public:
    OutputFile() : file_(std::tmpfile()) {
        if (!file_) throw std::runtime_error(std::string("cannot create a temporary file: ") + std::strerror(errno));
        fcntl(fileno(file_), F_SETFD, FD_CLOEXEC);
    }
    OutputFile(OutputFile&& other) noexcept : file_(other.file_) { other.file_ = nullptr; }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile() {
        if (file_) std::fclose(file_);
    }

    int descriptor() const { return fileno(file_); }
    std::string text() const {
        std::rewind(file_);
        std::string all;
        char buffer[4096];
        for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file_)) > 0;) all.append(buffer, n);
        return all;
    }

  private:
    std::FILE* file_;
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
