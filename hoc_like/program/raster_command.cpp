#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdio>
#include <span>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/source.hpp"
#include "engine/raster/log/recover.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/counted.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_metadata.hpp"

namespace ranvier::program {

namespace {

/// Reads the spikes piece by piece, and counts them.
raster::NextSpikes in_pieces(const raster::OpenRaster& raster, std::size_t* count = nullptr) {
    return [spikes = raster.spikes, count](std::vector<raster::Spike>& to) {
        const std::span<const raster::Spike> piece = spikes->next();
        to.insert(to.end(), piece.begin(), piece.end());
        if (count) *count += piece.size();
        return !piece.empty();
    };
}

/// What the files say of how their spikes were made, where both do and it differs.
void print_differences_of_making(const raster::Metadata& one, const raster::Metadata& other) {
    for (const auto& [name, value] : one) {
        const std::string* const its = raster::find(other, name);
        if (!its || *its == value) continue;
        if (value.ends_with('\n')) {
            const auto files = names_that_differ(source_files_in(value), source_files_in(*its));
            std::printf("%s that differ: %s\n", name.c_str(), fmt::format("{}", fmt::join(files, ", ")).c_str());
        } else {
            std::printf("%s: %s | %s\n", name.c_str(), value.c_str(), its->c_str());
        }
    }
}

}  // namespace

int recover_command(const std::string& file, const std::string& out, bool replaces) {
    raster::check_is_no_source(out);
    const auto recovered = raster::recover(file, {out, replaces});
    fmt::print("{} up to t = {:g} ms from the logs of {} in {}\n",
               counted(recovered.spikes, recovered.is_report ? "frame" : "spike"), recovered.t,
               counted(recovered.ranks, "rank"), out.empty() ? file : out);
    for (const raster::LostPart& lost : recovered.lost) {
        const std::string end = lost.t_end ? fmt::format("{:g} ms", *lost.t_end) : "the end";
        std::fprintf(stderr, "lost       %s of rank %u from t = %g ms to %s: bytes %llu to %llu of %s are damaged\n",
                     recovered.is_report ? "frames" : "spikes", lost.rank, lost.t_begin, end.c_str(),
                     static_cast<unsigned long long>(lost.begin), static_cast<unsigned long long>(lost.end),
                     lost.log.c_str());
    }
    return recovered.lost.empty() ? 0 : 2;
}

int convert_raster_command(const std::string& from, const std::string& to, const std::string& population) {
    const raster::OpenRaster spikes = raster::open(from, {population});
    std::string name = population;
    if (name.empty() && raster::format_of(from) == raster::Format::sonata) name = raster::populations(from).front();
    const std::size_t count = raster::write(to, in_pieces(spikes), name.empty() ? "All" : name,
                                            raster::run_attributes(from, population, metadata_names));
    fmt::print("{} in {}\n", counted(count, "spike"), to);
    return 0;
}

int compare_rasters_command(const std::string& one, const std::string& other, const std::string& population) {
    const raster::OpenRaster a = raster::open(one, {population}), b = raster::open(other, {population});
    std::size_t count = 0;
    const std::string difference = raster::first_difference(in_pieces(a, &count), in_pieces(b));
    if (!difference.empty()) {
        std::printf("different: %s | %s: %s\n", one.c_str(), other.c_str(), difference.c_str());
    } else if (count == 0) {
        std::printf("no spikes to compare: %s and %s have none\n", one.c_str(), other.c_str());
    } else {
        fmt::print("identical: {}\n", counted(count, "spike"));
    }
    print_differences_of_making(raster::run_attributes(one, population, metadata_names),
                                raster::run_attributes(other, population, metadata_names));
    return difference.empty() ? 0 : 1;
}

}  // namespace ranvier::program
