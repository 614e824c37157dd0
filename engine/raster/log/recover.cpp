#include "engine/raster/log/recover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/log/log_parts.hpp"
#include "engine/raster/log/merge.hpp"
#include "engine/raster/log/report_merge.hpp"

namespace ranvier::raster {

namespace {

/// Checks that these are all logs of one part.
template <typename Reader>
void check_part(const std::filesystem::path& file, const std::vector<Reader>& logs) {
    const std::uint32_t ranks = logs[0].header().ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto found =
            std::count_if(logs.begin(), logs.end(), [&](const Reader& log) { return log.header().rank == rank; });
        if (found == 0) {
            throw RasterError(fmt::format("{}: the log of rank {} (of {}) is missing", file.string(), rank, ranks));
        }
    }
    for (const Reader& log : logs) {
        const auto& header = log.header();
        const bool is_of_part = header.run == logs[0].header().run && header.first == logs[0].header().first;
        if (!is_of_part || header.ranks != ranks || logs.size() != ranks) {
            throw RasterError(fmt::format("{} and {} are logs of different runs; remove the logs of one run",
                                          logs[0].name(), log.name()));
        }
    }
}

/// Opens the logs of the last record of a run. Throws if a rank's log is missing, or if the logs belong to different
/// runs.
template <typename Reader>
std::vector<std::vector<Reader>> open_record(const std::filesystem::path& file,
                                             const std::vector<std::filesystem::path>& names) {
    std::map<std::uint32_t, std::vector<Reader>> by_number;
    for (const std::filesystem::path& name : names) {
        Reader log(name);
        log.skip_damage();
        by_number[log.header().part].push_back(std::move(log));
    }
    std::vector<std::vector<Reader>> parts;
    for (auto& [number, logs] : by_number) {
        // A checkpoint keeps the logs of an earlier run when the next begins.
        if (logs[0].header().first == 0) parts.clear();
        parts.push_back(std::move(logs));
    }
    for (const std::vector<Reader>& logs : parts) check_part(file, logs);
    if (parts[0][0].header().first > 0 || parts[0][0].header().run != parts.back()[0].header().run) {
        throw RasterError(fmt::format("{}: the first logs of the run that {} continues are missing", file.string(),
                                      parts.back()[0].name()));
    }
    stop_at_next(parts);
    return parts;
}

template <typename Reader>
std::vector<LostPart> lost_in(const std::vector<std::vector<Reader>>& parts) {
    std::vector<LostPart> lost;
    for (const std::vector<Reader>& logs : parts) {
        for (const Reader& log : logs) lost.insert(lost.end(), log.lost().begin(), log.lost().end());
    }
    return lost;
}

Recovered recover_report(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names,
                         const std::filesystem::path& to) {
    std::vector<std::vector<ReportLogReader>> parts = open_record<ReportLogReader>(file, names);
    const MergedReport merged = merge_reports(parts, to, {});
    return {true,           merged.frames, merged.frames,
            merged.dropped, merged.t,      static_cast<int>(parts.back().size()),
            lost_in(parts)};
}

Recovered recover_spikes(const std::filesystem::path& file, const std::vector<std::filesystem::path>& names,
                         const std::filesystem::path& to) {
    std::vector<std::vector<LogReader>> parts = open_record<LogReader>(file, names);
    Merged merged = merge(parts, [&] { return make_sink(to, parts[0][0].header().population); });
    if (!merged.metadata.empty() && merged.intervals > 0) {
        unite(merged.metadata, {{"tstop", fmt::format("{}", merged.t)}});
    }
    merged.sink->describe(merged.metadata);
    merged.sink->commit();
    Recovered recovered;
    recovered.spikes = merged.spikes;
    recovered.intervals = static_cast<std::int64_t>(merged.intervals);
    recovered.dropped = merged.dropped;
    recovered.t = merged.t;
    recovered.ranks = static_cast<int>(parts.back().size());
    recovered.lost = lost_in(parts);
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
    return recovered;
}

}  // namespace ranvier::raster
