// The only file that speaks HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, "Spike file".

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/raster/sink.hpp"

namespace ranvier::raster {

namespace {

/// An HDF5 object, closed when it goes. Failed calls give an invalid one.
class Handle {
  public:
    Handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    operator hid_t() const { return id_; }
    bool is_valid() const { return id_ >= 0; }

    /// Closes now; false if what was still to be written could not be.
    bool close() { return id_ < 0 || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Our messages say what failed; HDF5's own stack on the terminal would only frighten.
class QuietHdf5 {
  public:
    QuietHdf5() {
        H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
    QuietHdf5(const QuietHdf5&) = delete;
    QuietHdf5& operator=(const QuietHdf5&) = delete;

  private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

constexpr hsize_t chunk_length = 16384;
constexpr std::size_t read_length = 64 * chunk_length;
constexpr std::size_t write_length = 8 * chunk_length;  // whole chunks bypass HDF5's cache
constexpr std::uint32_t sonata_magic = 0x0A7A;

void write_attribute(hid_t object, const char* name, hid_t type, std::span<const hsize_t> shape, const void* value) {
    const Handle space(
        shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
        H5Sclose);
    const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!attribute.is_valid() || H5Awrite(attribute, type, value) < 0) {
        throw RasterError(fmt::format("attribute {} cannot be written", name));
    }
}

void write_text_attribute(hid_t object, const char* name, const std::string& text) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const char* value = text.c_str();
    write_attribute(object, name, type, {}, &value);
}

/// The enum of the specification; a plain string is refused by libsonata.
void write_sorting(hid_t group) {
    const Handle type(H5Tenum_create(H5T_NATIVE_UINT8), H5Tclose);
    const std::uint8_t none = 0, by_id = 1, by_time = 2;
    H5Tenum_insert(type, "none", &none);
    H5Tenum_insert(type, "by_id", &by_id);
    H5Tenum_insert(type, "by_time", &by_time);
    write_attribute(group, "sorting", type, {}, &by_time);
}

/// A growing one-dimensional dataset.
class Column {
  public:
    Column(hid_t group, const char* name, hid_t stored, hid_t in_memory)
        : in_memory_(in_memory), dataset_(create(group, name, stored), H5Dclose) {}

    hid_t id() const { return dataset_; }

    bool append(const void* values, hsize_t count) {
        const hsize_t begin = length_;
        length_ += count;
        if (H5Dset_extent(dataset_, &length_) < 0) return false;
        const Handle file_space(H5Dget_space(dataset_), H5Sclose);
        H5Sselect_hyperslab(file_space, H5S_SELECT_SET, &begin, nullptr, &count, nullptr);
        const Handle memory_space(H5Screate_simple(1, &count, nullptr), H5Sclose);
        return H5Dwrite(dataset_, in_memory_, memory_space, file_space, H5P_DEFAULT, values) >= 0;
    }

    bool close() { return dataset_.close(); }

  private:
    static hid_t create(hid_t group, const char* name, hid_t stored) {
        const hsize_t none = 0, unlimited = H5S_UNLIMITED;
        const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
        const Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        H5Pset_chunk(properties, 1, &chunk_length);
        H5Pset_fletcher32(properties);  // a reader, any reader, then notices damage
        // Not compressed: libsonata's HDF5 comes without deflate.
        return H5Dcreate2(group, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    }

    hid_t in_memory_;
    Handle dataset_;
    hsize_t length_ = 0;
};

class SonataSink final : public Sink {
  public:
    SonataSink(const std::filesystem::path& path, const std::string& population, const Metadata& metadata)
        : path_(path),
          temporary_(temporary_name(path)),
          file_(H5Fcreate(temporary_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose),
          spikes_(H5Gcreate2(file_, "spikes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose),
          group_(H5Gcreate2(spikes_, population.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose),
          times_(group_, "timestamps", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE),
          ids_(group_, "node_ids", H5T_STD_U64LE, H5T_NATIVE_UINT64) {
        if (!file_.is_valid()) throw_cannot_write("the folder is missing or not writable");
        if (times_.id() < 0 || ids_.id() < 0) {
            remove_temporary();
            throw_cannot_write(fmt::format("'{}' is not the name of a population", population));
        }
        const std::uint32_t version[2] = {0, 1};
        const hsize_t two = 2;
        write_attribute(file_, "magic", H5T_NATIVE_UINT32, {}, &sonata_magic);
        write_attribute(file_, "version", H5T_NATIVE_UINT32, std::span<const hsize_t>(&two, 1), version);
        write_sorting(group_);
        write_text_attribute(times_.id(), "units", "ms");
        for (const auto& [name, value] : metadata) write_text_attribute(group_, name.c_str(), value);
    }

    ~SonataSink() override {
        if (is_committed_) return;
        close();
        remove_temporary();
    }

    void append(std::span<const Spike> spikes) override {
        for (const Spike& spike : spikes) {
            pending_times_.push_back(spike.t);
            pending_gids_.push_back(static_cast<std::uint64_t>(spike.gid));
            if (pending_times_.size() == write_length) write_pending();
        }
    }

    void commit() override {
        write_pending();
        if (!close()) throw_cannot_write("the disk may be full");
        move_into_place(temporary_, path_);
        is_committed_ = true;
    }

  private:
    void write_pending() {
        if (pending_times_.empty()) return;
        const QuietHdf5 quiet;
        const auto count = static_cast<hsize_t>(pending_times_.size());
        if (!times_.append(pending_times_.data(), count) || !ids_.append(pending_gids_.data(), count)) {
            throw_cannot_write("the disk may be full");
        }
        pending_times_.clear();
        pending_gids_.clear();
    }

    bool close() {
        const QuietHdf5 quiet;
        const bool columns = times_.close() && ids_.close();
        const bool groups = group_.close() && spikes_.close();
        return file_.close() && columns && groups;
    }

    void remove_temporary() const {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }

    [[noreturn]] void throw_cannot_write(std::string_view why) const {
        throw RasterError(fmt::format("{}: cannot be written; {}", path_.string(), why));
    }

    std::filesystem::path path_, temporary_;
    Handle file_, spikes_, group_;
    Column times_, ids_;
    std::vector<double> pending_times_;
    std::vector<std::uint64_t> pending_gids_;  // as the file holds them: HDF5 converts one by one
    bool is_committed_ = false;
};

std::vector<std::string> children(hid_t group) {
    std::vector<std::string> names;
    H5G_info_t info{};
    if (H5Gget_info(group, &info) < 0) return names;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        const ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
        if (length <= 0) continue;
        std::string name(static_cast<std::size_t>(length), '\0');
        H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size() + 1, H5P_DEFAULT);
        names.push_back(name);
    }
    return names;
}

/// A dataset of one dimension in a file, read piece by piece as `T`.
template <typename T>
class StoredColumn {
  public:
    StoredColumn(hid_t file, const std::string& name, hid_t in_memory)
        : in_memory_(in_memory), dataset_(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose) {
        if (!dataset_.is_valid()) {
            problem_ = fmt::format("lacks the dataset {}", name);
            return;
        }
        const Handle space(H5Dget_space(dataset_), H5Sclose);
        if (H5Sget_simple_extent_ndims(space) != 1) {
            problem_ = fmt::format("has a {} that is not a list", name);
            return;
        }
        H5Sget_simple_extent_dims(space, &length_, nullptr);
        // A damaged header may claim any length: believe no more than what is stored, compressed a thousandfold.
        if (length_ / 1100 > H5Dget_storage_size(dataset_) + 1) problem_ = fmt::format("has a damaged {}", name);
    }

    /// What is wrong with it, as the rest of a sentence about the file; empty if nothing is.
    const std::string& problem() const { return problem_; }
    std::size_t length() const { return length_; }

    /// False if what is stored there is damaged.
    bool read(std::size_t begin, std::span<T> values) const {
        const hsize_t first = begin, count = values.size();
        const Handle file_space(H5Dget_space(dataset_), H5Sclose);
        H5Sselect_hyperslab(file_space, H5S_SELECT_SET, &first, nullptr, &count, nullptr);
        const Handle memory_space(H5Screate_simple(1, &count, nullptr), H5Sclose);
        return H5Dread(dataset_, in_memory_, memory_space, file_space, H5P_DEFAULT, values.data()) >= 0;
    }

  private:
    hid_t in_memory_;
    Handle dataset_;
    hsize_t length_ = 0;
    std::string problem_;
};

/// A SONATA file open for reading.
class Reader {
  public:
    explicit Reader(const std::filesystem::path& path)
        : path_(path),
          file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose),
          spikes_(file_.is_valid() ? H5Gopen2(file_, "spikes", H5P_DEFAULT) : H5I_INVALID_HID, H5Gclose) {
        if (!file_.is_valid()) fail("is not an HDF5 file, or was cut short");
        if (!spikes_.is_valid()) fail("is an HDF5 file without the group /spikes; not a SONATA raster");
    }

    bool has_old_layout() const {
        return H5Lexists(spikes_, "gids", H5P_DEFAULT) > 0 && H5Lexists(spikes_, "timestamps", H5P_DEFAULT) > 0;
    }

    std::vector<std::string> populations() const {
        if (has_old_layout()) return {""};
        std::vector<std::string> names;
        for (const std::string& name : children(spikes_)) {
            const Handle group(H5Gopen2(spikes_, name.c_str(), H5P_DEFAULT), H5Gclose);
            if (group.is_valid() && H5Lexists(group, "timestamps", H5P_DEFAULT) > 0) names.push_back(name);
        }
        return names;
    }

    std::vector<Spike> read(std::string population) const {
        if (has_old_layout()) return read_from("/spikes/", "gids");
        const std::vector<std::string> names = populations();
        if (names.empty()) fail("has no population under /spikes");
        if (population.empty() && names.size() > 1) {
            fail(fmt::format("has several populations ({}); say which", fmt::join(names, ", ")));
        }
        if (population.empty()) population = names[0];
        if (std::find(names.begin(), names.end(), population) == names.end()) {
            fail(fmt::format("has no population '{}'; it has {}", population, fmt::join(names, ", ")));
        }
        return read_from("/spikes/" + population + "/", "node_ids");
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw RasterError(fmt::format("{} {}", path_.string(), what));
    }

    void check_units(const std::string& name) const {
        const Handle dataset(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
        if (H5Aexists(dataset, "units") <= 0) return;
        const Handle attribute(H5Aopen(dataset, "units", H5P_DEFAULT), H5Aclose);
        const Handle type(H5Aget_type(attribute), H5Tclose);
        if (H5Tget_class(type) != H5T_STRING) return;
        std::string units;
        if (H5Tis_variable_str(type) > 0) {
            char* text = nullptr;
            if (H5Aread(attribute, type, &text) < 0 || !text) return;
            units = text;
            H5free_memory(text);
        } else {
            units.resize(H5Tget_size(type));
            if (H5Aread(attribute, type, units.data()) < 0) return;
            units.resize(units.find_last_not_of(std::string_view(" \0", 2)) + 1);
        }
        if (units != "ms") fail(fmt::format("has {} in '{}'; expected ms", name, units));
    }

    std::vector<Spike> read_from(const std::string& folder, const std::string& ids_name) const {
        check_units(folder + "timestamps");
        const StoredColumn<double> times(file_, folder + "timestamps", H5T_NATIVE_DOUBLE);
        const StoredColumn<std::uint64_t> ids(file_, folder + ids_name, H5T_NATIVE_UINT64);
        for (const std::string& problem : {times.problem(), ids.problem()}) {
            if (!problem.empty()) fail(problem);
        }
        if (times.length() != ids.length()) {
            fail(fmt::format("has {} timestamps but {} {}", times.length(), ids.length(), ids_name));
        }
        std::vector<Spike> spikes(times.length());
        std::vector<double> some_times(read_length);
        std::vector<std::uint64_t> some_ids(read_length);
        for (std::size_t begin = 0; begin < spikes.size(); begin += read_length) {
            const std::size_t n = std::min(read_length, spikes.size() - begin);
            if (!times.read(begin, std::span(some_times).first(n)))
                fail(fmt::format("has a damaged {}timestamps", folder));
            if (!ids.read(begin, std::span(some_ids).first(n)))
                fail(fmt::format("has a damaged {}{}", folder, ids_name));
            for (std::size_t i = 0; i < n; ++i) spikes[begin + i] = checked(some_times[i], some_ids[i], begin + i);
        }
        return spikes;
    }

    Spike checked(double t, std::uint64_t id, std::size_t i) const {
        if (!std::isfinite(t)) fail(fmt::format("has a time that is not a finite number, at spike {}", i));
        if (id > std::numeric_limits<Gid>::max()) fail(fmt::format("has the id {}, beyond a gid", id));
        return {t, static_cast<Gid>(id)};
    }

    std::filesystem::path path_;
    Handle file_, spikes_;
};

}  // namespace

std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population,
                                       const Metadata& metadata) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataSink>(file, population, metadata);
}

std::vector<Spike> read_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return Reader(file).read(population);
}

std::vector<std::string> populations(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    return Reader(file).populations();
}

bool is_hdf5(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    return H5Fis_hdf5(file.c_str()) > 0;
}

}  // namespace ranvier::raster
