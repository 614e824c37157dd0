// Writes rasters to HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, section on spikes.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engine/checksum/crc32.hpp"
#include "engine/checksum/fletcher32.hpp"
#include "engine/raster/hdf5_output.hpp"
#include "engine/raster/sink.hpp"

namespace ranvier::raster {

namespace {

constexpr std::size_t chunk_length = 16384;

/// Writes the attribute `sorting` as the specification's enum; libsonata rejects a plain string.
void write_sorting(hid_t group) {
    const Handle type(H5Tenum_create(H5T_NATIVE_UINT8), H5Tclose);
    const std::uint8_t none = 0, by_id = 1, by_time = 2;
    H5Tenum_insert(type, "none", &none);
    H5Tenum_insert(type, "by_id", &by_id);
    H5Tenum_insert(type, "by_time", &by_time);
    write_attribute(group, "sorting", type, {}, &by_time);
}

/// A growing one-dimensional dataset of 64-bit values. This class makes the chunks in their final form, including
/// checksums; HDF5 would copy them twice and take ten times as long for the checksum.
class Column {
  public:
    Column(hid_t group, const char* name, hid_t stored) : dataset_(create(group, name, stored), H5Dclose) {}

    hid_t id() const { return dataset_; }

    /// The values of the current chunk, as bits.
    std::uint64_t* chunk() { return chunk_.data(); }

    /// Writes the current chunk, with `count` values. Only the last chunk may be incomplete.
    bool write_chunk(std::size_t count) {
        static_assert(std::endian::native == std::endian::little, "chunks are written in the byte order of memory");
        crc_ = crc32(std::as_bytes(std::span(chunk_).first(count)), crc_);
        std::fill(chunk_.begin() + static_cast<std::ptrdiff_t>(count), chunk_.end(), 0);
        chunk_.back() = fletcher32(std::as_bytes(std::span(chunk_).first(chunk_length)));
        const hsize_t begin = length_;
        length_ += count;
        constexpr std::size_t bytes = chunk_length * sizeof(std::uint64_t) + sizeof(std::uint32_t);
        constexpr std::uint32_t all_filters = 0;
        return H5Dset_extent(dataset_, &length_) >= 0 &&
               H5Dwrite_chunk(dataset_, H5P_DEFAULT, all_filters, &begin, bytes, chunk_.data()) >= 0;
    }

    bool close() {
        write_attribute(dataset_, checksum_name, H5T_NATIVE_UINT32, {}, &crc_);
        return dataset_.close();
    }

  private:
    static hid_t create(hid_t group, const char* name, hid_t stored) {
        const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = chunk_length;
        const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
        const Handle properties = make_dataset_properties();
        H5Pset_chunk(properties, 1, &chunk);
        H5Pset_fletcher32(properties);  // lets any reader notice damage
        // Not compressed: libsonata's HDF5 comes without deflate.
        return H5Dcreate2(group, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    }

    Handle dataset_;
    hsize_t length_ = 0;
    std::uint32_t crc_ = 0;                                                            // of all values
    std::vector<std::uint64_t> chunk_ = std::vector<std::uint64_t>(chunk_length + 1);  // with the checksum
};

class SonataSink final : public Sink {
  public:
    SonataSink(const std::filesystem::path& path, const std::string& population, const Metadata& metadata)
        : out_(path),
          spikes_(H5Gcreate2(out_.id(), "spikes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose),
          group_(H5Gcreate2(spikes_, population.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose),
          times_(group_, "timestamps", H5T_IEEE_F64LE),
          ids_(group_, "node_ids", H5T_STD_U64LE) {
        if (times_.id() < 0 || ids_.id() < 0) {
            out_.fail(fmt::format("'{}' is not the name of a population", population));
        }
        mark_as_sonata(out_.id());
        write_sorting(group_);
        write_text_attribute(times_.id(), "units", "ms");
        for (const auto& [name, value] : metadata) write_text_attribute(group_, name.c_str(), value);
    }

    void append(std::span<const Spike> spikes) override {
        while (!spikes.empty()) {
            const auto some = spikes.first(std::min(spikes.size(), chunk_length - count_));
            std::uint64_t* const times = times_.chunk() + count_;
            std::uint64_t* const ids = ids_.chunk() + count_;
            for (std::size_t i = 0; i < some.size(); ++i) {
                times[i] = std::bit_cast<std::uint64_t>(some[i].t);
                ids[i] = static_cast<std::uint64_t>(some[i].gid);
            }
            count_ += some.size();
            if (count_ == chunk_length) write_chunks();
            spikes = spikes.subspan(some.size());
        }
    }

    void commit() override {
        if (count_ > 0) write_chunks();
        const bool columns = times_.close() && ids_.close();
        const bool groups = group_.close() && spikes_.close();
        out_.commit(columns && groups);
    }

  private:
    void write_chunks() {
        const QuietHdf5 quiet;
        if (!times_.write_chunk(count_) || !ids_.write_chunk(count_)) out_.fail_to_write();
        count_ = 0;
    }

    Hdf5Output out_;
    Handle spikes_, group_;
    Column times_, ids_;
    std::size_t count_ = 0;  // values in the current chunks
};

}  // namespace

std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population,
                                       const Metadata& metadata) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataSink>(file, population, metadata);
}

}  // namespace ranvier::raster
