// Reads rasters from HDF5. Layout: AllenInstitute/sonata, docs/SONATA_DEVELOPER_GUIDE.md, section on spikes.

#include "engine/raster/file/sonata_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/raster/file/printable.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/raster/file/stored_column.hpp"
#include "engine/raster/file/trial.hpp"

namespace ranvier::raster {

namespace {

enum class Sorting { none, by_id, by_time };

/// The order declared by a population, either as the specification's enum or as the text that some programs write.
Sorting read_sorting(hid_t group) {
    if (h5().Aexists(group, "sorting") <= 0) return Sorting::none;
    const Handle attribute(h5().Aopen(group, "sorting", H5P_DEFAULT), h5().Aclose);
    const Handle type(h5().Aget_type(attribute), h5().Tclose);
    std::string name;
    constexpr int most_names = 16;  // HDF5 compares each name with all others
    if (h5().Tget_class(type) == H5T_ENUM && h5().Tget_size(type) <= sizeof(std::uint64_t) &&
        h5().Tget_nmembers(type) <= most_names) {
        std::uint64_t value = 0;
        char text[64] = {};
        if (h5().Aread(attribute, type, &value) < 0 || h5().Tenum_nameof(type, &value, text, sizeof text) < 0)
            text[0] = 0;
        name = text;
    } else {
        name = read_text_attribute(group, "sorting").value_or("");
    }
    if (name == "by_time") return Sorting::by_time;
    return name == "by_id" || name == "by_gid" ? Sorting::by_id : Sorting::none;
}

/// A SONATA file open for reading.
class Reader {
  public:
    Reader(Handle file, std::string name)
        : name_(std::move(name)),
          file_(std::move(file)),
          spikes_(file_.is_valid() ? h5().Gopen2(file_, "spikes", H5P_DEFAULT) : H5I_INVALID_HID, h5().Gclose) {
        if (!file_.is_valid()) fail("is not an HDF5 file, or was cut short");
        if (!spikes_.is_valid()) fail("is an HDF5 file without the group /spikes; not a SONATA raster");
    }

    bool has_old_layout() const {
        return h5().Lexists(spikes_, "gids", H5P_DEFAULT) > 0 && h5().Lexists(spikes_, "timestamps", H5P_DEFAULT) > 0;
    }

    /// Also of those that cannot be read: their spikes must not be missed.
    std::vector<std::string> populations() const {
        if (has_old_layout()) return {""};
        auto names = children(spikes_);
        if (!names) fail("has a damaged /spikes, whose populations cannot be listed");
        return *std::move(names);
    }

    struct Place {
        std::string folder, ids;  // "/spikes/All/", "node_ids"
    };
    /// The group of a population; an empty name means the only one.
    Place find(std::string population) const {
        if (has_old_layout()) return {"/spikes/", "gids"};
        const std::vector<std::string> names = populations();
        if (names.empty()) fail("has no population under /spikes");
        if (population.empty() && names.size() > 1) {
            fail(fmt::format("has several populations ({}); specify one", fmt::join(names, ", ")));
        }
        if (population.empty()) population = names[0];
        if (std::find(names.begin(), names.end(), population) == names.end()) {
            fail(fmt::format("has no population '{}'; it has {}", population, fmt::join(names, ", ")));
        }
        return {"/spikes/" + population + "/", "node_ids"};
    }

    /// Texts that describe the run (Recorder::describe).
    Metadata attributes(std::string population, std::span<const char* const> names) const {
        const std::vector<std::string> all = populations();
        if (population.empty() && !all.empty()) population = all.front();  // a run says the same of each
        const Handle group(h5().Gopen2(file_, find(population).folder.c_str(), H5P_DEFAULT), h5().Gclose);
        Metadata metadata;
        for (const char* name : names) {
            if (auto text = read_text_attribute(group, name)) metadata.emplace_back(name, *std::move(text));
        }
        return metadata;
    }

    hid_t id() const { return file_; }

    [[noreturn]] void fail(std::string_view what) const {
        throw RasterError(fmt::format("{} {}", name_, printable(what)));
    }

