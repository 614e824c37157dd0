#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/raster/file/metadata.hpp"
#include "exchange/spike.hpp"

namespace ranvier::raster {

using exchange::Gid;
using exchange::Spike;

/// A raster cannot be written, or cannot be read because it is truncated, foreign or damaged. The message names the
/// file and, for text, the line.
class RasterError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The order of a raster: by time, then gid. Times are compared as numbers; none is NaN.
inline bool fires_before(const Spike& a, const Spike& b) {
    return (a.t < b.t) | ((a.t == b.t) & (a.gid < b.gid));  // no branches: sorting would mispredict them
}

void sort(std::vector<Spike>& spikes);

/// True if two rasters are the same: sorted by (time, gid), both have the same sequence of (64 bits of time, gid).
bool equal(std::vector<Spike> a, std::vector<Spike> b);

/// The first difference of two rasters, as a message ("spike 17: 3.025 gid 4 | 3.05 gid 4"); empty if they are equal.
std::string first_difference(std::vector<Spike> a, std::vector<Spike> b);
/// Reads a raster in pieces, in order of time: appends some spikes, or none, and returns false when there are no more.
using NextSpikes = std::function<bool(std::vector<Spike>&)>;
/// The same, but reads the rasters in pieces.
std::string first_difference(const NextSpikes& next_of_a, std::vector<Spike> b);
std::string first_difference(const NextSpikes& next_of_a, const NextSpikes& next_of_b);

enum class Format { sonata, text };

/// SONATA for a name that ends in .h5 or .hdf5, in upper or lower case; else text.
Format format_of(const std::filesystem::path& file);

struct ReadOptions {
    /// The population to read, if the file has any. Empty: the only population; an error if there are several, unless
    /// all_populations is true.
    std::string population;
    /// Reads all populations together. No gid may be in two of them.
    bool all_populations = false;
};

/// Reads a raster, either SONATA `spikes.h5` (recognized by its first bytes; in the current layout or the old one with
/// /spikes/gids) or text. The result is sorted by (time, gid). Throws RasterError.
std::vector<Spike> read(const std::filesystem::path& file, const ReadOptions& options = {});

/// Names of the populations of a SONATA file; one empty name for the old layout.
std::vector<std::string> populations(const std::filesystem::path& file);
/// What a file of Ranvier says of its run (docs/rasters-and-reports.md): its end `tstop` [ms], `dt`, `math` and others.
/// `population`: empty if all are meant. Nothing if the file is of another program or text. Throws RasterError.
std::optional<std::string> run_attribute(const std::filesystem::path& file, const std::string& population,
                                         const char* name);
/// The same, for those of several names that the file has.
Metadata run_attributes(const std::filesystem::path& file, const std::string& population,
                        std::span<const char* const> names);

/// Writes the spikes, sorted by (time, gid), to a temporary file, which is then renamed to the
/// `output_path` of `file`. `format_of` chooses SONATA or text. Throws RasterError.
void write(const std::filesystem::path& file, std::vector<Spike> spikes, const std::string& population = "All");
/// The same, but reads the spikes in pieces; returns their number. `metadata`: what the file says of its run.
std::size_t write(const std::filesystem::path& file, const NextSpikes& next, const std::string& population,
                  const Metadata& metadata = {});

}  // namespace ranvier::raster
