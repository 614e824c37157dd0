#include "python/bindings/output_files.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/raster/source.hpp"
#include "hoc_like/program/connection_files.hpp"

namespace ranvier::bindings {

OutputFiles::OutputFiles(hoc::Session& session, const program::RunOptions& options, program::ModelSources& sources,
                         program::CheckpointRun& checkpoints)
    : session_(session), raster_(session, options, sources, checkpoints), reports_(session, checkpoints) {
    session.set_raster_reader([](const std::string& file) { return raster::open(file).spikes; });
    session.set_connection_files(program::connection_files(session));
    session.set_raster_file({.open = [this](const std::string& file) { open_raster(file); },
                             .close = [this] { return raster_.close(session_.network().gids().owned()); }});
    session.set_report_opener([this](const std::string& words, const hoc::Session::ReportTargets& targets) {
        reports_.open(words, targets, raster_.is_open() ? std::vector{raster_.file()} : std::vector<std::string>());
    });
}

void OutputFiles::open_raster(const std::string& file) {
    raster_.open(file);
    if (std::exchange(records_spikes_, true)) return;
    session_.network().recordings().set_raster(
        [this](double t, std::span<const exchange::Spike> spikes) { raster_.append(t, spikes); });
    session_.simulation().hooks().add_initialize_handler(3, [this] { raster_.restart(); });
}

void OutputFiles::finish() {
    raster_.finish(session_.network().gids().owned());
    reports_.finish();
}

void OutputFiles::leave_logs() {
    std::vector<std::string> files = reports_.leave_logs();
    if (raster_.leave_logs()) files.insert(files.begin(), raster_.file());
    if (session_.transport().rank() > 0) return;
    for (const std::string& file : files) std::fprintf(stderr, "%s\n", program::how_to_recover(file).c_str());
}

}  // namespace ranvier::bindings
