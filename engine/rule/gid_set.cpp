#include "engine/rule/gid_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ranvier::engine {

namespace {

constexpr std::int64_t gids_end = 0x7fffffff;

}  // namespace

GidSet GidSet::range(Gid first, std::int64_t count) {
    if (first < 0 || count < 0 || first + count > gids_end) {
        throw std::invalid_argument(
            fmt::format("{} gids from {} on are not all valid: gids lie in 0 to {}", count, first, gids_end - 1));
    }
    GidSet set;
    set.first_ = first;
    set.size_ = static_cast<std::uint32_t>(count);
    return set;
}

GidSet GidSet::without(Gid first, std::int64_t count) const {
    if (!gids_.empty()) throw std::invalid_argument("only a range can be without some of its gids, not a list");
    const std::int64_t begin = first_, end = begin + size_ + gap_;
    const std::int64_t gap_begin = std::clamp<std::int64_t>(first, begin, end);
    const std::int64_t gap_end = std::clamp<std::int64_t>(static_cast<std::int64_t>(first) + count, gap_begin, end);
    if (gap_begin == gap_end) return *this;
    if (gap_ > 0) throw std::invalid_argument("a range can have one gap, and this one has it");
    if (gap_begin == begin) return range(static_cast<Gid>(gap_end), end - gap_end);
    if (gap_end == end) return range(first_, gap_begin - begin);
    GidSet set = *this;
    set.gap_at_ = static_cast<std::uint32_t>(gap_begin - begin);
    set.gap_ = static_cast<std::uint32_t>(gap_end - gap_begin);
    set.size_ -= set.gap_;
    return set;
}

GidSet GidSet::list(std::vector<Gid> gids) {
    const auto is_next = [](Gid a, Gid b) { return b != a + 1; };
    if (gids.empty()) return {};
    if (gids.front() >= 0 && std::adjacent_find(gids.begin(), gids.end(), is_next) == gids.end()) {
        return range(gids.front(), static_cast<std::int64_t>(gids.size()));
    }
    GidSet set;
    set.size_ = static_cast<std::uint32_t>(gids.size());
    set.ascending_.resize(gids.size());
    std::iota(set.ascending_.begin(), set.ascending_.end(), 0u);
    std::sort(set.ascending_.begin(), set.ascending_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return gids[a] < gids[b]; });
    for (std::size_t k = 0; k < gids.size(); ++k) {
        const Gid gid = gids[set.ascending_[k]];
        if (gid < 0 || gid >= gids_end) {
            throw std::invalid_argument(fmt::format("{} is not a gid: gids lie in 0 to {}", gid, gids_end - 1));
        }
        if (k > 0 && gids[set.ascending_[k - 1]] == gid) {
            throw std::invalid_argument(fmt::format("gid {} is listed twice", gid));
        }
    }
    set.gids_ = std::move(gids);
    return set;
}

std::uint32_t GidSet::position_in_list(Gid gid) const {
    const auto found = std::lower_bound(ascending_.begin(), ascending_.end(), gid,
                                        [this](std::uint32_t position, Gid g) { return gids_[position] < g; });
    return found != ascending_.end() && gids_[*found] == gid ? *found : absent;
}

std::vector<std::pair<Gid, Gid>> GidSet::ranges() const {
    std::vector<std::pair<Gid, Gid>> ranges;
    if (gids_.empty()) {
        const Gid gap = first_ + static_cast<Gid>(gap_ > 0 ? gap_at_ : size_);
        if (size_ > 0) ranges.emplace_back(first_, gap);
        if (gap_ > 0) ranges.emplace_back(gap + static_cast<Gid>(gap_), end());
    }
    for (const std::uint32_t position : ascending_) {
        const Gid gid = gids_[position];
        if (ranges.empty() || ranges.back().second != gid) ranges.emplace_back(gid, gid);
        ++ranges.back().second;
    }
    return ranges;
}

}  // namespace ranvier::engine
