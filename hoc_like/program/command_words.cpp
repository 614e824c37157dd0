#include "hoc_like/program/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "exchange/strategy/registry.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"

namespace ranvier::program {

namespace {

constexpr const char* all_commands[] = {"run",  "build",  "estimate",   "replay",  "compile",  "explain",
                                        "plot", "raster", "doc",        "doctor",  "exchange", "study",
                                        "view", "manual", "completion", "extract", "advise",   "validate"};

/// Throws std::invalid_argument if the first word looks like a command, and is neither one nor a file.
void check_is_command(const std::string& word) {
    if (word.empty() || word.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) return;
    if (std::filesystem::exists(word)) return;
    throw std::invalid_argument(
        fmt::format("{} is neither a command nor a file{}", word,
                    hoc::nearest_suggestion(word, {std::begin(all_commands), std::end(all_commands)})));
}

/// Throws std::invalid_argument if a strategy is given to `ranvier exchange` as though it were a command.
void check_is_no_strategy(std::span<const std::string> words) {
    if (words.size() < 2 || words[0] != "exchange") return;
    const std::string name = words[1].substr(0, words[1].find(':'));
    const auto all = exchange::strategies();
    if (std::ranges::find(all, name, &exchange::StrategyDescription::name) == all.end()) return;
    throw std::invalid_argument(
        fmt::format("{} is a strategy, not a command of ranvier exchange: a run uses it with ranvier --exchange {} "
                    "FILE.hoc, and ranvier exchange list describes it",
                    name, words[1]));
}

bool is_command_name(const std::string& word) {
    return std::find(std::begin(all_commands), std::end(all_commands), word) != std::end(all_commands);
}

/// `ranvier help`, with a command or with a name of hoc, as at the prompt: the same in other words.
std::vector<std::string> without_help(std::vector<std::string> words) {
    if (words[0] != "help" || words.size() > 2 || std::filesystem::exists(words[0])) return words;
    if (words.size() == 1) return {"--help"};
    if (is_command_name(words[1])) return {words[1], "--help"};
    return {"doc", words[1]};
}

}  // namespace

std::vector<std::string> with_command(std::span<const std::string> arguments) {
    std::vector<std::string> words(arguments.begin(), arguments.end());
    if (words.empty()) return {"run", "--quiet", "-"};  // the prompt
    words = without_help(std::move(words));
    const bool is_command = is_command_name(words[0]);
    const bool is_global = words[0] == "--version" || words[0] == "--help" || words[0] == "-h";
    if (!is_command && !is_global) {
        check_is_command(words[0]);
        words.insert(words.begin(), "run");
    }
    check_is_no_strategy(words);
    if (words[0] == "run") std::replace(words.begin(), words.end(), std::string("-python"), std::string("--python"));
    return words;
}

bool is_parallel(std::span<const std::string> words) {
    const bool calibrates = words.size() > 1 && words[0] == "exchange" && words[1] == "calibrate";
    return words[0] == "run" || words[0] == "replay" || words[0] == "extract" || words[0] == "estimate" ||
           words[0] == "build" || words[0] == "validate" || calibrates;
}

}  // namespace ranvier::program
