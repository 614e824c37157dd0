#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/checksum/crc32.hpp"
#include "engine/checksum/fletcher32.hpp"
#include "engine/raster/file/hdf5.hpp"

namespace ranvier::raster {

/// A growing one-dimensional dataset of 64-bit values. This class makes the chunks in their final form, including
/// checksums; HDF5 would copy them twice and take ten times as long for the checksum.
class WrittenColumn {
  public:
    static constexpr std::size_t chunk_length = 16384;

    WrittenColumn(hid_t group, const char* name, hid_t stored) : dataset_(create(group, name, stored), h5().Dclose) {}

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
        return h5().Dset_extent(dataset_, &length_) >= 0 &&
               h5().Dwrite_chunk(dataset_, H5P_DEFAULT, all_filters, &begin, bytes, chunk_.data()) >= 0;
    }

    bool close() {
        write_attribute(dataset_, checksum_name, h5().native_uint32, {}, &crc_);
        return dataset_.close();
    }

  private:
    static hid_t create(hid_t group, const char* name, hid_t stored) {
        const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = chunk_length;
        const Handle space(h5().Screate_simple(1, &none, &unlimited), h5().Sclose);
        const Handle properties = make_dataset_properties();
        h5().Pset_chunk(properties, 1, &chunk);
        h5().Pset_fletcher32(properties);  // lets any reader notice damage
        // Not compressed: libsonata's HDF5 comes without deflate.
        return h5().Dcreate2(group, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    }

    Handle dataset_;
    hsize_t length_ = 0;
    std::uint32_t crc_ = 0;                                                            // of all values
    std::vector<std::uint64_t> chunk_ = std::vector<std::uint64_t>(chunk_length + 1);  // with the checksum
};

}  // namespace ranvier::raster