  private:
    std::string name_;
    Handle file_, spikes_;
};

/// The spikes of a population, read piece by piece in the order of the file, and checked.
class StoredSpikes {
  public:
    StoredSpikes(Reader file, const std::string& population)
        : file_(std::move(file)),
          place_(file_.find(population)),
          times_(file_.id(), place_.folder + "timestamps", h5().native_double),
          ids_(file_.id(), place_.folder + place_.ids, h5().native_int64) {
        const Handle group(h5().Gopen2(file_.id(), place_.folder.c_str(), H5P_DEFAULT), h5().Gclose);
        if (!group.is_valid()) file_.fail(fmt::format("has a {} that cannot be read as a population", place_.folder));
        check_units();
        for (const std::string& problem : {times_.problem(), ids_.problem()}) {
            if (!problem.empty()) file_.fail(problem);
        }
        if (times_.length() != ids_.length()) {
            file_.fail(fmt::format("has {} {}timestamps, but {} {}{}", times_.length(), place_.folder, ids_.length(),
                                   place_.folder, place_.ids));
        }
        sorting_ = read_sorting(group);
    }

    std::size_t size() const { return times_.length(); }

    void look_through_structure() const {
        for (const std::string& problem : {times_.look_through_structure(), ids_.look_through_structure()}) {
            if (!problem.empty()) file_.fail(problem);
        }
    }

    /// Appends one piece of spikes, from number `begin` on, or the rest if it is shorter.
    void read(std::size_t begin, std::vector<Spike>& to) {
        const std::size_t n = std::min(read_length, size() - begin);
        some_times_.resize(n);
        some_ids_.resize(n);
        if (!times_.read(begin, some_times_)) file_.fail(fmt::format("has a damaged {}timestamps", place_.folder));
        if (!ids_.read(begin, some_ids_)) file_.fail(fmt::format("has a damaged {}{}", place_.folder, place_.ids));
        check_sums(begin);
        const bool follows = begin == read_to_;
        if (!are_sound(follows)) find_unsound(begin, follows);
        const std::size_t have = to.size();
        to.resize(have + n);
        for (std::size_t i = 0; i < n; ++i) to[have + i] = {some_times_[i], static_cast<Gid>(some_ids_[i])};
        last_ = to.back();
        read_to_ = begin + n;
    }

    /// Reads all spikes. Their checksum is known only at the end.
    std::vector<Spike> read_all() {
        times_.leave_sums_to_crc();
        ids_.leave_sums_to_crc();
        std::vector<Spike> spikes;
        constexpr std::size_t most_at_once = std::size_t{1} << 28;  // a damaged length must not exhaust memory
        spikes.reserve(std::min(size(), most_at_once));
        while (spikes.size() < size()) read(spikes.size(), spikes);
        return spikes;
    }

    /// The number of the first spike that is not before `t`; the spikes must be sorted by time.
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
        const Handle dataset(h5().Dopen2(file_.id(), name.c_str(), H5P_DEFAULT), h5().Dclose);
        const std::string units = dataset.is_valid() ? read_text_attribute(dataset, "units").value_or("ms") : "ms";
        if (units != "ms") file_.fail(fmt::format("has {} in '{}'; expected ms", name, units));
    }

    static constexpr std::int64_t most_gid = std::numeric_limits<Gid>::max();

    /// True if two successive spikes are in the order declared by the population.
    bool is_order(const Spike& before, const Spike& spike) const {
        return sorting_ == Sorting::none ||
               (sorting_ == Sorting::by_time ? before.t <= spike.t : before.gid <= spike.gid);
    }

    /// True if the piece has finite times, valid gids, and the declared order. `follows`: the order includes the spike
    /// before the piece. Without branches, because the loop runs over every spike.
    bool are_sound(bool follows) const {
        const std::size_t n = some_times_.size();
        bool all = true;
        for (const double t : some_times_) all &= std::fabs(t) <= std::numeric_limits<double>::max();
        for (const std::int64_t id : some_ids_) all &= (id >= 0) & (id <= most_gid);
        if (!all) return false;
        if (n > 0 && follows) all = is_order(last_, spike(0));
        if (sorting_ == Sorting::by_time) {
            for (std::size_t i = 1; i < n; ++i) all &= some_times_[i - 1] <= some_times_[i];
        } else if (sorting_ == Sorting::by_id) {
            for (std::size_t i = 1; i < n; ++i) all &= some_ids_[i - 1] <= some_ids_[i];
        }
        return all;
    }

