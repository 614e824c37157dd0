#include "exchange/placement/placement_rule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/error.hpp"
#include "exchange/placement/area_ranks.hpp"
#include "exchange/placement/permutation.hpp"

namespace ranvier::exchange {

namespace {

void check(int cells, int ranks) {
    if (cells < 0) throw ExchangeError(fmt::format("placement: {} cells cannot be placed", cells));
    if (ranks < 1) throw ExchangeError(fmt::format("placement: there must be at least one rank, not {}", ranks));
}

/// The cells begin to end - 1, dealt like cards to some ranks.
class Dealt final : public PlacementRule {
  public:
    Dealt(std::int64_t begin, std::int64_t end, RankRange ranks) : begin_(begin), end_(end), ranks_(ranks) {}
    int rank_of(std::uint32_t cell) const override {
        return ranks_.first + static_cast<int>((cell - begin_) % ranks_.count);
    }
    std::vector<std::uint32_t> cells_of(int rank) const override {
        std::vector<std::uint32_t> cells;
        if (rank < ranks_.first || rank >= ranks_.first + ranks_.count) return cells;
        for (std::int64_t cell = begin_ + rank - ranks_.first; cell < end_; cell += ranks_.count) {
            cells.push_back(static_cast<std::uint32_t>(cell));
        }
        return cells;
    }

  private:
    std::int64_t begin_, end_;
    RankRange ranks_;
};

class Consecutive final : public PlacementRule {
  public:
    Consecutive(int cells, int ranks) : cells_(cells), ranks_(ranks) {}
    int rank_of(std::uint32_t cell) const override {
        return static_cast<int>(((std::int64_t{cell} + 1) * ranks_ - 1) /
                                cells_);  // the last that begins at or before it
    }
    std::vector<std::uint32_t> cells_of(int rank) const override {
        std::vector<std::uint32_t> cells;
        for (std::int64_t cell = begin(rank); cell < begin(rank + 1); ++cell) {
            cells.push_back(static_cast<std::uint32_t>(cell));
        }
        return cells;
    }

  private:
    std::int64_t begin(std::int64_t rank) const { return cells_ * rank / ranks_; }

    std::int64_t cells_, ranks_;
};

class Shuffled final : public PlacementRule {
  public:
    Shuffled(int cells, int ranks, std::uint64_t seed)
        : order_(static_cast<std::uint32_t>(cells), seed), places_(0, cells, {0, ranks}) {}
    int rank_of(std::uint32_t cell) const override { return places_.rank_of(order_.place(cell)); }
    std::vector<std::uint32_t> cells_of(int rank) const override {
        std::vector<std::uint32_t> cells = places_.cells_of(rank);
        for (std::uint32_t& cell : cells) cell = order_.number_at(cell);
        std::sort(cells.begin(), cells.end());
        return cells;
    }

  private:
    Permutation order_;
    Dealt places_;
};

class ByArea final : public PlacementRule {
  public:
    ByArea(std::span<const std::int64_t> sizes, int ranks) {
        const std::vector<RankRange> ranks_of = ranks_of_areas(sizes, ranks);
        std::int64_t begin = 0;
        for (std::size_t a = 0; a < sizes.size(); ++a) {
            ends_.push_back(begin + sizes[a]);
            areas_.emplace_back(begin, ends_.back(), ranks_of[a]);
            begin = ends_.back();
        }
    }
    int rank_of(std::uint32_t cell) const override {
        const auto area = std::upper_bound(ends_.begin(), ends_.end(), cell) - ends_.begin();
        return areas_[static_cast<std::size_t>(area)].rank_of(cell);
    }
    std::vector<std::uint32_t> cells_of(int rank) const override {
        std::vector<std::uint32_t> cells;
        for (const Dealt& area : areas_) {
            const std::vector<std::uint32_t> more = area.cells_of(rank);
            cells.insert(cells.end(), more.begin(), more.end());
        }
        return cells;
    }

  private:
    std::vector<std::int64_t> ends_;
    std::vector<Dealt> areas_;
};

void check_sizes(std::span<const std::int64_t> sizes) {
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        if (sizes[a] < 0) throw ExchangeError(fmt::format("placement: area {} has {} cells", a, sizes[a]));
    }
}

}  // namespace

PlacementRulePtr round_robin(int cells, int ranks) {
    check(cells, ranks);
    return std::make_unique<Dealt>(0, cells, RankRange{0, ranks});
}

PlacementRulePtr consecutive(int cells, int ranks) {
    check(cells, ranks);
    return std::make_unique<Consecutive>(cells, ranks);
}

PlacementRulePtr shuffled(int cells, int ranks, std::uint64_t seed) {
    check(cells, ranks);
    return std::make_unique<Shuffled>(cells, ranks, seed);
}

PlacementRulePtr by_area(int cells, std::span<const std::int64_t> sizes, int ranks) {
    check(cells, ranks);
    check_sizes(sizes);
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes) sum += size;
    if (sum != cells) {
        throw ExchangeError(
            fmt::format("placement: {} areas have {} cells together, but there are {}; give the number "
                        "of cells in each area",
                        sizes.size(), sum, cells));
    }
    return std::make_unique<ByArea>(sizes, ranks);
}

PlacementRulePtr in_area(int cells, std::span<const std::int64_t> sizes, int area, int ranks) {
    check(cells, ranks);
    check_sizes(sizes);
    if (area < 0 || static_cast<std::size_t>(area) >= sizes.size()) {
        throw ExchangeError(fmt::format("placement: there is no area {} among {}", area, sizes.size()));
    }
    const RankRange of_area = ranks_of_areas(sizes, ranks)[static_cast<std::size_t>(area)];
    if (of_area.count == 0 && cells > 0) {
        throw ExchangeError(fmt::format("placement: area {} has no cells by its size, but gets {}", area, cells));
    }
    return std::make_unique<Dealt>(0, cells, of_area);
}

}  // namespace ranvier::exchange
