#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/raster/raster.hpp"

namespace ranvier::raster {

/// A raster file being written, under a temporary name until `commit`. Destroyed before that, it leaves nothing.
/// Spikes come in the order of fires_before.
class Sink {
  public:
    virtual ~Sink() = default;
    virtual void append(std::span<const Spike> spikes) = 0;
    virtual void commit() = 0;
};

using Metadata = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Sink> make_text_sink(const std::filesystem::path& file);
std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population,
                                       const Metadata& metadata);

/// Text or SONATA, as format_of says; text holds neither population nor metadata.
std::unique_ptr<Sink> make_sink(const std::filesystem::path& file, const std::string& population,
                                const Metadata& metadata);

/// Where a file is written before it gets its name: in the same folder, so that the renaming is one step.
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Replaces `file`; throws RasterError.
void move_into_place(const std::filesystem::path& temporary, const std::filesystem::path& file);

/// A raster file open for reading, piece by piece in its own order. Throws RasterError.
class FileSource {
  public:
    virtual ~FileSource() = default;
    virtual void rewind() = 0;
    /// If the spikes lie in order of time: what comes next is the first one that is not before `t` [ms].
    virtual void seek(double t) = 0;
    /// The next spikes; none behind the last one. Valid until the next call.
    virtual std::span<const Spike> next() = 0;
};

/// The readers, unsorted.
using TakeSpike = std::function<void(const Spike& spike, std::string_view population)>;
void read_text(const std::filesystem::path& file, const ReadOptions& options, const TakeSpike& take);
void read_text(std::istream& in, const std::string& file, const ReadOptions& options, const TakeSpike& take);
std::vector<Spike> read_sonata(const std::filesystem::path& file, const std::string& population);
std::shared_ptr<FileSource> open_sonata(const std::filesystem::path& file, const std::string& population);

/// Whether the file is to be read as SONATA, not as text. Throws RasterError if it isn't there, or is neither.
bool check_is_sonata(const std::filesystem::path& file);
bool is_hdf5(const std::filesystem::path& file);

}  // namespace ranvier::raster
