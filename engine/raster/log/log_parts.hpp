#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/raster/log/log.hpp"
#include "engine/raster/log/rank_logs.hpp"
#include "exchange/transport/agreement.hpp"

// Reading the logs of a record, of spikes (LogReader) or of a report (ReportLogReader).
namespace ranvier::raster {

/// Lets the logs of each part but the last stop where the next part begins.
template <typename Reader>
void stop_at_next(std::vector<std::vector<Reader>>& parts) {
    for (std::size_t p = 0; p + 1 < parts.size(); ++p) {
        for (Reader& log : parts[p]) log.stop_at(parts[p + 1].at(0).header().first);
    }
}

/// Opens a log of a record. Throws RasterError if it cannot be read, or is of another run or part.
template <typename Reader>
Reader open_log(const std::filesystem::path& file, std::uint64_t run, const LogPart& part, std::uint32_t rank) {
    Reader log(log_name(file, static_cast<int>(rank), static_cast<int>(part.ranks), part.number));
    const auto& header = log.header();
    const LogPart found{header.part, header.ranks, header.first};
    if (header.run == run && header.rank == rank && found == part) return log;
    throw RasterError(fmt::format("{} is a log of another run", log.name()));
}

/// Opens all logs of a record.
template <typename Reader>
std::vector<std::vector<Reader>> open_parts(const RankLogs& record) {
    std::vector<std::vector<Reader>> logs;
    for (const LogPart& part : record.parts()) {
        logs.emplace_back();
        for (std::uint32_t rank = 0; rank < part.ranks; ++rank) {
            logs.back().push_back(open_log<Reader>(record.file(), record.run(), part, rank));
        }
    }
    stop_at_next(logs);
    return logs;
}

/// Collective. Throws RasterError, on all ranks, if a log of the record is missing or damaged before `position`.
template <typename Reader>
exchange::Task<void> check_logs(exchange::Transport& transport, const std::filesystem::path& file,
                                const LogPosition& position) {
    const auto ranks = static_cast<std::uint32_t>(transport.size());
    const std::string complaint = exchange::complaint_of<RasterError>([&] {
        for (std::size_t p = 0; p < position.parts.size(); ++p) {
            const LogPart& part = position.parts[p];
            const std::uint64_t end = p + 1 < position.parts.size() ? position.parts[p + 1].first : position.end;
            for (auto rank = static_cast<std::uint32_t>(transport.rank()); rank < part.ranks; rank += ranks) {
                Reader log = open_log<Reader>(file, position.run, part, rank);
                log.stop_at(end);
                if (reads_to_stop(log)) continue;
                throw RasterError(fmt::format("{} is damaged or truncated before the checkpoint", log.name()));
            }
        }
    });
    co_await exchange::agree<RasterError>(transport, complaint);
}

}  // namespace ranvier::raster
