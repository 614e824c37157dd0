// Writes rasters to HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, section on spikes.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engine/raster/file/hdf5_output.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/raster/file/written_column.hpp"

namespace ranvier::raster {

namespace {

constexpr std::size_t chunk_length = WrittenColumn::chunk_length;

/// Writes the attribute `sorting` as the specification's enum; libsonata rejects a plain string.
void write_sorting(hid_t group) {
    const Handle type(h5().Tenum_create(h5().native_uint8), h5().Tclose);
    const std::uint8_t none = 0, by_id = 1, by_time = 2;
    h5().Tenum_insert(type, "none", &none);
    h5().Tenum_insert(type, "by_id", &by_id);
    h5().Tenum_insert(type, "by_time", &by_time);
    write_attribute(group, "sorting", type, {}, &by_time);
}

class SonataSink final : public Sink {
  public:
    SonataSink(const std::filesystem::path& path, const std::string& population)
        : out_(path),
          spikes_(h5().Gcreate2(out_.id(), "spikes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose),
          group_(h5().Gcreate2(spikes_, population.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose),
          times_(group_, "timestamps", h5().ieee_f64le),
          ids_(group_, "node_ids", h5().std_u64le) {
        if (times_.id() < 0 || ids_.id() < 0) {
            out_.fail(fmt::format("'{}' is not the name of a population", population));
        }
        mark_as_sonata(out_.id());
        write_sorting(group_);
        write_text_attribute(times_.id(), "units", "ms");
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

    void describe(const Metadata& metadata) override {
        const QuietHdf5 quiet;
        for (const auto& [name, value] : metadata) write_text_attribute(group_, name.c_str(), value);
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
    WrittenColumn times_, ids_;
    std::size_t count_ = 0;  // values in the current chunks
};

}  // namespace

std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataSink>(file, population);
}

}  // namespace ranvier::raster
