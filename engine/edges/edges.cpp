#include "engine/edges/edges.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::edges {

std::unique_ptr<EdgeWriter> make_edge_writer(const std::filesystem::path& file) {
    if (file.extension() == ".csv") return make_csv_edge_writer(file);
    if (raster::is_hdf5_name(file)) return make_sonata_edge_writer(file);
    throw EdgeError(
        fmt::format("{}: connections are written to a .csv file, or to a .h5 file as SONATA edges", file.string()));
}

EdgeTable read_edges(const std::filesystem::path& file, const EdgeReading& reading) {
    try {
        if (raster::check_is_sonata(file)) return read_sonata_edges(file, reading);
    } catch (const raster::RasterError& error) {
        throw EdgeError(error.what());
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) throw EdgeError(fmt::format("cannot read {}", file.string()));
    return read_csv_edges(in, file.string(), reading);
}

void take_edge(EdgeTable& table, const EdgeReading& reading, const std::string& file, std::uint64_t which,
               std::int64_t source, std::int64_t target, const double* delay, const double* weight) {
    constexpr std::int64_t most = std::numeric_limits<Gid>::max() - 1;
    const auto gid = [&](std::int64_t id, Gid first, const char* what) {
        if (id < 0 || id > most - first) {
            throw EdgeError(fmt::format("{}: {} {} of connection {} is not a gid: gids lie in 0 to {}", file, what, id,
                                        which, most));
        }
        return static_cast<Gid>(id + first);
    };
    const Gid from = gid(source, reading.first_source, "source"), to = gid(target, reading.first_target, "target");
    for (const auto& [value, what] : {std::pair{delay, "delay"}, std::pair{weight, "weight"}}) {
        if (value && !std::isfinite(*value)) {
            throw EdgeError(fmt::format("{}: the {} of connection {} is not a finite number", file, what, which));
        }
    }
    ++table.in_file;
    if (reading.keeps_target && !reading.keeps_target(to)) return;
    table.sources.push_back(from);
    table.targets.push_back(to);
    if (delay) table.delays.push_back(*delay);
    if (weight) table.weights.push_back(*weight);
}

}  // namespace ranvier::edges
