// Spikes out of HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, "Spike file".

#include "engine/raster/sonata_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/printable.hpp"
#include "engine/raster/sink.hpp"
#include "engine/raster/trial.hpp"

namespace ranvier::raster {

namespace {

constexpr std::size_t read_length = 16 * 16384;  // spikes

enum class Sorting { none, by_id, by_time };

/// What a population says of its order: the enum of the specification, or a text, as others write it.
Sorting read_sorting(hid_t group) {
    if (H5Aexists(group, "sorting") <= 0) return Sorting::none;
    const Handle attribute(H5Aopen(group, "sorting", H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(attribute), H5Tclose);
    std::string name;
    constexpr int most_names = 16;  // HDF5 compares each with each
    if (H5Tget_class(type) == H5T_ENUM && H5Tget_size(type) <= sizeof(std::uint64_t) &&
        H5Tget_nmembers(type) <= most_names) {
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
        hsize_t file_size = 0;
        H5Fget_filesize(file, &file_size);
        if (length_ / 1100 > std::min(H5Dget_storage_size(dataset_), file_size) + 1)
            problem_ = fmt::format("has a damaged {}", name);
        crc_ = read_number_attribute(dataset_, checksum_name);
    }

    /// What is wrong with it, as the rest of a sentence about the file; empty if nothing is.
    const std::string& problem() const { return problem_; }
    std::size_t length() const { return length_; }

    /// Looks at all that says where the values lie, and at the values too where HDF5 is to do more than copy, unpack
    /// and check them.
    void look_through_structure() const {
        const Handle properties(H5Dget_create_plist(dataset_), H5Pclose);
        if (H5Pget_layout(properties) == H5D_CHUNKED) {
            const Handle space(H5Dget_space(dataset_), H5Sclose);
            hsize_t chunks = 0;
            H5Dget_num_chunks(dataset_, space, &chunks);
        }
        bool is_plain = true;
        for (int k = 0; k < H5Pget_nfilters(properties); ++k) {
            unsigned flags = 0, config = 0;
            std::size_t no_values = 0;
            const H5Z_filter_t filter = H5Pget_filter2(properties, k, &flags, &no_values, nullptr, 0, nullptr, &config);
            is_plain &= filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
        }
        const std::size_t end = is_plain ? std::min<std::size_t>(1, length_) : length_;  // one, to see it converted
        std::vector<T> piece(std::min(end, read_length));
        for (std::size_t at = 0; at < end; at += piece.size()) {
            if (!read(at, std::span(piece).first(std::min(piece.size(), end - at)))) return;
        }
    }

    /// What its values must amount to (checksum_name), if its writer said so.
    std::optional<std::uint32_t> crc() const { return crc_; }

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
    std::optional<std::uint32_t> crc_;
    std::string problem_;
};

/// The checksum of a column's values, as far as they have been read from the first one on without a gap.
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
    /// False if all values have been read, and do not amount to what the column says.
    bool agrees_with(const StoredColumn<T>& column) const {
        return read_to_ != column.length() || column.crc().value_or(crc_) == crc_;
    }

  private:
    std::size_t read_to_ = 0;
    std::uint32_t crc_ = 0;
};

/// A SONATA file open for reading.
class Reader {
  public:
    Reader(Handle file, std::string name)
        : name_(std::move(name)),
          file_(std::move(file)),
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
        throw RasterError(fmt::format("{} {}", name_, printable(what)));
    }

  private:
    std::string name_;
    Handle file_, spikes_;
};

/// The spikes of a population, read piece by piece in their order, and looked through as they are.
class StoredSpikes {
  public:
    StoredSpikes(Reader file, const std::string& population)
        : file_(std::move(file)),
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

    void look_through_structure() const {
        times_.look_through_structure();
        ids_.look_through_structure();
    }

    /// Appends spikes from number `begin` on, as many as a piece has or as are left.
    void read(std::size_t begin, std::vector<Spike>& to) {
        const std::size_t n = std::min(read_length, size() - begin);
        some_times_.resize(n);
        some_ids_.resize(n);
        if (!times_.read(begin, some_times_)) file_.fail(fmt::format("has a damaged {}timestamps", place_.folder));
        if (!ids_.read(begin, some_ids_)) file_.fail(fmt::format("has a damaged {}{}", place_.folder, place_.ids));
        check_sums(begin);
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

    void check_sums(std::size_t begin) {
        times_crc_.add(begin, some_times_);
        ids_crc_.add(begin, some_ids_);
        for (const auto& [is_right, name] : {std::pair{times_crc_.agrees_with(times_), std::string("timestamps")},
                                             std::pair{ids_crc_.agrees_with(ids_), place_.ids}}) {
            if (!is_right) file_.fail(fmt::format("has a damaged {}{}: its checksum differs", place_.folder, name));
        }
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
    RunningCrc<double> times_crc_;
    RunningCrc<std::int64_t> ids_crc_;
    Sorting sorting_;
    std::vector<double> some_times_;
    std::vector<std::int64_t> some_ids_;
    Spike last_{};
    std::size_t read_to_ = ~std::size_t{0};  // `last_` is the one before this
};

Reader open_untried(const std::filesystem::path& path) {
    return {Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose), path.string()};
}

/// Throws if HDF5 does not survive what is about to be done with the file, which must be the same to the letter: on a
/// damaged file it may depend on what memory holds.
void check_survives(const std::filesystem::path& path, const std::function<void()>& action) {
    constexpr unsigned least_seconds = 2, bytes_a_second = 10'000'000;  // sound files take a hundredth of that
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(path, ignored);
    const auto seconds = least_seconds + (ignored ? 0 : static_cast<unsigned>(bytes / bytes_a_second));
    const std::string end = try_in_child(action, seconds);
    if (end.empty()) return;
    throw RasterError(fmt::format("{} is a damaged HDF5 file: the HDF5 library {} over it", path.string(), end));
}

StoredSpikes open_spikes(const std::filesystem::path& path, const std::string& population) {
    check_survives(path, [&] { StoredSpikes(open_untried(path), population).look_through_structure(); });
    return {open_untried(path), population};
}

std::vector<Spike> read_all(StoredSpikes stored) {
    std::vector<Spike> spikes;
    constexpr std::size_t most_at_once = std::size_t{1} << 26;  // what a damaged length may cost
    spikes.reserve(std::min(stored.size(), most_at_once));
    while (spikes.size() < stored.size()) stored.read(spikes.size(), spikes);
    return spikes;
}

class SonataSource final : public FileSource {
  public:
    SonataSource(const std::filesystem::path& file, const std::string& population)
        : stored_(open_spikes(file, population)) {}

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

std::vector<Spike> read_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return read_all(open_spikes(file, population));
}

std::vector<Spike> read_sonata(Handle file, const std::string& name, const std::string& population) {
    const QuietHdf5 quiet;
    return read_all(StoredSpikes(Reader(std::move(file), name), population));
}

std::shared_ptr<FileSource> open_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return std::make_shared<SonataSource>(file, population);
}

std::vector<std::string> populations(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    check_survives(file, [&] { open_untried(file).populations(); });
    return open_untried(file).populations();
}

bool is_hdf5(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    return H5Fis_hdf5(file.c_str()) > 0;
}

}  // namespace ranvier::raster
