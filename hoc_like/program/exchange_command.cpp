// ranvier exchange: lists exchange strategies and estimates their cost on other machines.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/raster/file/output_path.hpp"
#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/strategy/specifications.hpp"
#include "exchange/study/calibration.hpp"
#include "exchange/study/study.hpp"
#include "exchange/transport/launch.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/exchange_command.hpp"
#include "hoc_like/program/host.hpp"

namespace ranvier::program {

namespace {

/// Writes a text to the file `path`, or to standard output if the path is empty.
void put(const std::string& text, const std::string& path) {
    std::FILE* out = path.empty() ? stdout : std::fopen(path.c_str(), "w");
    const bool is_written = out && std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const bool is_kept = is_written && (path.empty() ? std::fflush(out) : std::fclose(out)) == 0;
    if (!is_kept) throw exchange::ExchangeError(fmt::format("cannot write {}", path.empty() ? "output" : path));
}

using Json = nlohmann::ordered_json;

/// A row for each cost of a message, and one for each collective.
void describe(const exchange::CostModel& machine) {
    fmt::print("{}\n", machine.name);
    for (const std::string& source : machine.sources) fmt::print("    from {}\n", source);
    const Json costs = Json::parse(to_json(machine));
    for (const auto& [name, value] : costs.items()) {
        if (!value.is_number() || !name.ends_with("_s")) continue;
        fmt::print("    {:<20}{:>12}\n", name.substr(0, name.size() - 2), time_in_words(value.get<double>()));
    }
    fmt::print("    {:<20}{:>12}{:>12}{:>12}   {}\n", "collective", "fixed", "per round", "per byte", "algorithm");
    for (const auto& [name, cost] : costs.at("collectives").items()) {
        const auto time = [&](const char* key) { return time_in_words(cost.at(key).get<double>()); };
        fmt::print("    {:<20}{:>12}{:>12}{:>12}   {}\n", name, time("fixed_s"), time("per_round_s"),
                   time("per_byte_s"), cost.at("algorithm").get<std::string>());
    }
    fmt::print("\n");
}

/// Constants and measured times exclude each other.
void check_costs(const SimulateWords& words, const exchange::MeasuredTimes& times) {
    if (times.any() && !words.constant_cost.empty()) {
        throw exchange::ExchangeError(fmt::format(
            "{} is for runs without measured times, but {} has them; leave it out, or scale the measured times "
            "with --core-speed",
            words.constant_cost, times.origin));
    }
    if (!times.any() && words.has_core_speed) {
        throw exchange::ExchangeError(
            fmt::format("--core-speed scales measured times, which the recorded run lacks: {}", times.obstacle));
    }
}

/// Of a time or count: the mean and the largest over the ranks.
template <class Value>
void print_row(const char* name, const exchange::StudyResult& result, const Value& value, bool is_time) {
    double sum = 0, most = 0;
    for (const exchange::StudyRank& rank : result.ranks) {
        const auto each = static_cast<double>(value(rank));
        sum += each;
        most = std::max(most, each);
    }
    const auto shown = [&](double number) { return is_time ? time_in_words(number) : fmt::format("{:.6g}", number); };
    fmt::print("{:<16}{:>14}{:>14}\n", name, shown(sum / static_cast<double>(result.ranks.size())), shown(most));
}

/// Of `auto`, in words.
std::string choice_of(const exchange::StudyResult& result) {
    if (!result.chosen) return {};
    if (result.chosen->empty()) return ", whose trials had not ended with the run,";
    return fmt::format(", which chose {},", *result.chosen);
}

void print_table(const exchange::StudyTerms& terms, const exchange::StudyResult& result) {
    using exchange::StudyRank;
    fmt::print("{}{} on {} ranks of {}\n", terms.exchange, choice_of(result), terms.ranks, terms.machine.name);
    fmt::print("{:<16}{:>14}{:>14}\n", "", "mean rank", "most");
    const auto time = [&](const char* name, double exchange::StudyTimes::* part) {
        print_row(name, result, [part](const StudyRank& rank) { return rank.times.*part; }, true);
    };
    time("compute", &exchange::StudyTimes::compute_s);
    time("communicate", &exchange::StudyTimes::communicate_s);
    time("synchronize", &exchange::StudyTimes::synchronize_s);
    time("total", &exchange::StudyTimes::total_s);
    const auto count = [&](const char* name, std::int64_t exchange::ExchangeCounters::* part) {
        print_row(name, result, [part](const StudyRank& rank) { return rank.counters.*part; }, false);
    };
    count("intervals", &exchange::ExchangeCounters::intervals);
    count("spikes sent", &exchange::ExchangeCounters::spikes_sent);
    count("spikes received", &exchange::ExchangeCounters::spikes_received);
    count("messages sent", &exchange::ExchangeCounters::messages_sent);
    count("bytes sent", &exchange::ExchangeCounters::bytes_sent);
    count("bytes received", &exchange::ExchangeCounters::bytes_received);
}

int list_as_json() {
    Json all = Json::array();
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        Json options = Json::array();
        for (const exchange::OptionDescription& option : strategy.options) {
            options.push_back({{"name", option.name}, {"values", option.values}, {"meaning", option.meaning}});
        }
        all.push_back({{"name", strategy.name}, {"summary", strategy.summary}, {"options", std::move(options)}});
    }
    fmt::print("{}\n", all.dump(1));
    return 0;
}

}  // namespace

