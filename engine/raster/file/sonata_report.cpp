// Writes reports to HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, "Frame oriented, cell element
// recordings"; the population's group and the names node_ids and index_pointers are those that libsonata reads.

#include <fmt/format.h>

#include <algorithm>

#include "engine/raster/file/hdf5_output.hpp"
#include "engine/raster/file/report.hpp"

namespace ranvier::raster {

namespace {

constexpr hsize_t chunk_values = 32768, widest_chunk = 1024;
constexpr hsize_t values_at_once = 1 << 21;  // 16 MiB

/// The number of frames per chunk. Chunks are written whole, so HDF5 need not read parts of them again.
hsize_t frames_of_chunk(hsize_t width) {
    const hsize_t most = std::max<hsize_t>(1, values_at_once / width);
    return std::min(most, std::max<hsize_t>(1, chunk_values / std::min(width, widest_chunk)));
}

class SonataReport final : public ReportSink {
  public:
    SonataReport(const std::filesystem::path& path, const ReportLayout& layout, std::int64_t frames,
                 const Metadata& metadata)
        : out_(path), width_(layout.elements.size()), data_(H5I_INVALID_HID, h5().Dclose) {
        write_all_but_values(layout, frames, metadata);
    }

    std::int64_t frames_at_once() const override {
        const hsize_t rows = frames_of_chunk(std::max<hsize_t>(1, width_));
        return static_cast<std::int64_t>(std::max<hsize_t>(1, values_at_once / (rows * std::max<hsize_t>(1, width_))) *
                                         rows);
    }

    void append(std::span<const double> frames) override {
        const QuietHdf5 quiet;
        const hsize_t begin[2] = {written_, 0}, count[2] = {frames.size() / width_, width_};
        const Handle file_space(h5().Dget_space(data_), h5().Sclose),
            memory_space(h5().Screate_simple(2, count, nullptr), h5().Sclose);
        h5().Sselect_hyperslab(file_space, H5S_SELECT_SET, begin, nullptr, count, nullptr);
        if (h5().Dwrite(data_, h5().native_double, memory_space, file_space, H5P_DEFAULT, frames.data()) < 0) {
            out_.fail_to_write();
        }
        written_ += count[0];
    }

    void commit() override { out_.commit(data_.close()); }

  private:
    void write_all_but_values(const ReportLayout& layout, std::int64_t frames, const Metadata& metadata) {
        mark_as_sonata(out_.id());
        const Handle report(h5().Gcreate2(out_.id(), "report", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose);
        const Handle group(h5().Gcreate2(report, layout.population.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                           h5().Gclose);
        if (!group.is_valid()) out_.fail(fmt::format("'{}' is not the name of a population", layout.population));
        for (const auto& [name, value] : metadata) write_text_attribute(group, name.c_str(), value);
        write_mapping(group, layout, frames);
        data_ = create_data(group, layout, frames);
        write_text_attribute(data_, "units", layout.units);
        write_text_attribute(data_, "variable", layout.variable);
    }

    void write_mapping(hid_t group, const ReportLayout& layout, std::int64_t frames) const {
        std::vector<std::uint64_t> node_ids, index_pointers;
        std::vector<std::uint32_t> element_ids;
        std::vector<double> element_pos;
        for (const ReportElement& element : layout.elements) {
            const auto id = static_cast<std::uint64_t>(element.gid);
            if (node_ids.empty() || node_ids.back() != id) {
                node_ids.push_back(id);
                index_pointers.push_back(element_ids.size());
            }
            element_ids.push_back(element.section);
            element_pos.push_back(element.x);
        }
        index_pointers.push_back(element_ids.size());
        const double end = layout.t_begin + static_cast<double>(frames) * layout.dt;
        const double time[3] = {layout.t_begin, end, layout.dt};

        const Handle mapping(h5().Gcreate2(group, "mapping", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose);
        const Handle nodes = write_list(mapping, "node_ids", h5().std_u64le, h5().native_uint64, node_ids);
        const std::uint8_t sorted = 1;
        write_attribute(nodes, "sorted", h5().native_uint8, {}, &sorted);
        write_list(mapping, "index_pointers", h5().std_u64le, h5().native_uint64, index_pointers);
        // The same data under the name used by the guide and bmtk.
        h5().Lcreate_hard(mapping, "index_pointers", mapping, "index_pointer", H5P_DEFAULT, H5P_DEFAULT);
        write_list(mapping, "element_ids", h5().std_u32le, h5().native_uint32, element_ids);
        write_list(mapping, "element_pos", h5().ieee_f64le, h5().native_double, element_pos);
        const Handle times = write_list(mapping, "time", h5().ieee_f64le, h5().native_double, std::span(time));
        write_text_attribute(times, "units", "ms");
    }

    template <typename List>
    Handle write_list(hid_t group, const char* name, hid_t stored, hid_t in_memory, const List& values) const {
        const hsize_t count = values.size();
        const Handle space(h5().Screate_simple(1, &count, nullptr), h5().Sclose);
        const Handle properties = make_dataset_properties();
        Handle dataset(h5().Dcreate2(group, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT), h5().Dclose);
        if (h5().Dwrite(dataset, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
            out_.fail_to_write();
        }
        return dataset;
    }

    Handle create_data(hid_t group, const ReportLayout& layout, std::int64_t frames) const {
        const hsize_t shape[2] = {static_cast<hsize_t>(frames), width_};
        const Handle space(h5().Screate_simple(2, shape, nullptr), h5().Sclose);
        const Handle properties = make_dataset_properties();
        if (frames > 0 && width_ > 0) {
            const hsize_t chunk[2] = {std::min(shape[0], frames_of_chunk(width_)), std::min(width_, widest_chunk)};
            h5().Pset_chunk(properties, 2, chunk);
            h5().Pset_fletcher32(properties);
        }
        Handle data(h5().Dcreate2(group, "data", layout.is_single ? h5().ieee_f32le : h5().ieee_f64le, space,
                                  H5P_DEFAULT, properties, H5P_DEFAULT),
                    h5().Dclose);
        if (!data.is_valid()) out_.fail_to_write();
        return data;
    }

    Hdf5Output out_;
    hsize_t width_, written_ = 0;
    Handle data_;
};

}  // namespace

std::unique_ptr<ReportSink> make_report_sink(const std::filesystem::path& file, const ReportLayout& layout,
                                             std::int64_t frames, const Metadata& metadata) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataReport>(file, layout, frames, metadata);
}

}  // namespace ranvier::raster
