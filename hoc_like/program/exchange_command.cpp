// ranvier exchange: lists exchange strategies and estimates their cost on other machines.

#include <fmt/format.h>

#include <cstdio>

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

void describe(const exchange::CostModel& machine) {
    std::printf("%s\n", machine.name.c_str());
    for (const std::string& source : machine.sources) std::printf("    from %s\n", source.c_str());
    // Shows only the lines with numbers of the --machine-file format.
    const std::string json = to_json(machine);
    const std::size_t constants = json.find("  \"latency_s\"");
    std::printf("%s\n", json.substr(constants, json.rfind('}') - constants).c_str());
}

}  // namespace

int list_exchanges_command(bool only_specifications, int together) {
    if (only_specifications) {
        for (const std::string& each : exchange::specifications_of_all(together)) std::printf("%s\n", each.c_str());
        return 0;
    }
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        std::printf("%s: %s\n", strategy.name.c_str(), strategy.summary.c_str());
        for (const exchange::OptionDescription& option : strategy.options) {
            const std::string given = option.name + "=" + option.values;
            std::printf("    %-24s %s\n", given.c_str(), option.meaning.c_str());
        }
    }
    return 0;
}

int list_machines_command() {
    for (const exchange::CostModel& machine : exchange::known_machines()) describe(machine);
    return 0;
}

int simulate_exchange_command(const SimulateWords& words) {
    exchange::StudyOptions options = words.options;
    options.machine = words.machine_file.empty() ? exchange::known_machine(words.machine)
                                                 : exchange::read_cost_model(words.machine_file);
    if (words.recorded.raster.empty()) {
        put(to_json(options, simulate(options)), words.out);
        return 0;
    }
    exchange::RecordedTerms terms;
    static_cast<exchange::StudyTerms&>(terms) = options;
    terms.placement = words.recorded_placement;
    terms.seed = options.net.seed;
    const exchange::RecordedRun run = read_recorded_run(words.recorded);
    const exchange::RecordedResult result = simulate(run, terms);
    if (!result.notice.empty()) std::fprintf(stderr, "note: %s\n", result.notice.c_str());
    put(to_json(run, terms, result), words.out);
    return 0;
}

int calibrate_exchange_command(const std::string& out) {
    const auto transport = exchange::make_transport();
    exchange::CostModel model = exchange::run_to_completion(exchange::calibrate(*transport));
    model.sources.push_back(exchange::mpi_library_version());
    if (transport->rank() == 0) put(to_json(model), out);
    return 0;
}

}  // namespace ranvier::program
