#include "engine/raster/log/report_recorder.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/log/log_parts.hpp"
#include "engine/raster/log/report_log.hpp"
#include "engine/raster/log/report_merge.hpp"
#include "exchange/transport/agreement.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::raster {

namespace {

using exchange::agree;
using exchange::complaint_of;
using exchange::Task;
using exchange::Transport;

/// What must be the same when a run is resumed, as far as all ranks know it.
std::string description_of(const ReportLayout& layout) {
    return fmt::format("{} of {} every {:g} ms{}", layout.variable, layout.population, layout.dt,
                       layout.is_single ? "" : " in double precision");
}

/// A checksum of elements that doesn't depend on their order.
std::uint64_t sum_of(std::span<const ReportElement> elements) {
    std::uint64_t sum = 0;
    for (const ReportElement& element : elements) {
        const std::uint32_t of_cell = crc32(std::as_bytes(std::span(&element.gid, 1)));
        const std::uint32_t of_section = crc32(std::as_bytes(std::span(&element.section, 1)), of_cell);
        sum += (std::uint64_t{of_cell} << 32) + crc32(std::as_bytes(std::span(&element.x, 1)), of_section);
    }
    return sum;
}

class LogReportRecorder final : public ReportRecorder {
  public:
    LogReportRecorder(Transport& transport, RankLogs logs) : transport_(transport), logs_(std::move(logs)) {}

    void begin_run() override { logs_.begin_run(); }

    void restart(ReportLayout layout) override {
        logs_.begin();
        begin_log(std::move(layout));
    }

    void append(std::span<const double> frames) override { log_->append(frames); }

    void keep(std::vector<LogPart> parts) override { logs_.keep(std::move(parts)); }
    Task<LogPosition> position() override {
        const std::string writing = complaint_of<RasterError>([&] { log_->sync(); });
        co_await agree<RasterError>(transport_, writing);
        LogPosition position;
        position.run = logs_.run();
        position.parts.assign(logs_.parts().begin(), logs_.parts().end());
        position.end = co_await count_frames();
        position.description = description_;
        position.elements = co_await sum_elements();
        co_return position;
    }
    Task<void> go_on(const LogPosition& position, ReportLayout layout) override {
        co_await check_logs<ReportLogReader>(transport_, logs_.file(), position);
        logs_.go_on(position);
        begin_log(std::move(layout));
        if (position.description != description_) {
            throw RasterError(fmt::format("{}: the saved run reported {}, this one {}", logs_.file().string(),
                                          position.description, description_));
        }
        const std::uint64_t elements = co_await sum_elements();
        if (elements != position.elements) {
            throw RasterError(
                fmt::format("{}: the saved run reported other segments than this one", logs_.file().string()));
        }
    }

    Task<std::int64_t> finish(Metadata metadata) override {
        const std::string closing = complaint_of<RasterError>([&] {
            if (log_) return log_->close();
            throw RasterError(
                fmt::format("{}: there is nothing to report; call finitialize and run first", logs_.file().string()));
        });
        co_await agree<RasterError>(transport_, closing);
        std::int64_t frames = 0;
        std::string merging;
        if (transport_.rank() == 0) merging = complaint_of<RasterError>([&] { frames = merge(metadata); });
        co_await agree<RasterError>(transport_, merging);
        co_await transport_.broadcast(std::as_writable_bytes(std::span(&frames, 1)), 0);
        co_return frames;
    }

  private:
    void begin_log(ReportLayout layout) {
        has_elements_ = !layout.elements.empty();
        elements_ = sum_of(layout.elements);
        description_ = description_of(layout);
        const std::filesystem::path name = logs_.own();
        if (!log_ || name != log_name_) log_.emplace(name);
        log_name_ = name;
        log_->restart({static_cast<std::uint32_t>(transport_.rank()), static_cast<std::uint32_t>(transport_.size()),
                       logs_.run(), std::move(layout), logs_.part().number, logs_.part().first});
    }

    Task<std::uint64_t> sum_elements() const {
        const std::vector<std::uint64_t> own(1, elements_);
        const std::vector<std::uint64_t> all = co_await exchange::gather_vectors<std::uint64_t>(transport_, own);
        std::uint64_t sum = 0;
        for (const std::uint64_t each : all) sum += each;
        co_return sum;
    }

    /// In the whole record; all ranks with elements have the same number.
    Task<std::uint64_t> count_frames() const {
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        const auto own = static_cast<std::int64_t>(log_->frames());
        const std::int64_t own_least = has_elements_ ? own : none, own_most = has_elements_ ? own : 0;
        const std::int64_t least = co_await exchange::reduce_over_ranks(transport_, own_least, exchange::Reduce::min);
        const std::int64_t most = co_await exchange::reduce_over_ranks(transport_, own_most, exchange::Reduce::max);
        if (least == none) co_return logs_.part().first;
        if (least != most) {
            throw RasterError(fmt::format("{}: a checkpoint is due when some ranks have {} frames, others {}",
                                          logs_.file().string(), least, most));
        }
        co_return static_cast<std::uint64_t>(most);
    }

    std::int64_t merge(const Metadata& metadata) const {
        std::vector<std::vector<ReportLogReader>> parts = open_parts<ReportLogReader>(logs_);
        const MergedReport merged = merge_reports(parts, logs_.file(), metadata);
        logs_.remove();
        return merged.frames;
    }

    Transport& transport_;
    RankLogs logs_;
    std::optional<ReportLogWriter> log_;  // of the record, once that has begun
    std::filesystem::path log_name_;
    std::string description_;
    std::uint64_t elements_ = 0;
    bool has_elements_ = false;
};

}  // namespace

Task<std::unique_ptr<ReportRecorder>> ReportRecorder::open(Transport& transport, std::filesystem::path file) {
    RankLogs logs = co_await RankLogs::open(transport, std::move(file));
    co_return std::make_unique<LogReportRecorder>(transport, std::move(logs));
}

}  // namespace ranvier::raster
