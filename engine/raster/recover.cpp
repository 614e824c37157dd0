#include "engine/raster/recover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/raster/merge.hpp"
#include "engine/raster/output_path.hpp"
#include "engine/raster/report_merge.hpp"

namespace ranvier::raster {

namespace {

/// Opens the logs of one run. Throws if a rank's log is missing, or if the logs belong to different runs.
template <typename Reader>
std::vector<Reader> open_logs(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names) {
    std::vector<Reader> logs;
    for (const std::filesystem::path& name : names) logs.emplace_back(name);
    const std::uint32_t ranks = logs[0].header().ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto found =
            std::count_if(logs.begin(), logs.end(), [&](const Reader& log) { return log.header().rank == rank; });
        if (found == 0) {
            throw RasterError(fmt::format("{}: the log of rank {} (of {}) is missing", file.string(), rank, ranks));
        }
    }
    for (const Reader& log : logs) {
        if (log.header().run != logs[0].header().run || log.header().ranks != ranks || logs.size() != ranks) {
            throw RasterError(fmt::format("{} and {} are logs of different runs; remove the logs of one run",
                                          logs[0].name(), log.name()));
        }
    }
    return logs;
}

Recovered recover_report(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names,
                         const std::filesystem::path& to) {
    std::vector<ReportLogReader> logs = open_logs<ReportLogReader>(file, names);
    const MergedReport merged = merge_reports(logs, to, {});
    return {true, merged.frames, merged.frames, merged.dropped, merged.t, static_cast<int>(logs.size())};
}

Recovered recover_spikes(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names,
                         const std::filesystem::path& to) {
    std::vector<LogReader> logs = open_logs<LogReader>(file, names);
    const Merged merged = merge(logs, [&] { return make_sink(to, logs[0].header().population, {}); });
    merged.sink->commit();
    Recovered recovered;
    recovered.spikes = merged.spikes;
    recovered.intervals = static_cast<std::int64_t>(merged.intervals);
    recovered.dropped = merged.dropped;
    recovered.t = merged.t;
    recovered.ranks = static_cast<int>(logs.size());
    return recovered;
}

/// The logs are those of a failed run, so a file there is already is of another one, perhaps whole.
void check_replaces_nothing(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return;
    throw RasterError(
        fmt::format("{0} exists already, from another run: recover to another file with --out FILE, or replace it with "
                    "--replace",
                    file.string()));
}

}  // namespace

Recovered recover(const std::filesystem::path& name, const RecoverTo& to) {
    const std::filesystem::path file = output_path(name);  // the logs lie there, too
    const std::vector<std::filesystem::path> names = find_logs(file);
    if (names.empty()) {
        throw RasterError(fmt::format("{}: found no logs of an unfinished run beside this file", file.string()));
    }
    const std::filesystem::path made = to.file.empty() ? file : output_path(to.file);
    if (!to.replaces) check_replaces_nothing(made);
    const Recovered recovered =
        ReportLogReader::is_one(names[0]) ? recover_report(file, names, made) : recover_spikes(file, names, made);
    for (const std::filesystem::path& log : names) std::filesystem::remove(log);
    return recovered;
}

}  // namespace ranvier::raster
