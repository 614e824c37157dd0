#include "engine/raster/recover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/raster/merge.hpp"

namespace ranvier::raster {

namespace {

/// The logs of one run, by rank.
std::vector<LogReader> open_logs(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names) {
    std::vector<LogReader> logs;
    for (const std::filesystem::path& name : names) logs.emplace_back(name);
    const std::uint32_t ranks = logs[0].header().ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto found =
            std::count_if(logs.begin(), logs.end(), [&](const LogReader& log) { return log.header().rank == rank; });
        if (found == 0) {
            throw RasterError(fmt::format("{}: the log of rank {} (of {}) is missing", file.string(), rank, ranks));
        }
    }
    for (const LogReader& log : logs) {
        if (log.header().run != logs[0].header().run || log.header().ranks != ranks || logs.size() != ranks) {
            throw RasterError(
                fmt::format("{} and {} are logs of different runs; remove those of one", logs[0].name(), log.name()));
        }
    }
    return logs;
}

}  // namespace

Recovered recover(const std::filesystem::path& file) {
    const std::vector<std::filesystem::path> names = find_logs(file);
    if (names.empty()) {
        throw RasterError(fmt::format("{}: there are no logs of an unfinished run beside it", file.string()));
    }
    std::vector<LogReader> logs = open_logs(file, names);
    const LogSummary summary = summarise(logs);
    const std::unique_ptr<Sink> sink = make_sink(file, logs[0].header().population, {});
    Recovered recovered;
    recovered.spikes = merge(logs, summary, *sink);
    sink->commit();
    recovered.intervals = static_cast<std::int64_t>(summary.intervals);
    recovered.dropped = summary.spikes - recovered.spikes;
    recovered.t = summary.t;
    recovered.ranks = static_cast<int>(logs.size());
    for (const std::filesystem::path& name : names) std::filesystem::remove(name);
    return recovered;
}

}  // namespace ranvier::raster
