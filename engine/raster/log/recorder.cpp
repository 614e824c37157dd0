#include "engine/raster/log/recorder.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "engine/raster/log/log_parts.hpp"
#include "engine/raster/log/merge.hpp"
#include "engine/raster/log/rank_logs.hpp"
#include "exchange/transport/agreement.hpp"

namespace ranvier::raster {

namespace {

using exchange::agree;
using exchange::complaint_of;
using exchange::Task;
using exchange::Transport;

class LogRecorder final : public Recorder {
  public:
    LogRecorder(Transport& transport, RankLogs logs, RecorderOptions options)
        : transport_(transport), logs_(std::move(logs)), options_(std::move(options)) {}

    void append(std::span<const Spike> spikes) override { log().append(spikes); }
    void complete_interval(double t) override { log().complete_interval(t); }
    void restart() override {
        if (has_begun()) logs_.begin_run();
        logs_.begin();
        begin_log();
        spikes_before_ = 0;
    }
    bool has_begun() const override { return log_.has_value(); }
    std::int64_t bytes() const override { return log_ ? log_->bytes() : 0; }
    void describe(const Metadata& metadata) override { log().describe(metadata); }

    void keep(std::vector<LogPart> parts) override { logs_.keep(std::move(parts)); }
    Task<LogPosition> position() override {
        const std::string writing = complaint_of<RasterError>([&] { log().sync(); });
        co_await agree<RasterError>(transport_, writing);
        LogPosition position;
        position.run = logs_.run();
        position.parts.assign(logs_.parts().begin(), logs_.parts().end());
        position.end = log_->intervals();
        position.spikes = co_await count_spikes();
        position.description = options_.population;
        co_return position;
    }
    Task<void> go_on(const LogPosition& position) override {
        if (position.description != options_.population) {
            throw RasterError(fmt::format("{}: the saved run recorded the population {}, this one {}",
                                          logs_.file().string(), position.description, options_.population));
        }
        co_await check_logs<LogReader>(transport_, logs_.file(), position);
        logs_.go_on(position);
        begin_log();
        spikes_before_ = position.spikes;
    }

    void discard() override {
        if (log_) std::filesystem::remove(log_name_);
        log_.reset();
    }

    Task<std::int64_t> finish() override {
        const std::string closing = complaint_of<RasterError>([&] {
            // Spikes after the last boundary, if any, form a separate interval.
            log().complete_interval(std::numeric_limits<double>::infinity());
            log_->close();
        });
        co_await agree<RasterError>(transport_, closing);
        const std::int64_t count = co_await count_spikes();
        std::string merging;
        if (transport_.rank() == 0) merging = complaint_of<RasterError>([&] { merge_logs(count); });
        co_await agree<RasterError>(transport_, merging);
        co_return count;
    }

  private:
    LogWriter& log() {
        if (!has_begun()) restart();
        return *log_;
    }

    void begin_log() {
        const LogHeader header{static_cast<std::uint32_t>(transport_.rank()),
                               static_cast<std::uint32_t>(transport_.size()),
                               logs_.run(),
                               options_.population,
                               logs_.part().number,
                               logs_.part().first};
        const std::filesystem::path name = logs_.own();
        if (log_ && name == log_name_) return log_->restart(header);
        log_.emplace(name, header);
        log_name_ = name;
    }

    /// In the whole record, on all ranks.
    Task<std::int64_t> count_spikes() const {
        co_return spikes_before_ +
            co_await exchange::reduce_over_ranks(transport_, log_->spikes(), exchange::Reduce::sum);
    }

    void merge_logs(std::int64_t expected) const {
        std::vector<std::vector<LogReader>> parts = open_parts<LogReader>(logs_);
        const Merged merged = merge(parts, [this] { return make_sink(logs_.file(), options_.population); });
        if (merged.spikes != expected) {
            throw RasterError(fmt::format("{}: only {} of {} spikes can be read back from the logs beside it",
                                          logs_.file().string(), merged.spikes, expected));
        }
        merged.sink->describe(merged.metadata);
        merged.sink->commit();
        logs_.remove();
    }

    Transport& transport_;
    RankLogs logs_;
    RecorderOptions options_;
    std::optional<LogWriter> log_;  // of the record, once that has begun
    std::filesystem::path log_name_;
    std::int64_t spikes_before_ = 0;  // in the parts before, on all ranks
};

}  // namespace

Task<std::unique_ptr<Recorder>> Recorder::open(Transport& transport, std::filesystem::path file,
                                               RecorderOptions options) {
    RankLogs logs = co_await RankLogs::open(transport, std::move(file));
    co_return std::make_unique<LogRecorder>(transport, std::move(logs), std::move(options));
}

}  // namespace ranvier::raster
