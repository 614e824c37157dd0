#include "engine/raster/raster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <cstdint>
#include <utility>

#include "engine/raster/output_path.hpp"
#include "engine/raster/sink.hpp"
#include "engine/raster/source.hpp"

namespace ranvier::raster {

namespace {

bool same_bits(const Spike& a, const Spike& b) {
    return a.gid == b.gid && std::bit_cast<std::uint64_t>(a.t) == std::bit_cast<std::uint64_t>(b.t);
}

std::string words(std::span<const Spike> spikes, std::size_t i) {
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
    bool is_read = false;
    return first_difference(
        [&](std::vector<Spike>& to) {
            if (!is_read) to = std::move(a);
            return !std::exchange(is_read, true);
        },
        std::move(b));
}

std::string first_difference(const std::function<bool(std::vector<Spike>&)>& next_of_a, std::vector<Spike> b) {
    sort(b);
    std::vector<Spike> a;
    std::size_t known = 0;  // spikes of b before this number are equal
    for (bool has_more = true; has_more;) {
        has_more = next_of_a(a);
        sort(a);
        // The next piece may have more spikes at the last time.
        const auto sure =
            has_more ? std::lower_bound(a.begin(), a.end(), Spike{a.empty() ? 0 : a.back().t, -1}, fires_before)
                     : a.end();
        const std::span<const Spike> these(a.begin(), sure);
        const auto those = std::span<const Spike>(b).subspan(known);
        for (std::size_t i = 0; i < (has_more ? these.size() : std::max(these.size(), those.size())); ++i) {
            if (i < these.size() && i < those.size() && same_bits(these[i], those[i])) continue;
            return fmt::format("spike {}: {} | {}", known + i, words(these, i), words(those, i));
        }
        known += these.size();
        a.erase(a.begin(), sure);
    }
    return {};
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
    if (error) throw RasterError(fmt::format("cannot write {}: {}", file.string(), error.message()));
}

}  // namespace ranvier::raster
