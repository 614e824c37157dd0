#include "engine/raster/recorder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <optional>
#include <random>

#include "engine/raster/merge.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::raster {

namespace {

using exchange::Task;
using exchange::Transport;

/// Throws RasterError on every rank if one of them has something to complain about.
Task<void> agree(Transport& transport, std::string complaint) {
    std::vector<std::size_t> lengths;
    const std::vector<char> all = co_await exchange::gather_vectors<char>(transport, complaint, &lengths);
    for (const std::size_t length : lengths) {
        if (length > 0) throw RasterError(std::string(all.data(), length));
    }
}

/// Does the work and returns what went wrong, or nothing.
template <typename Work>
std::string complaint_of(Work work) {
    try {
        work();
    } catch (const RasterError& error) {
        return error.what();
    } catch (const std::filesystem::filesystem_error& error) {
        return error.what();
    }
    return {};
}

std::uint64_t new_run_id() {
    std::random_device random;
    const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return now ^ (std::uint64_t{random()} << 32);
}

class LogRecorder final : public Recorder {
  public:
    LogRecorder(Transport& transport, std::filesystem::path file, RecorderOptions options, std::uint64_t run)
        : transport_(transport),
          file_(std::move(file)),
          options_(std::move(options)),
          run_(run),
          log_(log_name(file_, transport.rank(), transport.size()),
               {static_cast<std::uint32_t>(transport.rank()), static_cast<std::uint32_t>(transport.size()), run,
                options_.population}) {}

    void append(std::span<const Spike> spikes) override { log_.append(spikes); }
    void complete_interval(double t) override { log_.complete_interval(t); }
    void restart() override { log_.restart(++run_); }
    std::int64_t bytes() const override { return log_.bytes(); }
    void describe(std::vector<std::pair<std::string, std::string>> metadata) override {
        options_.metadata.insert(options_.metadata.end(), metadata.begin(), metadata.end());
    }

    Task<std::int64_t> finish() override {
        const std::string closing = complaint_of([&] {
            // Spikes after the last boundary, if any, in an interval of their own.
            log_.complete_interval(std::numeric_limits<double>::infinity());
            log_.close();
        });
        co_await agree(transport_, closing);
        std::int64_t count = co_await exchange::reduce_over_ranks(transport_, log_.spikes(), exchange::Reduce::sum);
        std::string merging;
        if (transport_.rank() == 0) merging = complaint_of([&] { merge_logs(count); });
        co_await agree(transport_, merging);
        co_return count;
    }

  private:
    void merge_logs(std::int64_t expected) const {
        std::vector<LogReader> logs;
        for (int rank = 0; rank < transport_.size(); ++rank) {
            logs.emplace_back(log_name(file_, rank, transport_.size()));
        }
        const LogSummary summary = summarise(logs);
        const std::unique_ptr<Sink> sink = make_sink(file_, options_.population, options_.metadata);
        const std::int64_t merged = merge(logs, summary, *sink);
        if (merged != expected) {
            throw RasterError(fmt::format("{}: only {} of {} spikes can be read back from the logs beside it",
                                          file_.string(), merged, expected));
        }
        sink->commit();
        for (int rank = 0; rank < transport_.size(); ++rank) {
            std::filesystem::remove(log_name(file_, rank, transport_.size()));
        }
    }

    Transport& transport_;
    std::filesystem::path file_;
    RecorderOptions options_;
    std::uint64_t run_;
    LogWriter log_;
};

}  // namespace

Task<std::unique_ptr<Recorder>> Recorder::open(Transport& transport, std::filesystem::path file,
                                               RecorderOptions options) {
    std::uint64_t run = transport.rank() == 0 ? new_run_id() : 0;
    co_await transport.broadcast(std::as_writable_bytes(std::span(&run, 1)), 0);
    std::string clearing;
    if (transport.rank() == 0) {
        clearing = complaint_of([&] {
            for (const std::filesystem::path& log : find_logs(file)) std::filesystem::remove(log);
        });
    }
    co_await agree(transport, clearing);
    std::unique_ptr<Recorder> recorder;
    const std::string opening =
        complaint_of([&] { recorder = std::make_unique<LogRecorder>(transport, file, options, run); });
    co_await agree(transport, opening);
    co_return recorder;
}

}  // namespace ranvier::raster