    /// Throws an error that names the first unsound spike of the piece.
    [[noreturn]] void find_unsound(std::size_t begin, bool follows) const {
        Spike before = last_;
        for (std::size_t i = 0; i < some_times_.size(); ++i) {
            check(some_times_[i], some_ids_[i], begin + i);
            const bool has_before = i > 0 || follows;
            if (has_before && !is_order(before, spike(i))) {
                file_.fail(fmt::format("says that {} is sorted {}, but spike {} is out of order", place_.folder,
                                       sorting_ == Sorting::by_time ? "by time" : "by id", begin + i));
            }
            before = spike(i);
        }
        throw std::logic_error("a piece of a raster is invalid, but none of its spikes is");
    }

    Spike spike(std::size_t i) const { return {some_times_[i], static_cast<Gid>(some_ids_[i])}; }

    void check_sums(std::size_t begin) {
        times_crc_.add(begin, some_times_);
        ids_crc_.add(begin, some_ids_);
        for (const auto& [is_right, name] : {std::pair{times_crc_.agrees_with(times_), std::string("timestamps")},
                                             std::pair{ids_crc_.agrees_with(ids_), place_.ids}}) {
            if (!is_right) file_.fail(fmt::format("has a damaged {}{}: its checksum differs", place_.folder, name));
        }
    }

    void check(double t, std::int64_t id, std::size_t i) const {
        if (!std::isfinite(t)) {
            file_.fail(
                fmt::format("has a time that is not a finite number, at spike {} of {}timestamps", i, place_.folder));
        }
        if (id < 0 || id > most_gid) {
            file_.fail(fmt::format("has the id {} at spike {} of {}{}; gids range from 0 to {}", id, i, place_.folder,
                                   place_.ids, most_gid));
        }
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
    std::size_t read_to_ = ~std::size_t{0};  // number of the spike after `last_`
};

Reader open_untried(const std::filesystem::path& path) {
    return {Handle(h5().Fopen(path.c_str(), h5().read_only, H5P_DEFAULT), h5().Fclose), path.string()};
}

StoredSpikes open_spikes(const std::filesystem::path& path, const std::string& population) {
    check_survives(path, [&] { StoredSpikes(open_untried(path), population).look_through_structure(); });
    return {open_untried(path), population};
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
    return open_spikes(file, population).read_all();
}

std::vector<Spike> read_sonata(Handle file, const std::string& name, const std::string& population) {
    const QuietHdf5 quiet;
    return StoredSpikes(Reader(std::move(file), name), population).read_all();
}

std::shared_ptr<FileSource> open_sonata(const std::filesystem::path& file, const std::string& population) {
    const QuietHdf5 quiet;
    return std::make_shared<SonataSource>(file, population);
}

std::optional<std::string> run_attribute(const std::filesystem::path& file, const std::string& population,
                                         const char* name) {
    const Metadata found = run_attributes(file, population, std::span(&name, 1));
    return found.empty() ? std::nullopt : std::optional(found.front().second);
}

Metadata run_attributes(const std::filesystem::path& file, const std::string& population,
                        std::span<const char* const> names) {
    if (!check_is_sonata(file)) return {};
    const QuietHdf5 quiet;
    check_survives(file, [&] { open_untried(file).attributes(population, names); });
    return open_untried(file).attributes(population, names);
}

std::vector<std::string> populations(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    check_survives(file, [&] { open_untried(file).populations(); });
    return open_untried(file).populations();
}

bool is_hdf5(const std::filesystem::path& file) {
    const QuietHdf5 quiet;
    return h5().Fis_hdf5(file.c_str()) > 0;
}

}  // namespace ranvier::raster