std::string time_in_words(double seconds) {
    constexpr std::pair<double, const char*> units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    for (const auto& [unit, name] : units) {
        if (seconds >= unit) return fmt::format("{:.4g} {}", seconds / unit, name);
    }
    return seconds == 0 ? "0" : fmt::format("{:.3g} ps", seconds / 1e-12);
}

std::string size_in_words(double bytes) {
    constexpr std::pair<double, const char*> units[] = {{1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}};
    for (const auto& [unit, name] : units) {
        if (bytes >= unit) return fmt::format("{:.3g} {}", bytes / unit, name);
    }
    return fmt::format("{:.0f} B", bytes);
}

void warn_of_order(const exchange::MeasuredTimes& times) {
    if (!times.is_inserted) return;
    std::fprintf(
        stderr,
        "note: %s was recorded with NEURON's order of events, which is used on one rank only, where it makes events "
        "take longer; record the run with --event-order ranks\n",
        times.origin.c_str());
}

namespace {

double bytes_of_net(double connections, double spikes) {
    constexpr double of_connection = 100, of_spike = 32;  // [bytes]
    return connections * of_connection + spikes * of_spike;
}

double bytes_of_simulation(double connections, double spikes, int ranks) {
    constexpr double of_pair = 150;  // [bytes]
    return bytes_of_net(connections, spikes) + static_cast<double>(ranks) * ranks * of_pair;
}

double memory_here() {
    return static_cast<double>(this_host().memory_bytes);
}

}  // namespace

bool simulation_fits(double connections, double spikes, int ranks) {
    return memory_here() <= 0 || bytes_of_simulation(connections, spikes, ranks) <= memory_here();
}

void check_memory(double connections, double spikes, int ranks) {
    if (simulation_fits(connections, spikes, ranks)) return;
    const double needed = bytes_of_simulation(connections, spikes, ranks), there = memory_here();
    throw exchange::ExchangeError(
        fmt::format("{} ranks, {:g} connections and {:g} spikes take about {:.0f} GB, and this machine has {:.0f} GB; "
                    "simulate fewer ranks or a smaller network, or give --force",
                    ranks, connections, spikes, needed / 1e9, there / 1e9));
}

void check_memory_of_estimate(const exchange::RecordedRun& run, int ranks) {
    const double net = bytes_of_net(static_cast<double>(run.sources.size()), static_cast<double>(run.spikes.size()));
    const double needed = net + exchange::estimate_memory(run, ranks);
    if (memory_here() <= 0 || needed <= memory_here()) return;
    throw exchange::ExchangeError(
        fmt::format("an estimate for {} ranks takes about {}, and this machine has {}; ask for "
                    "fewer ranks",
                    ranks, size_in_words(needed), size_in_words(memory_here())));
}

