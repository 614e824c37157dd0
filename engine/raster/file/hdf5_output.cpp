#include "engine/raster/file/hdf5_output.hpp"

#include <fmt/format.h>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::raster {

Hdf5Output::Hdf5Output(const std::filesystem::path& path)
    : path_(output_path(path)),
      temporary_(temporary_name(path_)),
      file_(h5().Fcreate(temporary_.c_str(), h5().truncate, H5P_DEFAULT, H5P_DEFAULT), h5().Fclose) {
    if (!file_.is_valid()) fail("the folder is missing or not writable");
}

Hdf5Output::~Hdf5Output() {
    if (is_committed_) return;
    const QuietHdf5 quiet;
    file_.close();
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void Hdf5Output::commit(bool is_whole) {
    const QuietHdf5 quiet;
    if (!file_.close() || !is_whole) fail_to_write();
    move_into_place(temporary_, path_);
    is_committed_ = true;
}

void Hdf5Output::fail(std::string_view why) const {
    throw RasterError(fmt::format("cannot write {}; {}", path_.string(), why));
}

}  // namespace ranvier::raster
