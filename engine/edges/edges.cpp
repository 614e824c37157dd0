#include "engine/edges/edges.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::edges {

std::string weight_column(std::uint32_t w) {
    return w == 0 ? "syn_weight" : fmt::format("syn_weight{}", w);
}

std::string csv_name(const std::string& sonata_name) {
    if (sonata_name == section_column) return "section";
    if (sonata_name == position_column) return "x";
    return sonata_name.starts_with("syn_weight") ? sonata_name.substr(4) : sonata_name;
}

std::unique_ptr<EdgeWriter> make_edge_writer(const std::filesystem::path& file,
                                             const std::vector<std::string>& columns) {
    if (file.extension() == ".csv") return make_csv_edge_writer(file, columns);
    if (raster::is_hdf5_name(file)) return make_sonata_edge_writer(file, columns);
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
               const StoredEdge& edge) {
    constexpr std::int64_t most = std::numeric_limits<Gid>::max() - 1;
    const auto gid = [&](std::int64_t id, Gid first, const char* what) {
        if (id < 0 || id > most - first) {
            throw EdgeError(fmt::format("{}: {} {} of connection {} is not a gid: gids lie in 0 to {}", file, what, id,
                                        which, most));
        }
        return static_cast<Gid>(id + first);
    };
    const Gid from = gid(edge.source, reading.first_source, "source"),
              to = gid(edge.target, reading.first_target, "target");
    const auto check = [&](double value, const std::string& what) {
        if (std::isfinite(value)) return;
        throw EdgeError(fmt::format("{}: the {} of connection {} is not a finite number", file, what, which));
    };
    if (edge.delay) check(*edge.delay, "delay");
    if (edge.weight) check(*edge.weight, "weight");
    std::size_t place = 0;
    for (const auto& [name, values] : table.columns) check(edge.more[place++], name);
    ++table.in_file;
    if (reading.keeps_target && !reading.keeps_target(to)) return;
    table.sources.push_back(from);
    table.targets.push_back(to);
    if (edge.delay) table.delays.push_back(*edge.delay);
    if (edge.weight) table.weights.push_back(*edge.weight);
    place = 0;
    for (auto& [name, values] : table.columns) values.push_back(edge.more[place++]);
}

}  // namespace ranvier::edges