std::string source_of_times(const exchange::RecordedRun& run, const exchange::StudyTerms& terms) {
    const exchange::MeasuredTimes& times = run.times;
    if (!run.samples.empty()) {
        return fmt::format(
            "computing: as measured on {} of {} ranks, divided by a core speed of {:g}; the others are drawn from these",
            run.samples.size(), terms.ranks, terms.core_speed);
    }
    if (!times.any()) {
        return fmt::format("computing: constants (--step-cost, --event-cost, --spike-cost), not measured times: {}",
                           times.obstacle);
    }
    return fmt::format("computing: as {} has measured it on {} rank{}, divided by a core speed of {:g}", times.origin,
                       times.ranks.size(), times.ranks.size() == 1 ? "" : "s", terms.core_speed);
}

int list_exchanges_command(bool only_specifications, int together, bool as_json) {
    if (only_specifications) {
        for (const std::string& each : exchange::specifications_of_all(together)) std::printf("%s\n", each.c_str());
        return 0;
    }
    if (as_json) return list_as_json();
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        std::printf("%s: %s\n", strategy.name.c_str(), strategy.summary.c_str());
        for (const exchange::OptionDescription& option : strategy.options) {
            const std::string given = option.name + "=" + option.values;
            std::printf("    %-24s %s\n", given.c_str(), option.meaning.c_str());
        }
    }
    return 0;
}

int list_machines_command(bool as_json) {
    Json all = Json::array();
    for (const exchange::CostModel& machine : exchange::known_machines()) {
        as_json ? all.push_back(Json::parse(to_json(machine))) : describe(machine);
    }
    if (as_json) fmt::print("{}\n", all.dump(1));
    return 0;
}

namespace {

int simulate_exchange(const SimulateWords& words) {
    raster::check_is_no_source(words.out);
    const bool wants_json = words.as_json || !words.out.empty();
    exchange::StudyOptions options = words.options;
    options.machine = words.machine_file.empty() ? exchange::known_machine(words.machine)
                                                 : exchange::read_cost_model(words.machine_file);
    if (words.recorded.raster.empty()) {
        const double connections = static_cast<double>(options.net.cells) * options.net.connections;
        if (!words.force) check_memory(connections, 0, options.ranks);
        const exchange::StudyResult result = simulate(options);
        wants_json ? put(to_json(options, result), words.out) : print_table(options, result);
        return 0;
    }
    if (!words.has_core_speed) options.core_speed = options.machine.core_speed;
    exchange::RecordedTerms terms;
    static_cast<exchange::StudyTerms&>(terms) = options;
    terms.placement = words.recorded_placement;
    terms.seed = options.net.seed;
    const exchange::RecordedRun run = read_recorded_run(words.recorded);
    if (run.samples.empty()) check_costs(words, run.times);
    if (!words.force) {
        check_memory(static_cast<double>(run.sources.size()), static_cast<double>(run.spikes.size()), options.ranks);
    }
    const exchange::RecordedResult result = simulate(run, terms);
    warn_of_order(run.times);
    if (!result.notice.empty()) std::fprintf(stderr, "note: %s\n", result.notice.c_str());
    if (wants_json) {
        put(to_json(run, terms, result), words.out);
        return 0;
    }
    print_table(terms, result);
    fmt::print("placement {}, an interval of {:g} ms\n{}\n", result.placement,
               static_cast<double>(result.steps_per_interval) * run.outline.dt, source_of_times(run, terms));
    return 0;
}

}  // namespace

int simulate_exchange_command(const SimulateWords& words) {
    try {
        return simulate_exchange(words);
    } catch (const std::bad_alloc&) {
        throw exchange::ExchangeError(fmt::format(
            "{} ranks and this network need more memory than there is; simulate fewer ranks or a smaller network",
            words.options.ranks));
    }
}

int calibrate_exchange_command(const std::string& out) {
    raster::check_is_no_source(out);
    const auto transport = exchange::make_transport();
    exchange::CostModel model = exchange::run_to_completion(exchange::calibrate(*transport));
    model.sources.push_back(exchange::mpi_library_version());
    if (transport->rank() == 0) put(to_json(model), out);
    return 0;
}

}  // namespace ranvier::program
