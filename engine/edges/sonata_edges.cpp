// SONATA edges. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, section on edges.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>

#include "engine/edges/edges.hpp"
#include "engine/raster/file/hdf5_output.hpp"
#include "engine/raster/file/printable.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/stored_column.hpp"
#include "engine/raster/file/trial.hpp"
#include "engine/raster/file/written_column.hpp"

namespace ranvier::edges {

using hdf5::h5;
using raster::Handle;
using raster::QuietHdf5;

namespace {

constexpr const char* population_name = "default";

Handle make_group(hid_t in, const char* name) {
    return {h5().Gcreate2(in, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose};
}

class SonataWriter final : public EdgeWriter {
  public:
    SonataWriter(const std::filesystem::path& file, const std::vector<std::string>& columns)
        : out_(file),
          edges_(make_group(out_.id(), "edges")),
          population_(make_group(edges_, population_name)),
          group_(make_group(population_, "0")),
          sources_(population_, "source_node_id", h5().std_u64le),
          targets_(population_, "target_node_id", h5().std_u64le),
          indexes_(population_, "edge_group_index", h5().std_u64le),
          delays_(group_, "delay", h5().ieee_f64le),
          weights_(group_, "syn_weight", h5().ieee_f64le) {
        for (const std::string& name : columns) {
            more_.emplace_back(std::make_unique<raster::WrittenColumn>(group_, name.c_str(),
                                                                       is_id(name) ? h5().std_u64le : h5().ieee_f64le));
            are_ids_.push_back(is_id(name));
        }
        raster::mark_as_sonata(out_.id());
        raster::write_text_attribute(sources_.id(), "node_population", population_name);
        raster::write_text_attribute(targets_.id(), "node_population", population_name);
    }

    void append(std::span<const Edge> edges, std::span<const double> more) override {
        const double* next = more.data();
        for (const Edge& edge : edges) {
            for (std::size_t c = 0; c < more_.size(); ++c, ++next) {
                more_[c]->chunk()[in_chunk_] =
                    are_ids_[c] ? static_cast<std::uint64_t>(*next) : std::bit_cast<std::uint64_t>(*next);
            }
            sources_.chunk()[in_chunk_] = static_cast<std::uint64_t>(edge.source);
            targets_.chunk()[in_chunk_] = static_cast<std::uint64_t>(edge.target);
            indexes_.chunk()[in_chunk_] = count_++;
            delays_.chunk()[in_chunk_] = std::bit_cast<std::uint64_t>(edge.delay);
            weights_.chunk()[in_chunk_] = std::bit_cast<std::uint64_t>(edge.weight);
            if (++in_chunk_ == raster::WrittenColumn::chunk_length) write_chunks();
        }
    }

    void commit() override {
        if (in_chunk_ > 0) write_chunks();
        write_zeros("edge_group_id");
        write_zeros("edge_type_id");
        bool is_whole = true;
        for (raster::WrittenColumn* column : columns()) is_whole &= column->close();
        is_whole &= group_.close() && population_.close() && edges_.close();
        out_.commit(is_whole);
    }

  private:
    static bool is_id(const std::string& name) { return name.ends_with("_id"); }
    std::vector<raster::WrittenColumn*> columns() {
        std::vector<raster::WrittenColumn*> all{&sources_, &targets_, &indexes_, &delays_, &weights_};
        for (const auto& each : more_) all.push_back(each.get());
        return all;
    }

    void write_chunks() {
        const QuietHdf5 quiet;
        for (raster::WrittenColumn* column : columns()) {
            if (!column->write_chunk(in_chunk_)) out_.fail_to_write();
        }
        in_chunk_ = 0;
    }

    /// A column of zeros, which HDF5 does not store.
    void write_zeros(const char* name) {
        const hsize_t length = count_;
        const Handle space(h5().Screate_simple(1, &length, nullptr), h5().Sclose);
        Handle column(h5().Dcreate2(population_, name, h5().std_u64le, space, H5P_DEFAULT,
                                    raster::make_dataset_properties(), H5P_DEFAULT),
                      h5().Dclose);
        if (!column.is_valid() || !column.close()) out_.fail_to_write();
    }

    raster::Hdf5Output out_;
    Handle edges_, population_, group_;
    raster::WrittenColumn sources_, targets_, indexes_, delays_, weights_;
    std::vector<std::unique_ptr<raster::WrittenColumn>> more_;
    std::vector<bool> are_ids_;
    std::size_t in_chunk_ = 0;
    std::uint64_t count_ = 0;
};

template <class T>
using Column = raster::StoredColumn<T>;

/// A file of edges open for reading.
class Reader {
  public:
    Reader(const std::filesystem::path& path, const std::string& population, const std::vector<std::string>& columns)
        : name_(path.string()), file_(h5().Fopen(path.c_str(), h5().read_only, H5P_DEFAULT), h5().Fclose) {
        if (!file_.is_valid()) fail("is not an HDF5 file, or was cut short");
        folder_ = fmt::format("/edges/{}/", find(population));
        sources_.emplace(file_, folder_ + "source_node_id", h5().native_int64);
        targets_.emplace(file_, folder_ + "target_node_id", h5().native_int64);
        check_groups();
        open_value(delays_, "delay");
        open_value(weights_, "syn_weight");
        for (const std::string& name : columns) {
            std::optional<Column<double>> column;
            open_value(column, name.c_str());
            if (column) more_.emplace(name, std::move(*column));
        }
        check_lengths();
    }

    void look_through_structure() const {
        for (const auto* column : {&sources_, &targets_}) refuse((*column)->look_through_structure());
        for (const auto* column : {&delays_, &weights_}) {
            if (*column) refuse((*column)->look_through_structure());
        }
        for (const auto& [name, column] : more_) refuse(column.look_through_structure());
    }

    EdgeTable read(const EdgeReading& reading) const {
        EdgeTable table;
        table.has_delays = delays_.has_value();
        table.has_weights = weights_.has_value();
        std::vector<std::int64_t> sources, targets;
        std::vector<double> delays, weights;
        raster::RunningCrc<std::int64_t> source_crc, target_crc;
        raster::RunningCrc<double> delay_crc, weight_crc;
        std::vector<std::vector<double>> more(more_.size());
        std::vector<raster::RunningCrc<double>> more_crc(more_.size());
        std::vector<double> of_edge(more_.size());
        for (const auto& [name, column] : more_) table.columns[name];
        for (std::size_t at = 0; at < sources_->length(); at += sources.size()) {
            const std::size_t n = std::min(raster::read_length, sources_->length() - at);
            read_piece(*sources_, at, n, sources, &source_crc);
            read_piece(*targets_, at, n, targets, &target_crc);
            if (delays_) read_piece(*delays_, at, n, delays, &delay_crc);
            if (weights_) read_piece(*weights_, at, n, weights, &weight_crc);
            std::size_t c = 0;
            for (const auto& [name, column] : more_) {
                read_piece(column, at, n, more[c], name.ends_with("_id") ? nullptr : &more_crc[c]);
                ++c;
            }
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t k = 0; k < more.size(); ++k) of_edge[k] = more[k][i];
                take_edge(table, reading, name_, at + i,
                          {sources[i], targets[i], delays_ ? &delays[i] : nullptr, weights_ ? &weights[i] : nullptr,
                           of_edge});
            }
        }
        return table;
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw EdgeError(fmt::format("{} {}", name_, raster::printable(what)));
    }

