#include "hoc_like/program/recorded_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/edges/edges.hpp"
#include "engine/raster/file/raster.hpp"
#include "exchange/error.hpp"
#include "exchange/steps.hpp"
#include "hoc_like/program/raster_digest.hpp"
#include "hoc_like/program/run/gid_runs.hpp"
#include "hoc_like/program/run/measured_times.hpp"

namespace ranvier::program {

namespace {

using exchange::ExchangeError;
using exchange::Gid;
using exchange::RecordedRun;
using nlohmann::json;

/// What a cell is, by gid.
struct Cell {
    int rank = 0;
    int area = -1;
    bool is_local = false, at_ends = false;
};

void read_outline(const json& traffic, exchange::RunOutline& outline) {
    outline.begin = traffic.at("begin_ms").get<double>();
    outline.dt = traffic.at("dt_ms").get<double>();
    outline.steps = traffic.at("steps").get<std::int64_t>();
    outline.counted_from = traffic.at("counted_from_ms").get<double>();
    if (!(outline.dt > 0) || outline.steps < 1 || outline.steps > 1'000'000'000'000) {
        throw std::invalid_argument(fmt::format("{} steps of {} ms", outline.steps, outline.dt));
    }
    std::int64_t last = -1;
    for_each_in(traffic.at("ends"), 0, outline.steps, [&](std::int64_t step) {
        if (step <= last) throw std::invalid_argument("ends do not ascend");
        outline.ends.append(last = step);
    });
    outline.longest_interval = traffic.at("longest_interval_ms").get<double>();
    if (!traffic.at("min_delay_ms").is_null()) outline.min_delay = traffic.at("min_delay_ms").get<double>();
    outline.fires_at_steps = traffic.at("fires_at_steps").get<bool>();
}

void read_cells(const json& ranks, RecordedRun& run) {
    constexpr std::int64_t most_gid = std::numeric_limits<Gid>::max() - 1;
    std::map<Gid, Cell> cells;
    for (const json& rank : ranks) {
        const auto number = static_cast<int>(run.listens.size());
        run.listens.push_back(rank.at("listens").get<std::int64_t>());
        const auto known = [&](std::int64_t gid) -> Cell& { return cells.at(static_cast<Gid>(gid)); };
        for (const char* name : {"gids", "local"}) {
            for_each_in(rank.at(name), 0, most_gid, [&](std::int64_t gid) {
                Cell& cell = cells[static_cast<Gid>(gid)];
                cell.rank = number;
                cell.is_local = name == std::string_view("local");
            });
        }
        for_each_in(rank.at("at_ends"), 0, most_gid, [&](std::int64_t gid) { known(gid).at_ends = true; });
        for (const json& area : rank.at("areas")) {
            for_each_in(area.at(1), 0, most_gid, [&](std::int64_t gid) { known(gid).area = area.at(0).get<int>(); });
        }
    }
    for (const auto& [gid, cell] : cells) {
        run.gids.push_back(gid);
        run.ranks.push_back(cell.rank);
        run.areas.push_back(cell.area);
        run.is_local.push_back(cell.is_local);
        run.at_ends.push_back(cell.at_ends);
    }
}

exchange::RankSample read_sample(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw ExchangeError(fmt::format("cannot read {}", file));
    const json summary = json::parse(in, nullptr, false);
    if (!summary.is_object() || !summary.contains("replay")) {
        throw ExchangeError(
            fmt::format("{} is not the summary of a replay of one rank; write it with ranvier replay --rank R --of N "
                        "--intervals --summary {}",
                        file, file));
    }
    try {
        exchange::RankSample sample;
        sample.origin = file;
        sample.rank = summary.at("replay").at("rank").get<int>();
        sample.of = summary.at("replay").at("of").get<int>();
        exchange::MeasuredTimes times;
        read_times(summary, times);
        for (const auto& block : times.blocks) {
            for (const auto& cell : block.cells) sample.gids.push_back(cell.gid);
        }
        const auto& rank = times.ranks.at(0);
        sample.rows = rank.rows;
        const double all_s = rank.update_s + rank.deliver_s + rank.others_s;
        if (sample.rows.empty()) {
            const double end = summary.at("configuration").at("end_ms").get<double>();
            sample.rows.push_back({end, rank.deliver_s, all_s});
        }
        // Times of short intervals are differences of clocks, and those below 0 were taken as 0.
        double noted_s = 0;
        for (const auto& row : sample.rows) noted_s += row.compute_s;
        for (auto& row : sample.rows) row.compute_s *= noted_s > 0 ? all_s / noted_s : 1;
        return sample;
    } catch (const std::exception& error) {
        throw ExchangeError(fmt::format("{}: the times of a rank are damaged or absent: {}", file, error.what()));
    }
}

/// Returns the checksum of the raster, empty if the run recorded none.
std::string read_summary(const std::string& file, RecordedRun& run) {
    std::ifstream in(file);
    if (!in) throw ExchangeError(fmt::format("cannot read the summary {}", file));
    const json summary = json::parse(in, nullptr, false);
    if (!summary.is_object() || summary.value("format", json()) != "ranvier summary") {
        throw ExchangeError(fmt::format("{} is not a summary; a run writes one with --summary {}", file, file));
    }
    refuse_dry_run(summary, file);
    const json traffic = summary.value("traffic", json());
    if (!traffic.is_object()) {
        throw ExchangeError(
            fmt::format("{} was written by an earlier version, which did not note where cells were and "
                        "when ranks met; record the run again",
                        file));
    }
    if (traffic.contains("absent")) {
        throw ExchangeError(
            fmt::format("{} does not describe its traffic of spikes: {}; record a run of fixed steps from "
                        "one initialization",
                        file, traffic.at("absent").dump()));
    }
    run.times.origin = file;
    try {
        read_times(summary, run.times);
    } catch (const std::exception& error) {
        throw ExchangeError(fmt::format("{}: the part \"work\" is damaged: {}", file, error.what()));
    }
    try {
        read_outline(traffic, run.outline);
        const json& ranks = traffic.at("per_rank");
        if (ranks.is_array()) read_cells(ranks, run);
        const json raster = summary.value("raster", json::object());
        return raster.value("sha256", "");
    } catch (const std::exception& error) {  // of JSON, or ours
        throw ExchangeError(fmt::format("{}: the part \"traffic\" is damaged: {}", file, error.what()));
    }
}

/// What was given, else what the raster says; 0 if it says nothing.
double given_or_recorded(double given, const raster::Metadata& recorded, const char* name) {
    const std::string* const text = given > 0 ? nullptr : raster::find(recorded, name);
    if (!text) return given;
    double value = 0;
    const auto [rest, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    return error == std::errc{} ? value : 0;
}

/// The steps of a run to tstop in one advance.
void make_outline(const RecordedWords& words, exchange::RunOutline& outline) {
    static constexpr std::array names = {"begin", "tstop", "dt"};
    const raster::Metadata recorded = raster::run_attributes(words.raster, {}, names);
    const double begin = given_or_recorded(0, recorded, "begin"),
                 tstop = given_or_recorded(words.tstop, recorded, "tstop"),
                 dt = given_or_recorded(words.dt, recorded, "dt");
    const double length = tstop - begin;
    if (!(dt > 0) || !(length >= dt) || length / dt > 1e12) {
        throw ExchangeError(
            "without --summary of the recorded run, --dt and --tstop [ms] must be given, with tstop of at least dt, unless "
            "the raster says them");
    }
    outline.dt = dt;
    outline.begin = begin;
    outline.steps = static_cast<exchange::Step>(length * (1. + 1e-11) / dt + 1e-9);
    outline.ends.append(outline.steps);
    outline.longest_interval = words.longest_interval;
}

void make_cells(const RecordedWords& words, RecordedRun& run) {
    for (Gid gid = 0; gid < words.cells; ++gid) run.gids.push_back(gid);
    if (words.cells > 0) {
        run.gids_from = fmt::format("--cells {}", words.cells);
        return;
    }
    run.gids = run.sources;
    run.gids.insert(run.gids.end(), run.targets.begin(), run.targets.end());
    for (const exchange::Spike& spike : run.spikes) run.gids.push_back(spike.gid);
    std::sort(run.gids.begin(), run.gids.end());
    run.gids.erase(std::unique(run.gids.begin(), run.gids.end()), run.gids.end());
    run.gids_from = "the network of edges and raster";
}

/// Without a summary: a spike whose time is that of the end of a step, bit for bit, fires there.
void find_ends(RecordedRun& run) {
    std::vector<Gid> gids;
    double end = run.outline.begin;
    auto next = run.spikes.begin();
    for (exchange::Step step = 0; step < run.outline.steps && next != run.spikes.end(); ++step) {
        end = exchange::end_of_step(end, run.outline.dt);
        for (; next != run.spikes.end() && next->t <= end; ++next) {
            if (next->t == end) gids.push_back(next->gid);
        }
    }
    std::sort(gids.begin(), gids.end());
    for (const Gid gid : run.gids) run.at_ends.push_back(std::binary_search(gids.begin(), gids.end(), gid));
    run.outline.fires_at_steps = !gids.empty();
}

}  // namespace

void refuse_dry_run(const nlohmann::json& summary, const std::string& file) {
    if (!summary.contains("dry_run")) return;
    throw ExchangeError(fmt::format(
        "{} is the summary of a dry run, which makes one rank's share of a network and runs nothing; record a "
        "run with --summary",
        file));
}

RecordedRun read_recorded_cells(const std::string& summary, const std::string& raster) {
    RecordedRun run;
    run.gids_from = summary.empty() ? raster : summary;
    if (!summary.empty()) read_summary(summary, run);
    if (!run.gids.empty()) return run;
    const std::string range = raster::run_attribute(raster, {}, "gids").value_or("");
    const std::size_t colon = range.find(':');
    Gid first = 0, end = 0;
    if (colon != std::string::npos) {
        std::from_chars(range.data(), range.data() + colon, first);
        std::from_chars(range.data() + colon + 1, range.data() + range.size(), end);
    }
    for (Gid gid = first; gid < end; ++gid) run.gids.push_back(gid);
    if (!run.gids.empty()) return run;
    throw ExchangeError(fmt::format(
        "{} does not say which cells there are, so a rank's share is not known: give the summary of the recorded "
        "run with --recorded, or the gids with --cells",
        run.gids_from));
}

RecordedRun read_recorded_run(const RecordedWords& words) {
    RecordedRun run;
    run.raster_from = words.raster;
    run.edges_from = words.edges;
    std::string checksum;
    if (words.summary.empty()) {
        run.times.obstacle = "no summary was given";
        make_outline(words, run.outline);
    } else {
        checksum = read_summary(words.summary, run);
        run.gids_from = words.summary;
    }
    edges::EdgeTable edges = edges::read_edges(words.edges, {});
    run.sources = std::move(edges.sources);
    run.targets = std::move(edges.targets);
    run.delays = std::move(edges.delays);
    const auto [found, records] = raster_digest(words.raster, &run.spikes);
    if (!checksum.empty() && checksum != found) {
        throw ExchangeError(
            fmt::format("{} is not the raster of the run that wrote {}: its spikes differ; give the files "
                        "of one run",
                        words.raster, words.summary));
    }
    for (const std::string& file : words.times) run.samples.push_back(read_sample(file));
    if (run.gids.empty()) make_cells(words, run);
    if (run.at_ends.empty()) find_ends(run);
    if (words.area_size > 0) {
        run.areas.clear();
        for (std::size_t k = 0; k < run.gids.size(); ++k) {
            run.areas.push_back(static_cast<int>(k / static_cast<std::size_t>(words.area_size)));
        }
    }
    return run;
}

}  // namespace ranvier::program
