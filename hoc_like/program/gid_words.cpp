#include "hoc_like/program/gid_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

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

/// Gids from the first to the last.
struct Range {
    std::int64_t first, last;
    auto operator<=>(const Range&) const = default;
};

void add_words(const std::string& words, std::vector<Range>& ranges, bool from_file);

void add_file(const std::string& path, std::vector<Range>& ranges) {
    std::ifstream file(path);
    if (!file) throw std::invalid_argument(fmt::format("--cells: cannot read {}", path));
    add_words({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, ranges, true);
}

void add_words(const std::string& words, std::vector<Range>& ranges, bool from_file) {
    std::string spaced = words;
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    std::istringstream stream(spaced);
    for (std::string word; stream >> word;) {
        if (word[0] == '@' && !from_file) {
            add_file(word.substr(1), ranges);
            continue;
        }
        const std::size_t dash = word.find('-', 1);
        const std::int32_t first = parse_gid(std::string_view(word).substr(0, dash), word);
        const std::int32_t last =
            dash == std::string::npos ? first : parse_gid(std::string_view(word).substr(dash + 1), word);
        if (last < first) throw std::invalid_argument(fmt::format("--cells: the range '{}' is empty", word));
        ranges.push_back({first, last});
    }
}

/// Sorts the ranges and cuts what two of them have in common. Returns the number of gids.
std::int64_t make_disjoint(std::vector<Range>& ranges) {
    std::sort(ranges.begin(), ranges.end());
    std::int64_t next = 0, count = 0;
    for (Range& range : ranges) {
        range.first = std::max(range.first, next);
        range.last = std::max(range.last, range.first - 1);  // empty if nothing is left
        next = range.last + 1;
        count += next - range.first;
    }
    return count;
}

}  // namespace

std::vector<std::int32_t> parse_gids(const std::string& words) {
    std::vector<Range> ranges;
    add_words(words, ranges, false);
    if (ranges.empty()) throw std::invalid_argument("--cells: expected at least one gid");
    constexpr std::int64_t most = 100'000'000;
    const std::int64_t count = make_disjoint(ranges);
    if (count > most) throw std::invalid_argument(fmt::format("--cells: more than {} gids", most));
    std::vector<std::int32_t> gids;
    gids.reserve(static_cast<std::size_t>(count));
    for (const Range& range : ranges) {
        for (std::int64_t gid = range.first; gid <= range.last; ++gid) gids.push_back(static_cast<std::int32_t>(gid));
    }
    return gids;
}

}  // namespace ranvier::program
