#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "exchange/spike.hpp"

/// Files of connections: SONATA edges and CSV.
namespace ranvier::edges {

using exchange::Gid;

/// A file of connections cannot be read or written; the message names the file.
class EdgeError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Edge {
    Gid source, target;
    double delay;  ///< [ms]
    double weight;
};

/// A file being written, under a temporary name until `commit`. If destroyed before, removes it.
class EdgeWriter {
  public:
    virtual ~EdgeWriter() = default;
    /// `more`: the values of the further columns, those of the first edge before those of the next.
    virtual void append(std::span<const Edge> edges, std::span<const double> more = {}) = 0;
    virtual void commit() = 0;
};

/// A name that ends in .csv means CSV, with the columns source, target, delay, weight; .h5 means SONATA: a population
/// `default` of edges from the nodes of `default` to themselves, node ids being gids, with delay and syn_weight in group 0.
/// `columns`: further columns, by their names in SONATA. Throws EdgeError for other names, and if the file cannot be
/// created.
std::unique_ptr<EdgeWriter> make_edge_writer(const std::filesystem::path& file,
                                             const std::vector<std::string>& columns = {});

// Columns of synapses, by their names in SONATA.
inline constexpr const char* section_column = "afferent_section_id";
inline constexpr const char* position_column = "afferent_section_pos";
/// Of weight w of a connection, counted from 0: "syn_weight", "syn_weight1", ...
std::string weight_column(std::uint32_t w);
/// "weight" for "syn_weight", "section" and "x" for the place; other columns have the same name in CSV.
std::string csv_name(const std::string& sonata_name);

/// The connections of a file onto some targets, in its order.
struct EdgeTable {
    std::vector<Gid> sources, targets;
    bool has_delays = false, has_weights = false;  ///< whether the file has them
    std::vector<double> delays;                    ///< [ms]
    std::vector<double> weights;
    std::map<std::string, std::vector<double>> columns;  ///< the further ones that were asked for and that there are
    std::uint64_t in_file = 0;                           ///< connections in the file, onto any target
};

struct EdgeReading {
    std::string population;                          ///< empty: the only one; SONATA only
    Gid first_source = 0, first_target = 0;          ///< the gids of node 0
    std::function<bool(Gid target)> keeps_target{};  ///< null: all
    std::vector<std::string> columns = {};           ///< further ones to read, by their names in SONATA
};

/// Reads SONATA or CSV, whichever it is. Throws EdgeError if the file is damaged, lacks a column, or has a gid out of
/// range or a value that is not a finite number.
///
/// Sources: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, section on edges.
EdgeTable read_edges(const std::filesystem::path& file, const EdgeReading& reading);

// The formats.
std::unique_ptr<EdgeWriter> make_sonata_edge_writer(const std::filesystem::path& file,
                                                    const std::vector<std::string>& columns);
std::unique_ptr<EdgeWriter> make_csv_edge_writer(const std::filesystem::path& file,
                                                 const std::vector<std::string>& columns);
EdgeTable read_sonata_edges(const std::filesystem::path& file, const EdgeReading& reading);
EdgeTable read_csv_edges(std::istream& in, const std::string& file, const EdgeReading& reading);

/// A connection as it stands in a file.
struct StoredEdge {
    std::int64_t source, target;
    const double *delay, *weight;  ///< null: the file has none
    std::span<const double> more;  ///< of EdgeTable::columns, in their order
};
/// Adds a connection of a file if it is wanted. `which` describes its place, for messages.
void take_edge(EdgeTable& table, const EdgeReading& reading, const std::string& file, std::uint64_t which,
               const StoredEdge& edge);

}  // namespace ranvier::edges
