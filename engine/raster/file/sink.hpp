#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/raster/file/metadata.hpp"
#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

/// A raster file being written, under a temporary name until `commit`. If destroyed before `commit`, removes the file.
/// Spikes must be appended in the order of fires_before.
class Sink {
  public:
    virtual ~Sink() = default;
    virtual void append(std::span<const Spike> spikes) = 0;
    /// Writes what the file says of its run; once, before `commit`.
    virtual void describe(const Metadata& metadata) = 0;
    virtual void commit() = 0;
};

std::unique_ptr<Sink> make_text_sink(const std::filesystem::path& file);
std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population);

/// Makes a text or SONATA sink, according to format_of; text has neither population nor metadata.
std::unique_ptr<Sink> make_sink(const std::filesystem::path& file, const std::string& population);

/// Makes an empty file that will take the place of `file`, in the same folder, where renaming is atomic. Others cannot know
/// its name before, and put a link there. It has the mode of the file that it replaces.
std::filesystem::path temporary_name(const std::filesystem::path& file);

/// Renames `temporary` to `file`, replacing an existing file. Throws RasterError.
void move_into_place(const std::filesystem::path& temporary, const std::filesystem::path& file);

/// A raster file open for reading, piece by piece in the order of the file. Throws RasterError.
class FileSource {
  public:
    virtual ~FileSource() = default;
    virtual void rewind() = 0;
    /// Continues at the first spike that is not before `t` [ms]; only if the spikes are in order of time.
    virtual void seek(double t) = 0;
    /// Returns the next spikes; empty after the last one. Valid until the next call.
    virtual std::span<const Spike> next() = 0;
};

/// The readers; they do not sort the spikes.
using TakeSpike = std::function<void(const Spike& spike, std::string_view population)>;
void read_text(const std::filesystem::path& file, const ReadOptions& options, const TakeSpike& take);
void read_text(std::istream& in, const std::string& file, const ReadOptions& options, const TakeSpike& take);
std::vector<Spike> read_sonata(const std::filesystem::path& file, const std::string& population);
std::shared_ptr<FileSource> open_sonata(const std::filesystem::path& file, const std::string& population);

/// True if the file is SONATA, false if it is text. Throws RasterError if it does not exist or is neither.
bool check_is_sonata(const std::filesystem::path& file);
bool is_hdf5(const std::filesystem::path& file);

}  // namespace ranvier::raster
