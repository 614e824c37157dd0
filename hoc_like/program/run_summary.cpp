#include "hoc_like/program/run_summary.hpp"

#include <dlfcn.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/ranks_that_differ.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/digest.hpp"
#include "hoc_like/program/dry_run.hpp"
#include "hoc_like/program/host.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/raster_digest.hpp"
#include "hoc_like/program/run_traffic.hpp"
#include "hoc_like/program/run_work.hpp"
#include "hoc_like/program/set_values.hpp"
#include "mechanisms/builtin/isa.hpp"

namespace ranvier::program {

namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;

/// Names and values of one rank, which all ranks have in the same order.
using Figures = std::vector<std::pair<const char*, double>>;

/// A list of objects, one for each rank. Collective.
Json per_rank(hoc::Session& session, const Figures& mine) {
    std::vector<double> values;
    for (const auto& [name, value] : mine) values.push_back(value);
    const auto all =
        hoc::drive(exchange::gather_vectors<double>(session.context().transport, std::span<const double>(values)));
    Json list = Json::array();
    for (std::size_t first = 0; first < all.size(); first += mine.size()) {
        Json& one = list.emplace_back(Json::object());
        for (std::size_t k = 0; k < mine.size(); ++k) one[mine[k].first] = all[first + k];
    }
    return list;
}

/// Sums over the ranks; counts are whole numbers, which doubles hold up to 2^53. Collective.
Json sums(hoc::Session& session, const Figures& mine) {
    std::vector<double> values;
    for (const auto& [name, value] : mine) values.push_back(value);
    hoc::drive(session.context().transport.allreduce(std::span<double>(values), exchange::Reduce::sum));
    Json all = Json::object();
    for (std::size_t k = 0; k < mine.size(); ++k) all[mine[k].first] = static_cast<std::int64_t>(values[k]);
    return all;
}

/// The words with which the process was started.
Json command_line() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    Json words = Json::array();
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return words;
}

/// The digest of the program, or of the Python module: of whatever holds this function.
std::string build_id() {
    Dl_info found{};
    if (!dladdr(reinterpret_cast<const void*>(&build_id), &found) || !found.dli_fname) return {};
    std::error_code failed;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
    const bool is_program = !failed && path.filename() == std::filesystem::path(found.dli_fname).filename();
    return digest_of_file(is_program ? path : std::filesystem::path(found.dli_fname)).substr(0, 16);
}

Json program_part() {
    return {{"version", version_text},
            {"build", build_id()},
            {"commit", commit_text ? Json(commit_text) : Json()},
            {"compiler", RANVIER_COMPILER},
            {"compiler_flags", RANVIER_COMPILER_FLAGS},
            {"libraries",
             {{"mpi", exchange::mpi_library_version()},
              {"hdf5", RANVIER_HDF5_VERSION},
              {"sundials", RANVIER_SUNDIALS_VERSION},
              {"boost", RANVIER_BOOST_VERSION}}}};
}

Json host_part() {
    const Host host = this_host();
    return {{"name", host.name},
            {"system", host.system},
            {"cpu", host.cpu},
            {"cores", host.cores},
            {"caches", host.cache_bytes},
            {"governor", host.governor.empty() ? Json() : Json(host.governor)},
            {"memory_bytes", host.memory_bytes},
            {"load_1min", host.load_1min}};
}

/// Where each rank runs. Collective.
Json places_of_ranks(hoc::Session& session) {
    const Json mine{{"host", this_host().name},
                    {"cpus", allowed_processors()},
                    {"threads", session.context().simulation.threads().wanted()}};
    Json all = Json::array();
    for (const std::string& text : hoc::drive(exchange::gather_texts(session.context().transport, mine.dump()))) {
        all.push_back(Json::parse(text));
    }
    return all;
}

Json set_part(hoc::Session& session, const RunOptions& options) {
    Json set = Json::object();
    for (const auto& [name, value] : set_values(session, options)) set[name] = value;
    return set;
}

Json configuration_part(hoc::Session& session, const RunOptions& options) {
    engine::Simulation& simulation = session.context().simulation;
    const engine::PhaseTimes times = simulation.meter().phase_times();
    const double end = session.context().model.t;
    return {{"math", options.vector_math ? "vector" : "libm"},
            {"isa", options.isa.empty() ? std::string(mechanisms::name_of(mechanisms::best_isa())) : options.isa},
            {"exchange", session.parallel().exchange.name()},
            {"ranks", session.context().transport.size()},
            {"threads", simulation.threads().wanted()},
            {"threads_used", simulation.threads_in_use().count},
            {"threads_notice", session.parallel().threads.notice()},
            {"compat", options.compat},
            {"set", set_part(session, options)},
            {"begin_ms", end - times.simulated},
            {"end_ms", end},
            {"dt_ms", session.context().model.dt}};
}

