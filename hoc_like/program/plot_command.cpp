#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/locations.hpp"

extern char** environ;

namespace ranvier::program {

namespace {

std::string tried_paths(const Location& location) {
    std::string text;
    for (const auto& path : location.tried) text += "\n  " + path.string();
    return text;
}

}  // namespace

// Draws the figure with matplotlib in a subprocess.
int plot_command(const std::string& script_name, std::span<const std::string> arguments) {
    const Location interpreter = python(), script = plot_script("plot_main.py");
    if (interpreter.path.empty()) throw std::runtime_error("no Python found; tried" + tried_paths(interpreter));
    if (script.path.empty()) throw std::runtime_error("the plotting script is missing; tried" + tried_paths(script));
    std::vector<std::string> words{interpreter.path.string(), script.path.string(), script_name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    if (const int error = posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ)) {
        throw std::runtime_error(words[0] + ": " + std::strerror(error));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace ranvier::program
