#include <fmt/format.h>

#include "engine/raster/log.hpp"
#include "engine/raster/rank_logs.hpp"
#include "engine/raster/report_merge.hpp"
#include "exchange/transport/agreement.hpp"

namespace ranvier::raster {

namespace {

using exchange::agree;
using exchange::complaint_of;
using exchange::Task;
using exchange::Transport;

class LogReportRecorder final : public ReportRecorder {
  public:
    LogReportRecorder(Transport& transport, CommonLog common)
        : transport_(transport),
          file_(std::move(common.file)),
          run_(common.run),
          log_(log_name(file_, transport.rank(), transport.size())) {}
    ~LogReportRecorder() override {
        std::error_code ignored;
        if (!has_begun_) std::filesystem::remove(log_name(file_, transport_.rank(), transport_.size()), ignored);
    }
    LogReportRecorder(const LogReportRecorder&) = delete;
    LogReportRecorder& operator=(const LogReportRecorder&) = delete;

    void begin_run() override { ++run_; }

    void restart(ReportLayout layout) override {
        has_begun_ = true;
        log_.restart({static_cast<std::uint32_t>(transport_.rank()), static_cast<std::uint32_t>(transport_.size()),
                      run_, std::move(layout)});
    }

    void append(std::span<const double> frames) override { log_.append(frames); }

    Task<std::int64_t> finish(Metadata metadata) override {
        const std::string closing = complaint_of<RasterError>([&] {
            log_.close();
            if (has_begun_) return;
            throw RasterError(
                fmt::format("{}: there is nothing to report; call finitialize and run first", file_.string()));
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
    std::int64_t merge(const Metadata& metadata) const {
        std::vector<ReportLogReader> logs;
        for (int rank = 0; rank < transport_.size(); ++rank) {
            logs.emplace_back(log_name(file_, rank, transport_.size()));
        }
        const MergedReport merged = merge_reports(logs, file_, metadata);
        for (const ReportLogReader& log : logs) std::filesystem::remove(log.name());
        return merged.frames;
    }

    Transport& transport_;
    std::filesystem::path file_;
    std::uint64_t run_;
    ReportLogWriter log_;
    bool has_begun_ = false;
};

}  // namespace

Task<std::unique_ptr<ReportRecorder>> ReportRecorder::open(Transport& transport, std::filesystem::path file) {
    const CommonLog common = co_await begin_logs(transport, file);
    std::unique_ptr<ReportRecorder> recorder;
    const std::string opening =
        complaint_of<RasterError>([&] { recorder = std::make_unique<LogReportRecorder>(transport, common); });
    co_await agree<RasterError>(transport, opening);
    co_return recorder;
}

}  // namespace ranvier::raster
