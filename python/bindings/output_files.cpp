#include "python/bindings/output_files.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::bindings {

OutputFiles::OutputFiles(hoc::Session& session, const program::RunOptions& options, program::ModelSources& sources,
                         program::CheckpointRun& checkpoints, OpenCheckpoint open_checkpoint)
    : ScriptFiles(session.context()),
      session_(session),
      raster_(session, options, sources, checkpoints),
      reports_(session, checkpoints),
      open_checkpoint_(std::move(open_checkpoint)) {
    session.set_files(*this);
}

std::int64_t OutputFiles::close_raster() {
    return raster_.close(session_.context().network.gids().owned());
}

void OutputFiles::open_report(const std::string& words, const hoc::ReportTargets& targets) {
    reports_.open(words, targets, raster_.is_open() ? std::vector{raster_.file()} : std::vector<std::string>());
}

void OutputFiles::open_raster(const std::string& file) {
    raster_.open(file);
    if (std::exchange(records_spikes_, true)) return;
    session_.context().network.recordings().set_raster(
        [this](double t, std::span<const exchange::Spike> spikes) { raster_.append(t, spikes); });
    session_.context().simulation.hooks().add_initialize_handler(3, [this] { raster_.restart(); });
}

void OutputFiles::finish() {
    raster_.finish(session_.context().network.gids().owned());
    reports_.finish();
}

void OutputFiles::leave_logs() {
    std::vector<std::string> files = reports_.leave_logs();
    if (raster_.leave_logs()) files.insert(files.begin(), raster_.file());
    if (session_.context().transport.rank() > 0) return;
    for (const std::string& file : files) std::fprintf(stderr, "%s\n", program::how_to_recover(file).c_str());
}

}  // namespace ranvier::bindings