Json setup_figures(hoc::Session& session) {
    constexpr const char* names[] = {"read", "create", "connect", "tables", "prepare"};
    const auto& costs = session.parallel().construction.costs();
    static_assert(std::size(names) == hoc::ConstructionMeter::parts);
    Figures figures;
    for (std::size_t k = 0; k < costs.size(); ++k) figures.emplace_back(names[k], costs[k].seconds);
    return per_rank(session, figures);
}

Json phase_figures(hoc::Session& session) {
    const engine::PhaseTimes times = session.context().simulation.meter().phase_times();
    return per_rank(session, {{"wall", times.wall},
                              {"deliver", times.deliver},
                              {"update", times.update},
                              {"collocate", times.collocate},
                              {"communicate", times.communicate},
                              {"synchronize", times.synchronize},
                              {"wait", times.wait},
                              {"script", times.script}});
}

/// What `--exchange auto` has tried; times are of an exchange interval. The same on all ranks, except for what it cost.
Json trials_part(const exchange::Trials& trials) {
    Json strategies = Json::array();
    for (const exchange::Trials::Of& each : trials.all) {
        Json& one = strategies.emplace_back(Json{{"exchange", each.specification}});
        if (!each.reason.empty()) one["not_tried"] = each.reason;
        if (each.seconds.empty()) continue;
        const auto [least, most] = std::ranges::minmax(each.seconds);
        one["trials"] = each.seconds;
        one["median"] = each.median();
        one["spread"] = most - least;
    }
    return {{"chosen", trials.chosen.empty() ? Json() : Json(trials.chosen)},
            {"connecting", trials.connecting},
            {"trying", trials.trying},
            {"lost", trials.lost},
            {"strategies", strategies}};
}

Json exchange_figures(hoc::Session& session) {
    const exchange::ExchangeCounters traffic = session.context().simulation.meter().traffic();
    return per_rank(session, {{"spikes_sent", static_cast<double>(traffic.spikes_sent)},
                              {"spikes_received", static_cast<double>(traffic.spikes_received)},
                              {"messages_sent", static_cast<double>(traffic.messages_sent)},
                              {"bytes_sent", static_cast<double>(traffic.bytes_sent)},
                              {"bytes_received", static_cast<double>(traffic.bytes_received)},
                              {"rounds", static_cast<double>(traffic.rounds())}});
}

Json counts_part(hoc::Session& session, std::int64_t spikes) {
    const engine::PhaseTimes times = session.context().simulation.meter().phase_times();
    std::size_t compartments = 0;
    for (const auto& block : session.context().model.blocks()) compartments += block->compartment_count();
    Json counts = sums(session, {{"cells", static_cast<double>(session.context().network.gids().cells().size())},
                                 {"gids", static_cast<double>(session.context().network.gids().here().size())},
                                 {"compartments", static_cast<double>(compartments)},
                                 {"connections", static_cast<double>(session.context().network.connections().end())},
                                 {"spikes_fired", static_cast<double>(times.spikes)},
                                 {"deliveries", static_cast<double>(times.deliveries)}});
    if (spikes >= 0) counts["spikes_in_raster"] = spikes;
    counts["steps"] = times.steps;  // of rank 0; with fixed steps, of all
    counts["intervals"] = times.intervals;
    return counts;
}

/// `peak`: of this rank, before the summary took memory [bytes].
Json memory_part(hoc::Session& session, double peak) {
    const engine::Network::Memory memory = session.context().network.memory();
    const auto peaks =
        hoc::drive(exchange::gather_vectors<double>(session.context().transport, std::span<const double>(&peak, 1)));
    Json of_ranks = Json::array();
    for (const double bytes : peaks) of_ranks.push_back(static_cast<std::int64_t>(bytes));
    return {{"peak_bytes_per_rank", of_ranks},
            {"by_part", sums(session, {{"connections", static_cast<double>(memory.connections)},
                                       {"sources", static_cast<double>(memory.sources)},
                                       {"queues", static_cast<double>(memory.queues)}})}};
}

