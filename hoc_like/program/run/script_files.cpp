#include "hoc_like/program/run/script_files.hpp"

#include "engine/raster/file/source.hpp"
#include "hoc_like/program/run/connection_files.hpp"
#include "hoc_like/program/run/measured_times.hpp"

namespace ranvier::program {

std::shared_ptr<exchange::SpikeSource> ScriptFiles::read_raster(const std::string& file) {
    return raster::open(file, {.population = {}, .all_populations = true}).spikes;
}

edges::EdgeTable ScriptFiles::read_connections(const std::string& file, const edges::EdgeReading& reading) {
    return edges::read_edges(file, reading);
}

std::vector<std::pair<engine::Gid, double>> ScriptFiles::read_times_of_cells(const std::string& summary) {
    return program::read_times_of_cells(summary);
}

void ScriptFiles::write_connections(const std::string& file) {
    program::write_connections(context_, file);
}

}  // namespace ranvier::program
