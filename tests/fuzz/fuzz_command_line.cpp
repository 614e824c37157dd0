// Feeds arbitrary words, one on each line, to ranvier and, if the first line is empty, to nrniv. The commands do nothing:
// what they would be given must be sound.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/program/advise_command.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/exchange_command.hpp"
#include "hoc_like/program/nrniv_arguments.hpp"
#include "hoc_like/program/report_words.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

const char* const version_text = "of a fuzz target";

namespace {

bool is_time(double value) {
    return value >= 0 && std::isfinite(value);
}

}  // namespace

int run(const RunOptions& options) {
    const bool is_sound = options.threads.value_or(1) >= 1 && options.block_size >= 1 &&
                          is_time(options.checkpoints.every_ms) && is_time(options.checkpoints.every_s) &&
                          options.frames >= 0 && (!options.replay || options.replay->rank < options.replay->of);
    if (!is_sound) __builtin_trap();
    try {
        for (const std::string& words : options.reports) parse_report(words);
    } catch (const std::invalid_argument&) {
    }
    return 0;
}

int simulate_exchange_command(const SimulateWords& words) {
    if (words.options.ranks < 1) __builtin_trap();
    return 0;
}

int advise_command(const AdviseWords& words) {
    if (words.ranks.empty() || words.ranks.front() < 1) __builtin_trap();
    return 0;
}

int doctor_command() {
    return 0;
}
int plot_command(const std::string&, std::span<const std::string>) {
    return 0;
}
int recover_command(const std::string&, const std::string&, bool) {
    return 0;
}
int convert_raster_command(const std::string&, const std::string&, const std::string&) {
    return 0;
}
int compare_rasters_command(const std::string&, const std::string&, const std::string&) {
    return 0;
}
int study_command(std::span<const std::string>) {
    return 0;
}
std::string circuit_script() {
    return {};
}
int compile_command(const CompileWords&) {
    return 0;
}
int explain_command(std::span<const std::string>, const std::string&) {
    return 0;
}
int doc_command(const std::string&) {
    return 0;
}
int list_exchanges_command(bool, int, bool) {
    return 0;
}
int write_pages_command(const std::vector<Page>&, const std::string&) {
    return 0;
}
int list_machines_command(bool) {
    return 0;
}
int calibrate_exchange_command(const std::string&) {
    return 0;
}

}  // namespace ranvier::program

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool is_quiet = [] {
        std::cout.rdbuf(nullptr);
        std::cerr.rdbuf(nullptr);
        return std::freopen("/dev/null", "w", stdout) != nullptr;
    }();
    if (!is_quiet || size > 1024) return 0;
    std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> words;
    for (std::string word; std::getline(text, word);) {
        if (word.find('@') != std::string::npos) return 0;  // would read files of this machine
        words.push_back(word);
    }
    try {
        if (!words.empty() && words[0].empty()) {
            ranvier::program::nrniv_command(std::span(words).subspan(1));
        } else {
            ranvier::program::ranvier_command(words);
        }
    } catch (const std::invalid_argument&) {
    }
    return 0;
}
