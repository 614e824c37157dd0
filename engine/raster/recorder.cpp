#include "engine/raster/recorder.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "engine/raster/merge.hpp"
#include "engine/raster/rank_logs.hpp"
#include "exchange/transport/agreement.hpp"

namespace ranvier::raster {

namespace {

using exchange::agree;
using exchange::complaint_of;
using exchange::Task;
using exchange::Transport;

class LogRecorder final : public Recorder {
  public:
    LogRecorder(Transport& transport, CommonLog common, RecorderOptions options)
        : transport_(transport),
          file_(std::move(common.file)),
          options_(std::move(options)),
          run_(common.run),
          log_(log_name(file_, transport.rank(), transport.size()),
               {static_cast<std::uint32_t>(transport.rank()), static_cast<std::uint32_t>(transport.size()), run_,
                options_.population}) {}
    ~LogRecorder() override {
        if (!has_begun_) remove_own_log();
    }
    LogRecorder(const LogRecorder&) = delete;
    LogRecorder& operator=(const LogRecorder&) = delete;

    void append(std::span<const Spike> spikes) override {
        has_begun_ = true;
        log_.append(spikes);
    }
    void complete_interval(double t) override {
        has_begun_ = true;
        log_.complete_interval(t);
    }
    void restart() override {
        has_begun_ = true;
        log_.restart(++run_);
    }
    bool has_begun() const override { return has_begun_; }
    std::int64_t bytes() const override { return log_.bytes(); }
    void describe(std::vector<std::pair<std::string, std::string>> metadata) override {
        options_.metadata.insert(options_.metadata.end(), metadata.begin(), metadata.end());
    }

    Task<std::int64_t> finish() override {
        const std::string closing = complaint_of<RasterError>([&] {
            // Spikes after the last boundary, if any, form a separate interval.
            log_.complete_interval(std::numeric_limits<double>::infinity());
            log_.close();
        });
        co_await agree<RasterError>(transport_, closing);
        std::int64_t count = co_await exchange::reduce_over_ranks(transport_, log_.spikes(), exchange::Reduce::sum);
        std::string merging;
        if (transport_.rank() == 0) merging = complaint_of<RasterError>([&] { merge_logs(count); });
        co_await agree<RasterError>(transport_, merging);
        co_return count;
    }

  private:
    void remove_own_log() const {
        std::error_code ignored;
        std::filesystem::remove(log_name(file_, transport_.rank(), transport_.size()), ignored);
    }

    void merge_logs(std::int64_t expected) const {
        std::vector<LogReader> logs;
        for (int rank = 0; rank < transport_.size(); ++rank) {
            logs.emplace_back(log_name(file_, rank, transport_.size()));
        }
        const Merged merged = merge(logs, [this] { return make_sink(file_, options_.population, options_.metadata); });
        if (merged.spikes != expected) {
            throw RasterError(fmt::format("{}: only {} of {} spikes can be read back from the logs beside it",
                                          file_.string(), merged.spikes, expected));
        }
        merged.sink->commit();
        for (int rank = 0; rank < transport_.size(); ++rank) {
            std::filesystem::remove(log_name(file_, rank, transport_.size()));
        }
    }

    Transport& transport_;
    std::filesystem::path file_;
    RecorderOptions options_;
    std::uint64_t run_;
    LogWriter log_;
    bool has_begun_ = false;  // otherwise the log is empty
};

}  // namespace

Task<std::unique_ptr<Recorder>> Recorder::open(Transport& transport, std::filesystem::path file,
                                               RecorderOptions options) {
    const CommonLog common = co_await begin_logs(transport, file);
    std::unique_ptr<Recorder> recorder;
    const std::string opening =
        complaint_of<RasterError>([&] { recorder = std::make_unique<LogRecorder>(transport, common, options); });
    co_await agree<RasterError>(transport, opening);
    co_return recorder;
}

}  // namespace ranvier::raster
