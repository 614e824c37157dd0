#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/hdf5/hdf5_calls.hpp"

// Helpers for reading and writing HDF5 files; only for engine/raster/file, engine/edges and engine/extract.
namespace ranvier::raster {

using hdf5::h5;

/// An HDF5 object, closed by the destructor; invalid if the HDF5 call failed.
class Handle {
  public:
    Handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    operator hid_t() const { return id_; }
    bool is_valid() const { return id_ >= 0; }

    /// Closes the object now. Returns false if pending data could not be written.
    bool close() { return id_ < 0 || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Suppresses HDF5's error stack on the terminal, which would only confuse: our messages say what failed.
class QuietHdf5 {
  public:
    QuietHdf5() {
        h5().Eget_auto2(H5E_DEFAULT, &function_, &data_);
        h5().Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~QuietHdf5() { h5().Eset_auto2(H5E_DEFAULT, function_, data_); }
    QuietHdf5(const QuietHdf5&) = delete;
    QuietHdf5& operator=(const QuietHdf5&) = delete;

  private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

/// Dataset properties without time stamps: equal data give equal files.
Handle make_dataset_properties();

/// Throws RasterError if the attribute cannot be written. An empty shape means a scalar.
void write_attribute(hid_t object, const char* name, hid_t type, std::span<const hsize_t> shape, const void* value);
void write_text_attribute(hid_t object, const char* name, const std::string& text);

/// Writes the specification's attributes `magic` and `version` to the root.
void mark_as_sonata(hid_t file);

/// The attribute, in columns written by Ranvier, that holds the CRC (crc32.hpp) of the column's values (64 bits each,
/// little-endian). HDF5's own checksums do not cover the positions of chunks and the description of the type.
constexpr const char* checksum_name = "crc32";

/// The value of an integer attribute; nullopt if there is none.
std::optional<std::uint32_t> read_number_attribute(hid_t object, const char* name);

/// The text of an attribute of fixed or variable length, without padding; nullopt if there is no such attribute, "?" if
/// it is not text.
std::optional<std::string> read_text_attribute(hid_t object, const char* name);

/// The names of a group's members; nullopt if not all of them can be read.
std::optional<std::vector<std::string>> children(hid_t group);

/// Why the values of a dataset may not be read: they lie in files that linked_file refuses, or whose names are computed.
/// The predicate of a sentence about the file; empty if nothing is wrong. To be called before anything is read.
std::string foreign_storage(hid_t dataset, const std::string& name);

/// The type of a dataset's elements, in words for messages: "64-bit integers", "text".
std::string describe_type(hid_t dataset);

}  // namespace ranvier::raster
