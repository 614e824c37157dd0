#pragma once

#include <filesystem>
#include <string_view>

#include "engine/raster/file/hdf5.hpp"

namespace ranvier::raster {

/// An HDF5 file being written, under a temporary name until `commit`. If destroyed before `commit`, removes the file,
/// after closing open objects in it.
class Hdf5Output {
  public:
    /// Throws RasterError if the file cannot be created, or if `output_path` refuses it.
    explicit Hdf5Output(const std::filesystem::path& path);
    ~Hdf5Output();
    Hdf5Output(const Hdf5Output&) = delete;
    Hdf5Output& operator=(const Hdf5Output&) = delete;

    hid_t id() const { return file_; }

    /// Closes the file and renames it. `is_whole`: true if all objects in the file have been closed successfully.
    void commit(bool is_whole);

    [[noreturn]] void fail(std::string_view why) const;
    [[noreturn]] void fail_to_write() const { fail("the disk may be full"); }

  private:
    std::filesystem::path path_, temporary_;
    Handle file_;
    bool is_committed_ = false;
};

}  // namespace ranvier::raster
