#include "engine/raster/file/raster.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/raster/file/sorted_pieces.hpp"
#include "engine/raster/file/source.hpp"

namespace ranvier::raster {

namespace {

bool same_bits(const Spike& a, const Spike& b) {
    return a.gid == b.gid && std::bit_cast<std::uint64_t>(a.t) == std::bit_cast<std::uint64_t>(b.t);
}

std::string words(std::span<const Spike> spikes) {
    return spikes.empty() ? "nothing" : fmt::format("{:.17g} gid {}", spikes[0].t, spikes[0].gid);
}

NextSpikes all_at_once(std::vector<Spike> spikes) {
    sort(spikes);
    return [all = std::move(spikes)](std::vector<Spike>& to) mutable {
        to.swap(all);  // of the first call, to which nothing was appended before
        return false;
    };
}

}  // namespace

void sort(std::vector<Spike>& spikes) {
    const auto before = [](const Spike& a, const Spike& b) { return fires_before(a, b); };  // inlined, unlike a pointer
    if (!std::is_sorted(spikes.begin(), spikes.end(), before)) {
        boost::sort::pdqsort_branchless(spikes.begin(), spikes.end(), before);
    }
}

std::string first_difference(std::vector<Spike> a, std::vector<Spike> b) {
    return first_difference(all_at_once(std::move(a)), std::move(b));
}

std::string first_difference(const NextSpikes& next_of_a, std::vector<Spike> b) {
    return first_difference(next_of_a, all_at_once(std::move(b)));
}

std::string first_difference(const NextSpikes& next_of_a, const NextSpikes& next_of_b) {
    SortedPieces all_of_a(next_of_a), all_of_b(next_of_b);
    std::span<const Spike> a, b;
    for (std::size_t equal = 0;;) {
        if (a.empty()) a = all_of_a.next();
        if (b.empty()) b = all_of_b.next();
        const std::size_t n = std::min(a.size(), b.size());
        const auto differ = std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n), b.begin(), same_bits);
        const auto same = static_cast<std::size_t>(differ.first - a.begin());
        equal += same;
        a = a.subspan(same);
        b = b.subspan(same);
        if (a.empty() && b.empty() && n == 0) return {};
        if (same < n || n == 0) return fmt::format("spike {}: {} | {}", equal, words(a), words(b));
    }
}

bool equal(std::vector<Spike> a, std::vector<Spike> b) {
    return a.size() == b.size() && first_difference(std::move(a), std::move(b)).empty();
}

Format format_of(const std::filesystem::path& file) {
    return is_hdf5_name(file) ? Format::sonata : Format::text;
}

bool check_is_sonata(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) throw RasterError(fmt::format("{}: no such file", file.string()));
    if (std::filesystem::is_directory(file)) throw RasterError(fmt::format("{} is a folder", file.string()));
    const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // which waits for no pipe
    if (opened < 0) throw RasterError(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
    ::close(opened);
    const bool is_sonata = is_hdf5(file);
    if (!is_sonata && format_of(file) == Format::sonata) {
        throw RasterError(fmt::format("{} is not an HDF5 file, or was cut short", file.string()));
    }
    return is_sonata;
}

std::vector<Spike> read(const std::filesystem::path& file, const ReadOptions& options) {
    std::vector<Spike> spikes;
    if (options.all_populations) {
        const OpenRaster open_raster = open(file, options);
        for (auto piece = open_raster.spikes->next(); !piece.empty(); piece = open_raster.spikes->next()) {
            spikes.insert(spikes.end(), piece.begin(), piece.end());
        }
    } else if (check_is_sonata(file)) {
        spikes = read_sonata(file, options.population);
    } else {
        read_text(file, options, [&](const Spike& spike, std::string_view) { spikes.push_back(spike); });
    }
    sort(spikes);
    return spikes;
}

void write(const std::filesystem::path& file, std::vector<Spike> spikes, const std::string& population) {
    sort(spikes);
    const std::unique_ptr<Sink> sink = make_sink(file, population);
    sink->append(spikes);
    sink->commit();
}

std::size_t write(const std::filesystem::path& file, const NextSpikes& next, const std::string& population,
                  const Metadata& metadata) {
    const std::unique_ptr<Sink> sink = make_sink(file, population);
    SortedPieces pieces(next);
    std::size_t count = 0;
    for (std::span<const Spike> piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
        sink->append(piece);
        count += piece.size();
    }
    sink->describe(metadata);
    sink->commit();
    return count;
}

std::unique_ptr<Sink> make_sink(const std::filesystem::path& file, const std::string& population) {
    if (format_of(file) == Format::text) return make_text_sink(file);
    return make_sonata_sink(file, population);
}

namespace {

/// The file that will be replaced keeps its mode.
bool make_new_file(const std::filesystem::path& name, const std::filesystem::path& replaced) {
    const int made = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (made < 0) return false;
    struct stat info{};
    if (::stat(replaced.c_str(), &info) == 0) ::fchmod(made, info.st_mode & 0777);
    ::close(made);
    return true;
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& file) {
    std::random_device random;
    for (;;) {
        std::filesystem::path name = file;
        name += fmt::format(".{:08x}{:08x}.tmp", random(), random());
        if (make_new_file(name, file) || errno != EEXIST) return name;  // otherwise opening it tells why
    }
}

void move_into_place(const std::filesystem::path& temporary, const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::rename(temporary, file, error);
    if (error) throw RasterError(fmt::format("cannot write {}: {}", file.string(), error.message()));
}

}  // namespace ranvier::raster
