#include "hoc_like/library/network/cells/placement_words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "exchange/placement/placement_rule.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

/// The cells that have the number of this rank in a Vector.
std::vector<std::uint32_t> cells_with(Call& call, const Rank& rank, const std::vector<double>& place, std::uint32_t n) {
    if (place.size() != n) fail(call, fmt::format("the Vector has the ranks of {} cells, not {}", place.size(), n));
    std::vector<std::uint32_t> here;
    for (std::uint32_t k = 0; k < n; ++k) {
        if (!(place[k] >= 0 && place[k] < rank.nhost)) {
            fail(call, fmt::format("cell {} cannot be on rank {:g}; ranks are 0 to {}", k, place[k], rank.nhost - 1));
        }
        if (place[k] == rank.id) here.push_back(k);
    }
    return here;
}

std::vector<std::int64_t> sizes_argument(Call& call, NamedArguments& given) {
    std::vector<std::int64_t> sizes;
    for (const double size : call.native<VectorObject>(given.position()).values()) {
        if (!(std::abs(size) < 1e15) || size != std::floor(size)) {
            fail(call, fmt::format("an area cannot have {:g} cells", size));
        }
        sizes.push_back(static_cast<std::int64_t>(size));
    }
    given.skip(1);
    return sizes;
}

/// The words that may follow; without any of them cells are dealt like cards.
exchange::PlacementRulePtr placement_words(Call& call, NamedArguments& given, int cells, int ranks) {
    const std::string word = given.is_word() ? std::string(call.text(given.position())) : "";
    if (word == "consecutive") {
        given.skip(1);
        return exchange::consecutive(cells, ranks);
    }
    if (word == "shuffled") {
        given.skip(1);
        return exchange::shuffled(cells, ranks, given.is_number() ? given.whole("shuffled", 0x1p52) : 1);
    }
    if (word == "by_area") {
        given.skip(1);
        return exchange::by_area(cells, sizes_argument(call, given), ranks);
    }
    if (word == "in_area") {
        given.skip(1);
        const auto area = static_cast<int>(given.whole("in_area", std::numeric_limits<int>::max()));
        return exchange::in_area(cells, sizes_argument(call, given), area, ranks);
    }
    if (word == "round_robin") given.skip(1);
    return exchange::round_robin(cells, ranks);
}

}  // namespace

std::vector<std::uint32_t> cells_here(Call& call, const Rank& rank, NamedArguments& given, std::uint32_t n) {
    if (call.is_object(given.position())) {
        const std::vector<double>& place = call.native<VectorObject>(given.position()).values();
        given.skip(1);
        return cells_with(call, rank, place, n);
    }
    return placement_words(call, given, static_cast<int>(n), rank.nhost)->cells_of(rank.id);
}

}  // namespace ranvier::hoc
