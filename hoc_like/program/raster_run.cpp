#include "hoc_like/program/raster_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/source.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/snapshot.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/program/run_metadata.hpp"
#include "hoc_like/program/signals.hpp"

namespace ranvier::program {

namespace {

bool has_run(hoc::Session& session) {
    return session.context().simulation.states().runs() > 0 ||
           session.context().simulation.meter().phase_times().steps > 0;
}

}  // namespace

void RasterRun::open(const std::string& file) {
    if (recorder_) {
        throw std::invalid_argument(
            fmt::format("{} is being written, by --raster or pc.raster; complete it by pc.raster() first", file_));
    }
    recorder_ = hoc::drive(raster::Recorder::open(session_.context().transport, file));
    file_ = file;
    described_ = 0;
    opened_.reset();
    if (has_run(session_)) opened_ = session_.context().model.t;
    checkpoints_.records().add(*this);
    SignalHandlers::name_raster(file);
}

void RasterRun::forget() {
    checkpoints_.records().remove(*this);
    recorder_.reset();
}

void RasterRun::append(double t, std::span<const exchange::Spike> spikes) {
    if (!recorder_ || checkpoints_.is_skipping()) return;
    if (!std::exchange(has_appended_, true) && begin() != 0) described_ = 0;
    if (described_ != sources_.count()) describe();
    recorder_->append(spikes);
    recorder_->complete_interval(t);
}

void RasterRun::restart() {
    described_ = 0;
    opened_.reset();
    has_appended_ = false;
    if (!recorder_) return;
    recorder_->restart();
    if (!checkpoints_.is_skipping()) describe(0);  // here, since the run's own time is measured
}

void RasterRun::describe(std::optional<double> begin_ms) {
    recorder_->describe(run_metadata(session_, options_, sources_, begin_ms.value_or(begin())));
    described_ = sources_.count();
}

/// When recording began [ms].
double RasterRun::begin() const {
    return opened_.value_or(session_.context().simulation.meter().phase_times().begin);
}

bool RasterRun::end() {
    // Spikes since the last boundary, if a script stopped within an interval.
    if (has_run(session_)) session_.context().simulation.flush_raster();
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
    const std::int64_t spikes = hoc::drive(recorder_->finish());
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

void Rasters::open_of_script(const std::string& file) {
    if (of_options_.is_open() && raster::output_path(file) == raster::output_path(of_options_.file())) {
        throw std::invalid_argument(fmt::format("{} is being written, by --raster; choose another name", file));
    }
    of_script_.open(file);
}

std::int64_t Rasters::close_of_script(std::span<const exchange::Gid> recorded) {
    if (!of_script_.is_open() && of_options_.is_open()) {
        throw std::invalid_argument("the end of the program completes the file of --raster");
    }
    const std::int64_t spikes = of_script_.close(recorded);
    if (of_options_.is_open()) SignalHandlers::name_raster(of_options_.file());
    return spikes;
}

void Rasters::append(double t, std::span<const exchange::Spike> spikes) {
    for (RasterRun* each : {&of_options_, &of_script_}) each->append(t, spikes);
}

void Rasters::restart() {
    for (RasterRun* each : {&of_options_, &of_script_}) each->restart();
}

std::vector<std::string> Rasters::files() const {
    std::vector<std::string> files;
    for (const RasterRun* each : {&of_options_, &of_script_}) {
        if (each->is_open()) files.push_back(each->file());
    }
    return files;
}

std::optional<std::int64_t> Rasters::finish(std::span<const exchange::Gid> recorded) {
    const std::optional<std::int64_t> first = of_options_.finish(recorded), second = of_script_.finish(recorded);
    return first ? first : second;
}

std::vector<std::string> Rasters::leave_logs() {
    std::vector<std::string> files;
    for (RasterRun* each : {&of_options_, &of_script_}) {
        if (each->leave_logs()) files.push_back(each->file());
    }
    return files;
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