    /// Fails if there is a problem.
    void refuse(const std::string& problem) const {
        if (!problem.empty()) fail(problem);
    }

    std::string find(const std::string& population) const {
        const Handle group(h5().Gopen2(file_, "edges", H5P_DEFAULT), h5().Gclose);
        if (!group.is_valid()) fail("is an HDF5 file without the group /edges");
        const auto listed = raster::children(group);
        if (!listed) fail("has a damaged /edges, whose populations cannot be listed");
        const std::vector<std::string>& names = *listed;
        if (names.empty()) fail("has no population under /edges");
        if (population.empty() && names.size() > 1) {
            fail(fmt::format("has several populations ({}); choose one with \"population\"", fmt::join(names, ", ")));
        }
        if (population.empty()) return names[0];
        if (std::find(names.begin(), names.end(), population) == names.end()) {
            fail(fmt::format("has no population '{}'; it has {}", population, fmt::join(names, ", ")));
        }
        return population;
    }

    /// The properties of edges must lie in one group, in the order of the edges.
    void check_groups() const {
        const std::string second = folder_ + "1";
        if (has(second)) {
            fail(fmt::format("has several groups of properties in {}; Ranvier reads files with group 0 only", folder_));
        }
        const std::string index = folder_ + "edge_group_index";
        if (!has(index)) return;
        const Column<std::int64_t> indexes(file_, index, h5().native_int64);
        refuse(indexes.problem());
        std::vector<std::int64_t> piece;
        for (std::size_t at = 0; at < indexes.length(); at += piece.size()) {
            read_piece(indexes, at, std::min(raster::read_length, indexes.length() - at), piece);
            for (std::size_t i = 0; i < piece.size(); ++i) {
                if (piece[i] == static_cast<std::int64_t>(at + i)) continue;
                fail(fmt::format("has {} in another order than that of the edges", index));
            }
        }
    }

