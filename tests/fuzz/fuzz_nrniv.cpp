// Feeds arbitrary words, one on each line, to nrniv. What they ask for must be sound. Without any, it reads the standard
// input.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/program/nrniv_arguments.hpp"

namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        lines.emplace_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
    }
    return lines;
}

bool is_time(double value) {
    return value >= 0 && std::isfinite(value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::program;
    const std::vector<std::string> words = lines_of({reinterpret_cast<const char*>(data), size});
    try {
        const RunOptions options = parse_nrniv(words);
        const auto most_inputs = std::max<std::size_t>(words.size(), 1);
        const bool is_sound = options.threads.value_or(1) >= 1 && options.frames >= 0 &&
                              is_time(options.checkpoints.every_ms) && is_time(options.checkpoints.every_s) &&
                              options.inputs.size() <= most_inputs;
        if (!is_sound) __builtin_trap();
    } catch (const std::invalid_argument&) {
    }
    return 0;
}
