#include "hoc_like/program/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "engine/raster/raster.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::program {

namespace {

std::int32_t parse_gid(std::string_view text, std::string_view word) {
    std::int32_t gid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gid);
    if (error != std::errc() || end != text.data() + text.size() || gid < 0) {
        throw std::invalid_argument(
            fmt::format("--cells: '{}' is not a gid, a range like 0-9, or a file like @cells.txt", word));
    }
    return gid;
}

void add_words(const std::string& words, std::vector<std::int32_t>& gids, bool from_file);

void add_file(const std::string& path, std::vector<std::int32_t>& gids) {
    std::ifstream file(path);
    if (!file) throw std::invalid_argument(fmt::format("--cells: {} can't be read", path));
    add_words({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, gids, true);
}

void add_words(const std::string& words, std::vector<std::int32_t>& gids, bool from_file) {
    std::string spaced = words;
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    std::istringstream stream(spaced);
    for (std::string word; stream >> word;) {
        if (word[0] == '@' && !from_file) {
            add_file(word.substr(1), gids);
            continue;
        }
        const std::size_t dash = word.find('-', 1);
        const std::int32_t first = parse_gid(std::string_view(word).substr(0, dash), word);
        const std::int32_t last =
            dash == std::string::npos ? first : parse_gid(std::string_view(word).substr(dash + 1), word);
        if (last < first) throw std::invalid_argument(fmt::format("--cells: the range '{}' is empty", word));
        for (std::int64_t gid = first; gid <= last; ++gid) gids.push_back(static_cast<std::int32_t>(gid));
    }
}

}  // namespace

std::vector<std::int32_t> parse_gids(const std::string& words) {
    std::vector<std::int32_t> gids;
    add_words(words, gids, false);
    std::sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
    if (gids.empty()) throw std::invalid_argument("--cells: no cell is named");
    return gids;
}

ReplayRun::ReplayRun(const ReplayOptions& options, hoc::Session& session) : options_{options} {
    std::vector<exchange::Spike> spikes = raster::read(options.raster, {options.population});
    for (const exchange::Spike& spike : spikes) {
        if (std::binary_search(options.cells.begin(), options.cells.end(), spike.gid)) expected_.push_back(spike);
    }
    session.simulation().replay(std::move(spikes), options.cells, options.of == 1);
}

int ReplayRun::verify(double t) const {
    std::vector<exchange::Spike> expected = expected_;
    std::erase_if(expected, [t](const exchange::Spike& spike) { return spike.t > t; });
    const std::string difference = raster::first_difference(expected, fired_);
    if (difference.empty()) {
        std::printf("identical: %zu spikes of %zu cells up to %g ms\n", expected.size(), options_.cells.size(), t);
        return 0;
    }
    std::printf("different: raster | replay: %s\n", difference.c_str());
    return 1;
}

}  // namespace ranvier::program