/// Each exchange interval of each rank, if they were noted. Collective.
Json interval_part(hoc::Session& session) {
    const engine::IntervalLog& log = session.context().simulation.meter().interval_log();
    Json columns = Json::array();
    std::vector<double> mine;
    for (const std::string_view name : engine::IntervalLog::names()) {
        columns.push_back(name == "t" ? "t_ms" : std::string(name));
        const std::vector<double>& values = *log.find(name);
        mine.insert(mine.end(), values.begin(), values.end());
    }
    std::vector<std::size_t> counts;
    const auto all = hoc::drive(
        exchange::gather_vectors<double>(session.context().transport, std::span<const double>(mine), &counts));
    Json ranks = Json::array();
    std::size_t first = 0;
    for (const std::size_t count : counts) {
        const std::size_t rows = count / columns.size();
        Json& rank = ranks.emplace_back(Json::array());
        for (std::size_t row = 0; row < rows; ++row) {
            Json& values = rank.emplace_back(Json::array());
            for (std::size_t k = 0; k < columns.size(); ++k) values.push_back(all[first + k * rows + row]);
        }
        first += count;
    }
    return {{"columns", columns}, {"per_rank", ranks}};
}

Json raster_part(const RunOptions& options, std::int64_t spikes) {
    if (spikes < 0) return {{"absent", "nothing was recorded"}};
    std::error_code failed;
    if (!std::filesystem::is_regular_file(options.raster, failed)) {
        return {{"absent", options.raster + " is not a regular file, from which the spikes could be read again"}};
    }
    const auto [checksum, records] = raster_digest(options.raster);
    return {{"path", options.raster}, {"sha256", checksum}, {"records", records}};
}

}  // namespace

RunSummary::RunSummary(hoc::Session& session, const RunOptions& options)
    : session_(session), options_(options), path_(raster::output_path(options.summary).string()) {
    session.parallel().construction.begin();
    session.context().interpreter.on_text(
        [this](const std::string& name, std::string_view text) { note_script(name, text); });
}

RunSummary::~RunSummary() = default;

void RunSummary::note_script(const std::string& path, std::string_view text) {
    std::error_code failed;
    if (std::filesystem::is_regular_file(path, failed)) scripts_.try_emplace(path, digest(text));
}

void RunSummary::write(int status, std::int64_t spikes, const DryRunFigures* dry_run) {
    const double peak = hoc::peak_memory();
    Json all{{"format", "ranvier summary"},
             {"version", version},
             {"command", command_line()},
             {"started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(started_))},
             {"status", status},
             {"program", program_part()},
             {"host", host_part()},
             {"configuration", configuration_part(session_, options_)}};
    const std::optional<Job> job = this_job();
    all["job"] = job ? Json{{"id", job->id}, {"variable", job->variable}} : Json();
    all["ranks"] = {{"per_rank", places_of_ranks(session_)}};
    if (dry_run) all["dry_run"] = json_of(*dry_run);
    if (options_.replay) all["replay"] = {{"rank", options_.replay->rank}, {"of", options_.replay->of}};
    Json files = Json::array();
    for (const auto& [path, hash] : scripts_) files.push_back({{"path", path}, {"sha256", hash}, {"kind", "script"}});
    for (const std::filesystem::path& path : used_mod_files(session_)) {
        files.push_back({{"path", path.string()}, {"sha256", digest_of_file(path)}, {"kind", "mechanism"}});
    }
    all["files"] = files;
    all["setup"] = {{"per_rank", setup_figures(session_)}};
    all["phases"] = {{"per_rank", phase_figures(session_)}};
    all["counts"] = counts_part(session_, spikes);
    all["exchange"] = {{"per_rank", exchange_figures(session_)}};
    if (const exchange::Trials* trials = session_.parallel().exchange.trials()) all["trials"] = trials_part(*trials);
    all["memory"] = memory_part(session_, peak);
    all["traffic"] = traffic_part(session_);
    all["work"] = work_part(session_);
    if (options_.notes_intervals) all["intervals"] = interval_part(session_);
    if (session_.context().transport.rank() != 0) return;
    all["raster"] = raster_part(options_, spikes);
    const std::filesystem::path whole = raster::temporary_name(path_);
    std::ofstream file(whole);
    file << all.dump(1) << '\n';
    file.close();
    if (!file) {
        std::error_code ignored;
        std::filesystem::remove(whole, ignored);
        throw std::runtime_error("cannot write the summary " + options_.summary);
    }
    std::filesystem::rename(whole, path_);
}

}  // namespace ranvier::program
