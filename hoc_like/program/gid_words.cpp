#include "hoc_like/program/gid_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace ranvier::program {

namespace {

/// Gids from the first to the last.
struct Range {
    std::int64_t first, last;
    auto operator<=>(const Range&) const = default;
};

std::int32_t parse_gid(std::string_view text, std::string_view word) {
    std::int32_t gid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gid);
    if (error != std::errc() || end != text.data() + text.size() || gid < 0) {
        throw std::invalid_argument(
            fmt::format("--cells: '{}' is not a gid, a range like 0-9, or a file like @cells.txt", word));
    }
    return gid;
}

/// "7" or "2-4".
Range parse_range(std::string_view text, std::string_view word) {
    const std::size_t dash = text.find('-', 1);
    const std::int32_t first = parse_gid(text.substr(0, dash), word);
    const std::int32_t last = dash == std::string::npos ? first : parse_gid(text.substr(dash + 1), word);
    if (last < first) throw std::invalid_argument(fmt::format("--cells: the range '{}' is empty", word));
    return {first, last};
}

/// Reads the words of --cells.
class GidWords {
  public:
    explicit GidWords(const Populations* populations) : populations_(populations) {}

    void add(const std::string& words, bool from_file = false) {
        std::string spaced = words;
        std::replace(spaced.begin(), spaced.end(), ',', ' ');
        std::istringstream stream(spaced);
        for (std::string word; stream >> word;) {
            if (word[0] == '@' && !from_file) {
                add_file(word.substr(1));
            } else if (populations_ && (word.find(':') != std::string::npos || !std::strchr("0123456789-@", word[0]))) {
                add_named(word);
            } else {
                ranges_.push_back(parse_range(word, word));
            }
        }
    }
    std::vector<Range> take() { return std::move(ranges_); }

  private:
    void add_file(const std::string& path) {
        std::ifstream file(path);
        if (!file) throw std::invalid_argument(fmt::format("--cells: cannot read {}", path));
        add({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, true);
    }

    /// "E", "E:7" or "E:2-4".
    void add_named(const std::string& word) {
        const std::size_t colon = word.rfind(':');
        const std::string name = word.substr(0, colon);
        const auto found = populations_->find(name);
        if (found == populations_->end()) refuse_name(name);
        std::int64_t size = 0;
        for (const auto& [first, end] : found->second) size += end - first;
        const Range wanted = colon == std::string::npos ? Range{0, size - 1}
                                                        : parse_range(std::string_view(word).substr(colon + 1), word);
        if (wanted.last >= size) {
            throw std::invalid_argument(
                fmt::format("--cells: '{}': {} has {} cells, from 0 to {}", word, name, size, size - 1));
        }
        std::int64_t before = 0;  // cells in earlier ranges
        for (const auto& [first, end] : found->second) {
            const std::int64_t from = std::max(wanted.first - before, std::int64_t{0});
            const std::int64_t to = std::min(wanted.last - before, std::int64_t{end} - first - 1);
            if (from <= to) ranges_.push_back({first + from, first + to});
            before += end - first;
        }
    }

    [[noreturn]] void refuse_name(const std::string& name) const {
        std::vector<std::string> known;
        for (const auto& [each, ranges] : *populations_) known.push_back(each);
        const std::string names = known.empty() ? "no populations" : fmt::format("{}", fmt::join(known, ", "));
        throw std::invalid_argument(fmt::format(
            "--cells: '{}' is not a gid, a range like 0-9, or a file like @cells.txt, and the raster names {}", name,
            names));
    }

    const Populations* const populations_;
    std::vector<Range> ranges_;
};

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

Populations parse_populations(const std::string& text) {
    Populations populations;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t equals = part.rfind('='), colon = part.rfind(':');
        if (equals == std::string::npos || colon == std::string::npos || colon < equals) continue;
        std::int32_t first = 0, end = 0;
        const char* const number = part.data() + equals + 1;
        if (std::from_chars(number, part.data() + colon, first).ptr != part.data() + colon) continue;
        if (std::from_chars(part.data() + colon + 1, part.data() + part.size(), end).ptr != part.data() + part.size()) {
            continue;
        }
        if (0 <= first && first < end) populations[part.substr(0, equals)].emplace_back(first, end);
    }
    for (auto& [name, ranges] : populations) {
        std::sort(ranges.begin(), ranges.end());
        std::size_t last = 0;
        for (std::size_t k = 1; k < ranges.size(); ++k) {
            if (ranges[k].first <= ranges[last].second) {
                ranges[last].second = std::max(ranges[last].second, ranges[k].second);
            } else {
                ranges[++last] = ranges[k];
            }
        }
        ranges.resize(last + 1);
    }
    return populations;
}

std::vector<std::int32_t> parse_gids(const std::string& words, const Populations* populations) {
    GidWords reader(populations);
    reader.add(words);
    std::vector<Range> ranges = reader.take();
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
