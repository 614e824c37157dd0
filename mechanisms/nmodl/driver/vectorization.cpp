#include "mechanisms/nmodl/driver/vectorization.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "mechanisms/nmodl/driver/run_command.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

struct Loop {
    std::string kernel;  ///< "advance"
    std::set<int> vector_bytes;
    std::set<std::string> reasons;  ///< why some copy of the loop is scalar
};

/// The name in "int loop_advance(rv_instances* in) {"; empty for other lines and for kernels that run once per run.
std::string kernel_begun_by(const std::string& line) {
    constexpr std::string_view head = "int loop_";
    if (!line.starts_with(head)) return {};
    return line.substr(head.size(), line.find('(') - head.size());
}

/// Whether the line begins a loop over a chunk of instances, at any depth, or over all instances.
bool begins_loop(const std::string& line) {
    const auto text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    return text.starts_with("for (int32_t i = 0; i < rv_lanes") ||
           line.starts_with("    for (int32_t i = 0; i < count");
}

/// Loops over instances by line number, from 1.
std::map<int, Loop> loops_of(const std::string& source) {
    std::map<int, Loop> loops;
    std::istringstream in(source);
    std::string kernel;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (!line.empty() && line[0] != ' ' && line[0] != '#' && line[0] != '}') kernel = kernel_begun_by(line);
        if (!kernel.empty() && begins_loop(line)) loops[number].kernel = kernel;
    }
    return loops;
}

/// Records what a message says about a loop.
void read_message(const std::string& message, std::map<int, Loop>& loops) {
    const auto kind = message.find(": optimized: loop vectorized using ");
    const auto missed = message.find(": missed: not vectorized: ");
    const auto at = std::min(kind, missed);
    if (at == std::string::npos) return;
    const auto column = message.rfind(':', at - 1);
    const auto line = message.rfind(':', column - 1);
    if (column == std::string::npos || line == std::string::npos) return;
    const auto loop = loops.find(std::atoi(message.c_str() + line + 1));
    if (loop == loops.end()) return;
    if (at == kind) {
        loop->second.vector_bytes.insert(std::atoi(message.c_str() + message.find_first_of("0123456789", at)));
    } else {
        loop->second.reasons.insert(message.substr(message.find("not vectorized: ") + 16));
    }
}

std::string line_of(const Loop& loop) {
    std::string text = loop.kernel + ": ";
    if (loop.vector_bytes.empty()) {
        text += "scalar";
        for (const auto& reason : loop.reasons) text += "; " + reason;
        return text + "\n";
    }
    const int bytes = *loop.vector_bytes.rbegin();
    return text + "vectors of " + std::to_string(bytes) + " bytes, " + std::to_string(bytes / 8) +
           " instances at once\n";
}

}  // namespace

std::string summarize_vectorization(const std::string& source, const std::string& messages) {
    auto loops = loops_of(source);
    std::istringstream in(messages);
    for (std::string message; std::getline(in, message);) read_message(message, loops);
    std::string text, last;
    for (const auto& [number, loop] : loops) {
        const auto line = line_of(loop);
        if (line != last) text += line;  // most loops of a kernel give the same line
        last = line;
    }
    return text;
}

std::string vectorization_report(const std::string& source, const CompileOptions& options) {
    std::vector<std::string> tried;
    const Toolchain toolchain = find_toolchain(options.compiler, tried);
    if (toolchain.command.empty()) throw std::runtime_error("no C++ compiler was found for .mod files");
    const auto version = run_commands({{toolchain.command.front(), "--version"}}, 1).front();
    if (version.output.find("Free Software Foundation") == std::string::npos) {
        throw std::runtime_error("only g++ provides the vectorization report, but " + toolchain.command.front() +
                                 " is a different compiler; set CXX=g++");
    }
    const fs::path file = fs::temp_directory_path() / ("ranvier-vectorization-" + std::to_string(getpid()) + ".cpp");
    std::ofstream(file) << source;
    auto command = toolchain.command;
    for (const auto& flag : compile_flags(options.isa, toolchain)) command.push_back(flag);
    command.insert(command.end(), {"-fopt-info-vec-all", "-I", options.runtime_root, "-c", "-o", "/dev/null", file});
    const auto result = run_commands({command}, 1).front();
    fs::remove(file);
    if (result.status != 0) throw std::runtime_error("the C++ compiler failed:\n" + result.output);
    return summarize_vectorization(source, result.output);
}

}  // namespace ranvier::nmodl
