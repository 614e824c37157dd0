#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/file/hdf5.hpp"

namespace ranvier::raster {

constexpr std::size_t read_length = 4 * 16384;  // spikes: four of our chunks, which fit in a core's cache

/// A one-dimensional dataset in a file, read piece by piece as `T`.
template <typename T>
class StoredColumn {
  public:
    StoredColumn(hid_t file, const std::string& name, hid_t in_memory)
        : name_(name), in_memory_(in_memory), dataset_(h5().Dopen2(file, name.c_str(), H5P_DEFAULT), h5().Dclose) {
        if (!dataset_.is_valid()) {
            problem_ = fmt::format("lacks the dataset {}", name);
            return;
        }
        problem_ = foreign_storage(dataset_, name);
        if (!problem_.empty()) return;
        const Handle space(h5().Dget_space(dataset_), h5().Sclose);
        if (h5().Sget_simple_extent_ndims(space) != 1) {
            problem_ = fmt::format("has a {} that is not a list", name);
            return;
        }
        const Handle type(h5().Dget_type(dataset_), h5().Tclose);
        const H5T_class_t kind = h5().Tget_class(type);
        if (kind != H5T_INTEGER && (std::is_integral_v<T> || kind != H5T_FLOAT)) {
            problem_ = fmt::format("has {} in {}; expected {}", describe_type(dataset_), name,
                                   std::is_integral_v<T> ? "integers" : "numbers");
            return;
        }
        h5().Sget_simple_extent_dims(space, &length_, nullptr);
        // A damaged header may claim any length: accept at most a thousand times the stored size.
        hsize_t file_size = 0;
        h5().Fget_filesize(file, &file_size);
        if (length_ / 1100 > std::min(h5().Dget_storage_size(dataset_), file_size) + 1)
            problem_ = fmt::format("has a damaged {}", name);
        crc_ = read_number_attribute(dataset_, checksum_name);
    }

    /// The problem found in the dataset, as the predicate of a sentence about the file; empty if there is none.
    const std::string& problem() const { return problem_; }
    std::size_t length() const { return length_; }

    /// Reads all data that locates the values. Also reads the values, if HDF5 has to do more than copy, unpack and
    /// check them. Returns the problem found, like `problem`: where HDF5 fails for lack of the memory of a trial, it might
    /// take all of the machine's later.
    std::string look_through_structure() const {
        const Handle properties(h5().Dget_create_plist(dataset_), h5().Pclose);
        if (h5().Pget_layout(properties) == H5D_CHUNKED) {
            const Handle space(h5().Dget_space(dataset_), h5().Sclose);
            hsize_t chunks = 0;
            h5().Dget_num_chunks(dataset_, space, &chunks);
        }
        bool is_plain = true;
        for (int k = 0; k < h5().Pget_nfilters(properties); ++k) {
            unsigned flags = 0, config = 0;
            std::size_t no_values = 0;
            const H5Z_filter_t filter =
                h5().Pget_filter2(properties, k, &flags, &no_values, nullptr, 0, nullptr, &config);
            is_plain &= filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
        }
        const std::size_t end = is_plain ? std::min<std::size_t>(1, length_) : length_;  // one, to test its conversion
        std::vector<T> piece(std::min(end, read_length));
        for (std::size_t at = 0; at < end; at += piece.size()) {
            if (read(at, std::span(piece).first(std::min(piece.size(), end - at)))) continue;
            return is_plain ? "" : fmt::format("has a damaged {}", name_);
        }
        return "";
    }

    /// The stored checksum of the values (checksum_name), if there is one.
    std::optional<std::uint32_t> crc() const { return crc_; }

    /// Turns off the verification of HDF5's checksums if there is a crc(): the caller reads all values and compares
    /// them with crc().
    void leave_sums_to_crc() {
        if (!crc_) return;
        transfer_ = Handle(h5().Pcreate(h5().dataset_transfer), h5().Pclose);
        h5().Pset_edc_check(transfer_, H5Z_DISABLE_EDC);
    }

    /// Returns false if the stored data is damaged.
    bool read(std::size_t begin, std::span<T> values) const {
        const hsize_t first = begin, count = values.size();
        const Handle file_space(h5().Dget_space(dataset_), h5().Sclose);
        h5().Sselect_hyperslab(file_space, H5S_SELECT_SET, &first, nullptr, &count, nullptr);
        const Handle memory_space(h5().Screate_simple(1, &count, nullptr), h5().Sclose);
        const hid_t transfer = transfer_.is_valid() ? static_cast<hid_t>(transfer_) : H5P_DEFAULT;
        return h5().Dread(dataset_, in_memory_, memory_space, file_space, transfer, values.data()) >= 0;
    }

  private:
    std::string name_;
    hid_t in_memory_;
    Handle dataset_;
    Handle transfer_{H5I_INVALID_HID, h5().Pclose};  // invalid: HDF5's default
    hsize_t length_ = 0;
    std::optional<std::uint32_t> crc_;
    std::string problem_;
};

/// The checksum of a column's values, computed while they are read from the first one on without a gap.
template <typename T>
class RunningCrc {
  public:
    void add(std::size_t begin, std::span<const T> values) {
        static_assert(sizeof(T) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);
        if (begin == 0) *this = {};
        if (begin != read_to_) return;
        crc_ = crc32(std::as_bytes(values), crc_);
        read_to_ += values.size();
    }
    /// Returns false if all values have been read and do not match the column's checksum.
    bool agrees_with(const StoredColumn<T>& column) const {
        return read_to_ != column.length() || column.crc().value_or(crc_) == crc_;
    }

  private:
    std::size_t read_to_ = 0;
    std::uint32_t crc_ = 0;
};

}  // namespace ranvier::raster