    bool has(const std::string& path) const {
        const htri_t found = h5().Lexists(file_, path.c_str(), H5P_DEFAULT);
        if (found < 0) fail(fmt::format("has damaged data in {}: whether there is {} cannot be read", folder_, path));
        return found > 0;
    }

    void open_value(std::optional<Column<double>>& column, const char* name) {
        const std::string group = folder_ + "0", path = group + "/" + name;
        if (has(group) && has(path)) column.emplace(file_, path, h5().native_double);
    }

    void check_lengths() const {
        const auto check = [&](const auto& column, const char* name) {
            if (!column) return;
            refuse(column->problem());
            if (column->length() == sources_->length()) return;
            fail(fmt::format("has {} sources of edges, but {} values of {}", sources_->length(), column->length(),
                             name));
        };
        check(sources_, "source_node_id");
        check(targets_, "target_node_id");
        check(delays_, "delay");
        check(weights_, "syn_weight");
        for (const auto& [name, column] : more_) check(&column, name.c_str());
    }

    template <class T>
    void read_piece(const Column<T>& column, std::size_t at, std::size_t n, std::vector<T>& piece,
                    raster::RunningCrc<T>* crc = nullptr) const {
        piece.resize(n);
        if (!column.read(at, piece)) fail(fmt::format("has damaged data in {}", folder_));
        if (!crc) return;
        crc->add(at, piece);
        if (!crc->agrees_with(column)) fail(fmt::format("has damaged data in {}: a checksum differs", folder_));
    }

    std::string name_, folder_;
    Handle file_;
    std::optional<Column<std::int64_t>> sources_, targets_;
    std::optional<Column<double>> delays_, weights_;
    std::map<std::string, Column<double>> more_;
};

}  // namespace

std::unique_ptr<EdgeWriter> make_sonata_edge_writer(const std::filesystem::path& file,
                                                    const std::vector<std::string>& columns) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataWriter>(file, columns);
}

EdgeTable read_sonata_edges(const std::filesystem::path& file, const EdgeReading& reading) {
    const QuietHdf5 quiet;
    raster::check_survives(file, [&] { Reader(file, reading.population, reading.columns).look_through_structure(); });
    return Reader(file, reading.population, reading.columns).read(reading);
}

}  // namespace ranvier::edges
