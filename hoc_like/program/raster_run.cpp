#include "hoc_like/program/raster_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "engine/raster/source.hpp"
#include "hoc_like/program/run_metadata.hpp"
#include "hoc_like/program/signals.hpp"

namespace ranvier::program {

namespace {

bool has_run(hoc::Session& session) {
    return session.simulation().runs() > 0 || session.simulation().phase_times().steps > 0;
}

}  // namespace

void RasterRun::open(const std::string& file) {
    if (recorder_) {
        throw std::invalid_argument(
            fmt::format("{} is being written, by --raster or pc.raster; complete it by pc.raster() first", file_));
    }
    recorder_ = session_.drive(raster::Recorder::open(session_.transport(), file));
    file_ = file;
    described_ = 0;
    opened_.reset();
    if (has_run(session_)) opened_ = session_.model().t;
    checkpoints_.records().add(*this);
    SignalHandlers::name_raster(file);
}

void RasterRun::forget() {
    checkpoints_.records().remove(*this);
    recorder_.reset();
}

void RasterRun::append(double t, std::span<const exchange::Spike> spikes) {
    if (!recorder_ || checkpoints_.is_skipping()) return;
    if (described_ != sources_.count()) {
        recorder_->describe(run_metadata(session_, options_, sources_, begin()));
        described_ = sources_.count();
    }
    recorder_->append(spikes);
    recorder_->complete_interval(t);
}

void RasterRun::restart() {
    described_ = 0;
    opened_.reset();
    if (recorder_) recorder_->restart();
}

/// When recording began [ms].
double RasterRun::begin() const {
    return opened_.value_or(session_.simulation().phase_times().begin);
}

bool RasterRun::end() {
    // Spikes since the last boundary, if a script stopped within an interval.
    if (has_run(session_)) session_.simulation().flush_raster();
    SignalHandlers::name_raster("");
    return recorder_ && has_run(session_);
}

std::optional<std::int64_t> RasterRun::finish(std::span<const exchange::Gid> recorded) {
    if (!end()) return std::nullopt;
    if (checkpoints_.is_skipping()) {
        recorder_->discard();
        forget();
        return std::nullopt;
    }
    raster::Metadata metadata = run_metadata(session_, options_, sources_, begin());
    raster::unite(metadata, run_extent(session_, recorded));
    recorder_->describe(metadata);
    const std::int64_t spikes = session_.drive(recorder_->finish());
    forget();
    return spikes;
}

std::int64_t RasterRun::close(std::span<const exchange::Gid> recorded) {
    const bool is_complete = checkpoints_.is_skipping();
    if (const auto spikes = finish(recorded)) return *spikes;
    if (!is_complete) return 0;
    std::int64_t count = 0;
    const auto source = raster::open(file_).spikes;
    for (auto spikes = source->next(); !spikes.empty(); spikes = source->next()) {
        count += static_cast<std::int64_t>(spikes.size());
    }
    return count;
}

bool RasterRun::leave_logs() {
    return end();
}

std::string how_to_recover(const std::string& file) {
    if (std::filesystem::exists(file)) {
        return fmt::format(
            "failed     {0} is not written, and still that of an earlier run; from its logs: ranvier raster recover {0} "
            "--out FILE",
            file);
    }
    return fmt::format("failed     {0} is not written; from its logs: ranvier raster recover {0}", file);
}

}  // namespace ranvier::program
