// Spikes in HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, "Spike file".

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/raster/hdf5.hpp"
#include "engine/raster/sink.hpp"

namespace ranvier::raster {

namespace {

constexpr hsize_t chunk_length = 16384;
constexpr std::size_t read_length = 16 * chunk_length;
constexpr std::size_t write_length = 8 * chunk_length;  // whole chunks bypass HDF5's cache

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
        const Handle properties = make_dataset_properties();
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
        mark_as_sonata(file_);
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

enum class Sorting { none, by_id, by_time };

/// What a population says of its order: the enum of the specification, or a text, as others write it.
Sorting read_sorting(hid_t group) {
    if (H5Aexists(group, "sorting") <= 0) return Sorting::none;
    const Handle attribute(H5Aopen(group, "sorting", H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(attribute), H5Tclose);
    std::string name;
    if (H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) <= sizeof(std::uint64_t)) {
        std::uint64_t value = 0;
        char text[64] = {};
        if (H5Aread(attribute, type, &value) < 0 || H5Tenum_nameof(type, &value, text, sizeof text) < 0) text[0] = 0;
        name = text;
    } else {
        name = read_text_attribute(group, "sorting").value_or("");
    }
    if (name == "by_time") return Sorting::by_time;
    return name == "by_id" || name == "by_gid" ? Sorting::by_id : Sorting::none;
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
        const Handle type(H5Dget_type(dataset_), H5Tclose);
        const H5T_class_t kind = H5Tget_class(type);
        if (kind != H5T_INTEGER && (std::is_integral_v<T> || kind != H5T_FLOAT)) {
            problem_ = fmt::format("has {} in {}; expected {}", describe_type(dataset_), name,
                                   std::is_integral_v<T> ? "integers" : "numbers");
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

    struct Place {
        std::string folder, ids;  // "/spikes/All/", "node_ids"
    };
    /// Where a population lies; an empty name means the only one.
    Place find(std::string population) const {
        if (has_old_layout()) return {"/spikes/", "gids"};
        const std::vector<std::string> names = populations();
        if (names.empty()) fail("has no population under /spikes");
        if (population.empty() && names.size() > 1) {
            fail(fmt::format("has several populations ({}); say which", fmt::join(names, ", ")));
        }
        if (population.empty()) population = names[0];
        if (std::find(names.begin(), names.end(), population) == names.end()) {
            fail(fmt::format("has no population '{}'; it has {}", population, fmt::join(names, ", ")));
        }
        return {"/spikes/" + population + "/", "node_ids"};
    }

    hid_t id() const { return file_; }

    [[noreturn]] void fail(std::string_view what) const {
        throw RasterError(fmt::format("{} {}", path_.string(), what));
    }

  private:
    std::filesystem::path path_;
    Handle file_, spikes_;
};

/// The spikes of a population, read piece by piece in their order, and looked through as they are.
class StoredSpikes {
  public:
    StoredSpikes(const std::filesystem::path& path, const std::string& population)
        : file_(path),
          place_(file_.find(population)),
          times_(file_.id(), place_.folder + "timestamps", H5T_NATIVE_DOUBLE),
          ids_(file_.id(), place_.folder + place_.ids, H5T_NATIVE_INT64) {
        check_units();
        for (const std::string& problem : {times_.problem(), ids_.problem()}) {
            if (!problem.empty()) file_.fail(problem);
        }
        if (times_.length() != ids_.length()) {
            file_.fail(fmt::format("has {} {}timestamps, but {} {}{}", times_.length(), place_.folder, ids_.length(),
                                   place_.folder, place_.ids));
        }
        const Handle group(H5Gopen2(file_.id(), place_.folder.c_str(), H5P_DEFAULT), H5Gclose);
        sorting_ = read_sorting(group);
    }

    std::size_t size() const { return times_.length(); }

    /// Appends spikes from number `begin` on, as many as a piece has or as are left.
    void read(std::size_t begin, std::vector<Spike>& to) {
        const std::size_t n = std::min(read_length, size() - begin);
        some_times_.resize(n);
        some_ids_.resize(n);
        if (!times_.read(begin, some_times_)) file_.fail(fmt::format("has a damaged {}timestamps", place_.folder));
        if (!ids_.read(begin, some_ids_)) file_.fail(fmt::format("has a damaged {}{}", place_.folder, place_.ids));
        Spike before = last_;
        for (std::size_t i = 0; i < n; ++i) {
            const Spike spike = checked(some_times_[i], some_ids_[i], begin + i);
            if (sorting_ != Sorting::none && (i > 0 || begin == read_to_)) check_order(before, spike, begin + i);
            to.push_back(before = spike);
        }
        last_ = before;
        read_to_ = begin + n;
    }

    /// Of spikes that are sorted by time, the first that is not before `t`.
    std::size_t find(double t) {
        std::size_t low = 0, high = size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            double time = 0;
            if (!times_.read(middle, std::span(&time, 1))) {
                file_.fail(fmt::format("has a damaged {}timestamps", place_.folder));
            }
            (time < t ? low : high) = time < t ? middle + 1 : middle;
        }
        return low;
    }

  private:
    void check_units() const {
        const std::string name = place_.folder + "timestamps";
        const Handle dataset(H5Dopen2(file_.id(), name.c_str(), H5P_DEFAULT), H5Dclose);
        const std::string units = dataset.is_valid() ? read_text_attribute(dataset, "units").value_or("ms") : "ms";
        if (units != "ms") file_.fail(fmt::format("has {} in '{}'; expected ms", name, units));
    }

    /// Of spikes one after the other, what their population says of their order.
    void check_order(const Spike& before, const Spike& spike, std::size_t i) const {
        if (sorting_ == Sorting::by_time ? before.t <= spike.t : before.gid <= spike.gid) return;
        file_.fail(fmt::format("says that {} is sorted {}, but spike {} is not behind the one before it", place_.folder,
                               sorting_ == Sorting::by_time ? "by time" : "by id", i));
    }

    Spike checked(double t, std::int64_t id, std::size_t i) const {
        if (!std::isfinite(t)) {
            file_.fail(
                fmt::format("has a time that is not a finite number, at spike {} of {}timestamps", i, place_.folder));
        }
        if (id < 0 || id > std::numeric_limits<Gid>::max()) {
            file_.fail(fmt::format("has the id {} at spike {} of {}{}; a gid is from 0 to {}", id, i, place_.folder,
                                   place_.ids, std::numeric_limits<Gid>::max()));
        }
        return {t, static_cast<Gid>(id)};
    }

    Reader file_;
    Reader::Place place_;
    StoredColumn<double> times_;
    StoredColumn<std::int64_t> ids_;
    Sorting sorting_;
    std::vector<double> some_times_;
    std::vector<std::int64_t> some_ids_;
    Spike last_{};
    std::size_t read_to_ = ~std::size_t{0};  // `last_` is the one before this
};

class SonataSource final : public FileSource {
  public:
    SonataSource(const std::filesystem::path& file, const std::string& population) : stored_(file, population) {}

    void rewind() override { next_ = 0; }

    void seek(double t) override {
        const QuietHdf5 quiet;
        next_ = stored_.find(t);
    }

    std::span<const Spike> next() override {
        piece_.clear();
        if (next_ < stored_.size()) {
            const QuietHdf5 quiet;
            stored_.read(next_, piece_);
            next_ += piece_.size();
        }
        return piece_;
    }

  private:
    StoredSpikes stored_;
    std::size_t next_ = 0;
    std::vector<Spike> piece_;
};

}  // namespace

std::unique_ptr<Sink> make_sonata_sink(const std::filesystem::path& file, const std::string& population,
                                       const Metadata& metadata) {
    const QuietHdf5 quiet;
    return std::make_unique<SonataSink>(file, population, metadata);
}

std::vector<Spike> read_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    StoredSpikes stored(file, population);
    std::vector<Spike> spikes;
    spikes.reserve(stored.size());
    while (spikes.size() < stored.size()) stored.read(spikes.size(), spikes);
    return spikes;
}

std::shared_ptr<FileSource> open_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return std::make_shared<SonataSource>(file, population);
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
