// ranvier advise: which exchange strategy and placement a recorded network should use on a machine.

#include "hoc_like/program/advise_command.hpp"
#include "hoc_like/program/counted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/study/recorded_run.hpp"
#include "hoc_like/program/advice.hpp"
#include "hoc_like/program/exchange_command.hpp"

namespace ranvier::program {

namespace {

using exchange::RecordedRun;

constexpr double matters = 0.05;  // a smaller part of the time does not

/// The fastest trial with another strategy, if there is one.
const Trial* runner_up(const std::vector<Trial>& trials) {
    const auto found = std::ranges::find_if(
        trials, [&](const Trial& trial) { return trial.is_done() && trial.exchange != trials.front().exchange; });
    return found == trials.end() ? nullptr : &*found;
}

void print_row(int ranks, const Trial& trial, const Trial& best, bool differs) {
    if (!trial.is_done()) {
        fmt::print("{:>8}  {:<44}  not possible: {}\n", ranks, trial.name(), trial.reason);
        return;
    }
    const char* mark = &trial != &best ? "" : differs ? "  <- not allgather" : "  <-";
    const std::string time = (trial.is_estimated ? "~" : "") + time_in_words(trial.total_s);
    fmt::print("{:>8}  {:<44}{:>12}{:>8.2f}{:>12.2f}{:>14.4g}{:>12}{}\n", ranks, trial.name(), time,
               trial.total_s / best.total_s, trial.imbalance, trial.bytes, size_in_words(trial.memory), mark);
}

void print_what_would_change(const Trial& best) {
    const exchange::ShortestDelay& shortest = best.shortest;
    if (shortest.count > 0) {
        const std::string next =
            std::isfinite(shortest.next)
                ? fmt::format("without {}, it would be {:g} ms", shortest.count == 1 ? "it" : "them", shortest.next)
                : "all delays between ranks are the same";
        fmt::print(
            "  - the interval of {:g} ms is set by {} connection{} between ranks, for example gid {} to {}; {}\n",
            best.min_delay, shortest.count, shortest.count == 1 ? "" : "s", shortest.source, shortest.target, next);
    }
    fmt::print(
        "  - the rank with the most cells' work computes {:.0f}% longer than the mean rank: better balance saves "
        "at most {}\n",
        100 * (best.imbalance - 1), time_in_words(best.computing_s * (1 - 1 / best.imbalance)));
    fmt::print("  - exchange and waiting take {:.0f}% of the time, with {:.4g} bytes received by a rank\n",
               100 * std::max(0., 1 - best.computing_s / best.total_s), best.bytes);
    fmt::print("  - the exchange keeps up to {} on a rank\n", size_in_words(best.memory));
}

void recommend(int ranks, const std::vector<Trial>& trials) {
    const Trial& best = trials.front();
    const Trial* other = runner_up(trials);
    const auto slowest = std::ranges::find_if(trials.rbegin(), trials.rend(), &Trial::is_done);
    fmt::print("\non {} ranks: ", ranks);
    if (slowest->total_s <= (1 + matters) * best.total_s) {
        fmt::print("no difference that matters: all are within {:.0f}%; keep what you have\n", 100 * matters);
    } else if (other == nullptr) {
        fmt::print("use {}; no other strategy was possible\n", best.name());
    } else {
        const double margin = other->total_s / best.total_s - 1;
        const char* note = margin <= matters ? ", which does not matter" : "";
        fmt::print("use {}; {} takes {:.1f}% longer{}\n", best.name(), other->name(), 100 * margin, note);
    }
    print_what_would_change(best);
}

/// A file of the recorded run, which its summary names: where it was written, or beside the summary.
std::string file_of(const std::string& given, const std::string& named, const std::string& summary,
                    const char* option) {
    if (!given.empty()) return given;
    const std::filesystem::path beside = std::filesystem::path(summary).parent_path() / std::filesystem::path(named);
    for (const std::filesystem::path& path :
         {beside, beside.parent_path() / beside.filename(), std::filesystem::path(named)}) {
        std::error_code unreadable;
        if (!named.empty() && std::filesystem::is_regular_file(path, unreadable)) return path.string();
    }
    throw exchange::ExchangeError(
        fmt::format("{} names no file for {} that is here; give it with {}", summary, option, option));
}

/// Where the recorded run has written its raster and connections.
RecordedWords files_of(const AdviseWords& words) {
    std::ifstream in(words.summary);
    if (!in) throw exchange::ExchangeError(fmt::format("cannot read the summary {}", words.summary));
    const auto summary = nlohmann::json::parse(in, nullptr, false);
    if (!summary.is_object()) throw exchange::ExchangeError(fmt::format("{} is not a summary", words.summary));
    refuse_dry_run(summary, words.summary);
    std::string raster, edges;
    const auto command = summary.value("command", nlohmann::json::array());
    for (std::size_t k = 0; k + 1 < command.size(); ++k) {
        if (command[k] == "--raster" && command[k + 1].is_string()) raster = command[k + 1].get<std::string>();
        if (command[k] == "--connections" && command[k + 1].is_string()) edges = command[k + 1].get<std::string>();
    }
    RecordedWords files;
    files.summary = words.summary;
    files.raster = file_of(words.raster, raster, words.summary, "--raster");
    files.edges = file_of(words.edges, edges, words.summary, "--edges");
    return files;
}

/// Fills in what was left open.
AdviseWords completed(AdviseWords words, const RecordedRun& run) {
    const bool has_areas = std::ranges::any_of(run.areas, [](int area) { return area >= 0; });
    if (words.placements.empty()) {
        words.placements = {"round_robin"};
        if (has_areas) words.placements.emplace_back("by_area");
    }
    if (words.exchanges.empty()) {
        words.exchanges = {"allgather", "alltoall", "alltoall:collective=neighbor", "isend", "persistent"};
        if (has_areas) words.exchanges.emplace_back("two_tier");
    }
    return words;
}

/// Prints the rows of one number of ranks. Returns what was tried; nothing if nothing can be.
std::vector<Trial> advise_on(const RecordedRun& run, const exchange::RecordedTerms& terms, const AdviseWords& words) {
    if (terms.ranks > std::ssize(run.gids)) {
        fmt::print("{:>8}  not possible: the network has only {}\n", terms.ranks, counted(run.gids.size(), "cell"));
        return {};
    }
    const bool fits =
        simulation_fits(static_cast<double>(run.sources.size()), static_cast<double>(run.spikes.size()), terms.ranks);
    const bool estimates = words.estimates || !fits;
    if (estimates) check_memory_of_estimate(run, terms.ranks);
    std::vector<Trial> trials = try_all(run, terms, {words.exchanges, words.placements}, estimates);
    const bool differs = !trials.front().exchange.starts_with("allgather");
    for (const Trial& trial : trials) print_row(terms.ranks, trial, trials.front(), differs);
    return trials;
}

}  // namespace

int advise_command(const AdviseWords& asked) {
    exchange::RecordedTerms terms;
    terms.machine = asked.machine_file.empty() ? exchange::known_machine(asked.machine)
                                               : exchange::read_cost_model(asked.machine_file);
    terms.core_speed = asked.core_speed > 0 ? asked.core_speed : terms.machine.core_speed;
    const RecordedRun run = read_recorded_run(files_of(asked));
    warn_of_order(run.times);
    const AdviseWords words = completed(asked, run);
    fmt::print("{}, {} and {} on {}\n{}\n\n", counted(run.gids.size(), "cell"),
               counted(run.sources.size(), "connection"), counted(run.spikes.size(), "spike"), terms.machine.name,
               source_of_times(run, terms));
    fmt::print("{:>8}  {:<44}{:>12}{:>8}{:>12}{:>14}{:>12}\n", "ranks", "exchange, placement", "time", "ratio",
               "imbalance", "bytes a rank", "memory");
    std::vector<std::pair<int, std::vector<Trial>>> of_ranks;
    bool is_any_estimated = false;
    for (const int ranks : words.ranks) {
        terms.ranks = ranks;
        std::vector<Trial> trials = advise_on(run, terms, words);
        if (trials.empty() || !trials.front().is_done()) continue;
        is_any_estimated |= trials.front().is_estimated;
        of_ranks.emplace_back(ranks, std::move(trials));
    }
    if (is_any_estimated) {
        fmt::print("\n~ estimated from counts of spikes, messages and bytes and from the machine's constants{}\n",
                   words.estimates ? "" : ", because a simulation would need more memory than this machine has");
    }
    for (const auto& [ranks, trials] : of_ranks) recommend(ranks, trials);
    return of_ranks.empty() ? 1 : 0;
}

}  // namespace ranvier::program
