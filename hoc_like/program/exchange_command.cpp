// ranvier exchange: lists exchange strategies and estimates their cost on other machines.

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/raster/output_path.hpp"
#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/strategy/specifications.hpp"
#include "exchange/study/calibration.hpp"
#include "exchange/study/study.hpp"
#include "exchange/transport/launch.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/exchange_command.hpp"

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

/// 2.75e-06 as "2.75 us".
std::string in_words(double seconds) {
    constexpr std::pair<double, const char*> units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    for (const auto& [unit, name] : units) {
        if (seconds >= unit) return fmt::format("{:.4g} {}", seconds / unit, name);
    }
    return seconds == 0 ? "0" : fmt::format("{:.3g} ps", seconds / 1e-12);
}

/// A row for each cost of a message, and one for each collective.
void describe(const exchange::CostModel& machine) {
    fmt::print("{}\n", machine.name);
    for (const std::string& source : machine.sources) fmt::print("    from {}\n", source);
    const Json costs = Json::parse(to_json(machine));
    for (const auto& [name, value] : costs.items()) {
        if (!value.is_number() || !name.ends_with("_s")) continue;
        fmt::print("    {:<20}{:>12}\n", name.substr(0, name.size() - 2), in_words(value.get<double>()));
    }
    fmt::print("    {:<20}{:>12}{:>12}{:>12}   {}\n", "collective", "fixed", "per round", "per byte", "algorithm");
    for (const auto& [name, cost] : costs.at("collectives").items()) {
        const auto time = [&](const char* key) { return in_words(cost.at(key).get<double>()); };
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
            fmt::format("--core-speed scales measured times, but there are none: {}", times.obstacle));
    }
}

void warn_of_order(const exchange::MeasuredTimes& times) {
    if (!times.is_inserted) return;
    std::fprintf(
        stderr,
        "note: %s was recorded with NEURON's order of events, which is used on one rank only, where it makes events "
        "take longer; record the run with --event-order ranks\n",
        times.origin.c_str());
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

int simulate_exchange_command(const SimulateWords& words) {
    raster::check_is_no_source(words.out);
    exchange::StudyOptions options = words.options;
    options.machine = words.machine_file.empty() ? exchange::known_machine(words.machine)
                                                 : exchange::read_cost_model(words.machine_file);
    if (words.recorded.raster.empty()) {
        put(to_json(options, simulate(options)), words.out);
        return 0;
    }
    if (!words.has_core_speed) options.core_speed = options.machine.core_speed;
    exchange::RecordedTerms terms;
    static_cast<exchange::StudyTerms&>(terms) = options;
    terms.placement = words.recorded_placement;
    terms.seed = options.net.seed;
    const exchange::RecordedRun run = read_recorded_run(words.recorded);
    check_costs(words, run.times);
    const exchange::RecordedResult result = simulate(run, terms);
    warn_of_order(run.times);
    if (!result.notice.empty()) std::fprintf(stderr, "note: %s\n", result.notice.c_str());
    put(to_json(run, terms, result), words.out);
    return 0;
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
