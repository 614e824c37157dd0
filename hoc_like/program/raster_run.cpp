#include "hoc_like/program/raster_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "hoc_like/program/run_metadata.hpp"
#include "hoc_like/program/signals.hpp"

namespace ranvier::program {

void RasterRun::open(const std::string& file) {
    if (recorder_) {
        throw std::invalid_argument(
            fmt::format("{} is being written, by --raster or pc.raster; complete it by pc.raster() first", file_));
    }
    recorder_ = session_.drive(raster::Recorder::open(session_.transport(), file));
    file_ = file;
    SignalHandlers::name_raster(file);
}

void RasterRun::append(double t, std::span<const exchange::Spike> spikes) {
    if (!recorder_) return;
    recorder_->append(spikes);
    recorder_->complete_interval(t);
}

void RasterRun::restart() {
    if (recorder_) recorder_->restart();
}

bool RasterRun::end() {
    const bool has_run = session_.simulation().runs() > 0 || session_.simulation().phase_times().steps > 0;
    // Spikes since the last boundary, if a script stopped within an interval.
    if (has_run) session_.simulation().flush_raster();
    SignalHandlers::name_raster("");
    return recorder_ && has_run;
}

std::optional<std::int64_t> RasterRun::finish(std::span<const exchange::Gid> recorded) {
    if (!end()) return std::nullopt;
    recorder_->describe(run_metadata(session_, options_, recorded));
    const std::int64_t spikes = session_.drive(recorder_->finish());
    recorder_.reset();
    return spikes;
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
