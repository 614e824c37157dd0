#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/locations.hpp"

namespace ranvier::program {

namespace {

constexpr const char* packages = "pydantic pandas pyarrow scipy rich plotly jinja2 pyyaml h5py matplotlib";
/// Python's option that leaves the current folder out of the search for modules: it may be a stranger's.
constexpr const char* not_here = "-P";
/// Without importing them, which takes seconds.
constexpr const char* find_packages =
    "import importlib.util, sys\n"
    "names = 'pydantic pandas pyarrow scipy rich plotly jinja2 yaml h5py matplotlib'.split()\n"
    "sys.exit(not all(map(importlib.util.find_spec, names)))\n";

[[noreturn]] void become(const std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    throw std::runtime_error(words[0] + ": " + std::strerror(errno));
}

bool has_packages(const std::filesystem::path& interpreter) {
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stderr)) _exit(1);
        execl(interpreter.c_str(), interpreter.c_str(), not_here, "-c", find_packages, nullptr);
        _exit(1);
    }
    int status = 1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0;
}

std::filesystem::path python_with_packages() {
    std::string tried;
    for (const std::filesystem::path& each : pythons()) {
        if (has_packages(each)) return each;
        tried += "\n  " + each.string();
    }
    throw std::runtime_error((tried.empty() ? std::string("no Python was found")
                                            : "none of these Pythons has the packages for studies:" + tried) +
                             "\nTo make one that has them:\n"
                             "  python3 -m venv ~/ranvier-python && ~/ranvier-python/bin/pip install " +
                             packages + "\n  export RANVIER_PYTHON=~/ranvier-python/bin/python");
}

/// The folder of a package that must be there.
const std::filesystem::path& found(const Location& folder, const std::string& package) {
    if (!folder.path.empty()) return folder.path;
    std::string tried;
    for (const auto& path : folder.tried) tried += "\n  " + path.string();
    throw std::runtime_error("the package " + package + " is missing; tried" + tried);
}

}  // namespace

std::string circuit_script() {
    return (found(sonata_package(), "ranvier_sonata") / "ranvier_sonata/__main__.py").string();
}

int study_command(std::span<const std::string> words) {
    const Location folder = study_package();
    found(folder, "ranvier_study");
    const char* before = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", (folder.path.string() + (before && *before ? std::string(":") + before : "")).c_str(), 1);
    setenv("RANVIER_PROGRAM", std::filesystem::read_symlink("/proc/self/exe").c_str(), 0);
    std::vector<std::string> command{python_with_packages().string(), not_here, "-m", "ranvier_study"};
    command.insert(command.end(), words.begin(), words.end());
    become(command);
}

}  // namespace ranvier::program
