#include "engine/raster/raster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <cstdint>

#include "engine/raster/sink.hpp"

namespace ranvier::raster {

namespace {

bool same_bits(const Spike& a, const Spike& b) {
    return a.gid == b.gid && std::bit_cast<std::uint64_t>(a.t) == std::bit_cast<std::uint64_t>(b.t);
}

std::string words(const std::vector<Spike>& spikes, std::size_t i) {
    return i < spikes.size() ? fmt::format("{:.17g} gid {}", spikes[i].t, spikes[i].gid) : "nothing";
}

}  // namespace

void sort(std::vector<Spike>& spikes) {
    const auto before = [](const Spike& a, const Spike& b) { return fires_before(a, b); };  // inlined, unlike a pointer
    if (!std::is_sorted(spikes.begin(), spikes.end(), before)) {
        boost::sort::pdqsort_branchless(spikes.begin(), spikes.end(), before);
    }
}

std::string first_difference(std::vector<Spike> a, std::vector<Spike> b) {
    sort(a);
    sort(b);
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        if (i >= a.size() || i >= b.size() || !same_bits(a[i], b[i])) {
            return fmt::format("spike {}: {} | {}", i, words(a, i), words(b, i));
        }
    }
    return {};
}

bool equal(std::vector<Spike> a, std::vector<Spike> b) {
    return a.size() == b.size() && first_difference(std::move(a), std::move(b)).empty();
}

Format format_of(const std::filesystem::path& file) {
    return file.extension() == ".h5" ? Format::sonata : Format::text;
}

std::vector<Spike> read(const std::filesystem::path& file, const ReadOptions& options) {
    if (!std::filesystem::exists(file)) throw RasterError(fmt::format("{}: no such file", file.string()));
    if (std::filesystem::is_directory(file)) throw RasterError(fmt::format("{} is a folder", file.string()));
    std::vector<Spike> spikes;
    if (is_hdf5(file)) {
        spikes = read_sonata(file, options.population);
    } else if (format_of(file) == Format::sonata) {
        throw RasterError(fmt::format("{} is not an HDF5 file, or was cut short", file.string()));
    } else {
        spikes = read_text(file, options.population);
    }
    sort(spikes);
    return spikes;
}

void write(const std::filesystem::path& file, std::vector<Spike> spikes, const std::string& population) {
    sort(spikes);
    const std::unique_ptr<Sink> sink = make_sink(file, population, {});
    sink->append(spikes);
    sink->commit();
}

std::unique_ptr<Sink> make_sink(const std::filesystem::path& file, const std::string& population,
                                const Metadata& metadata) {
    if (format_of(file) == Format::text) return make_text_sink(file);
    return make_sonata_sink(file, population, metadata);
}

std::filesystem::path temporary_name(const std::filesystem::path& file) {
    std::filesystem::path name = file;
    name += fmt::format(".{}.tmp", getpid());
    return name;
}

void move_into_place(const std::filesystem::path& temporary, const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::rename(temporary, file, error);
    if (error) throw RasterError(fmt::format("{}: cannot be written: {}", file.string(), error.message()));
}

}  // namespace ranvier::raster
