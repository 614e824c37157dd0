// ParallelContext: areas, and placement of cells on ranks.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "engine/network/network.hpp"
#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#include "exchange/strategy/options.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

constexpr std::int64_t most = std::numeric_limits<int>::max();

int whole(Call& call, double value, const char* what) {
    if (value < 0 || value > static_cast<double>(most) || value != std::floor(value)) {
        fail(call, fmt::format("{} {:g} is not a non-negative integer", what, value));
    }
    return static_cast<int>(value);
}

std::vector<int> whole_numbers(Call& call, int argument, const char* what) {
    std::vector<int> numbers;
    for (const double value : call.native<VectorObject>(argument).values()) numbers.push_back(whole(call, value, what));
    return numbers;
}

engine::GidSet one(engine::Gid gid) {
    return engine::GidSet::range(gid, 1);
}

/// area(gid) returns the area; area(gid, area) and area(gids, areas or area) set it.
Result area(Call& call, const Context& context) {
    engine::Network& network = context.network;
    if (call.is_object(0)) {
        const engine::GidSet gids = gids_argument(call, 0);
        if (!call.is_object(1)) {
            network.gids().set_area(gids, whole(call, call.number(1), "area"));
            return static_cast<double>(gids.size());
        }
        const std::vector<int> areas = whole_numbers(call, 1, "area");
        if (areas.size() != gids.size()) {
            fail(call, fmt::format("there are {} gids but {} areas", gids.size(), areas.size()));
        }
        for (std::uint32_t i = 0; i < gids.size(); ++i) network.gids().set_area(one(gids[i]), areas[i]);
        return static_cast<double>(gids.size());
    }
    const int gid = static_cast<int>(call.integer(0, 0, most));
    if (call.size() > 1) network.gids().set_area(one(gid), static_cast<int>(call.integer(1, 0, most)));
    return static_cast<double>(network.gids().area(gid).value_or(-1));
}

std::vector<exchange::Edge> edges(Call& call, int argument) {
    const std::vector<int> from = whole_numbers(call, argument, "cell"), to = whole_numbers(call, argument + 1, "cell");
    if (from.size() != to.size())
        fail(call, fmt::format("there are {} sources but {} targets", from.size(), to.size()));
    std::vector<exchange::Edge> list;
    for (std::size_t i = 0; i < from.size(); ++i) list.push_back({from[i], to[i]});
    return list;
}

std::vector<int> place(Call& call, int ranks) {
    const std::string way = call.string(0);
    const auto cells = [&] { return static_cast<int>(call.integer(1, 0, most)); };
    if (way == "round_robin") return exchange::place_round_robin(cells(), ranks);
    if (way == "consecutive") return exchange::place_consecutive(cells(), ranks);
    if (way == "shuffled") {
        const auto seed = static_cast<std::uint64_t>(call.size() > 2 ? call.integer(2, 0, std::int64_t{1} << 52) : 1);
        return exchange::place_shuffled(cells(), ranks, seed);
    }
    if (way == "by_area") return exchange::place_by_area(whole_numbers(call, 1, "area"), ranks);
    if (way == "least_loaded") return exchange::place_least_loaded(call.native<VectorObject>(1).values(), ranks);
    if (way == "metis") {
        const std::vector<double> nothing;
        const auto& weights = call.size() > 4 ? call.native<VectorObject>(4).values() : nothing;
        return exchange::place_by_metis(cells(), edges(call, 2), weights, ranks);
    }
    const std::vector<std::string> ways{"round_robin", "consecutive", "shuffled", "by_area", "least_loaded", "metis"};
    const std::string meant = exchange::nearest(way, ways);
    fail(call, fmt::format("unknown placement '{}'; {}", way,
                           meant.empty() ? fmt::format("the placements are {}", fmt::join(ways, ", "))
                                         : fmt::format("did you mean '{}'?", meant)));
}

/// placement("way", ...): the rank of each cell.
Result placement(Call& call, const Context& context) {
    try {
        const std::vector<int> ranks = place(call, context.rank.nhost);
        return make_vector(context.interpreter, {ranks.begin(), ranks.end()});
    } catch (const exchange::ExchangeError& error) {
        fail(call, error.what());
    }
    return 0.;
}

/// find_areas(n, sources, targets, delays, least, areas): the area of each cell.
Result find_areas(Call& call, const Context& context) {
    try {
        const int cells = static_cast<int>(call.integer(0, 0, most)),
                  wanted = static_cast<int>(call.integer(5, 1, most));
        const auto& delays = call.native<VectorObject>(3).values();
        const std::vector<int> areas = exchange::find_areas(cells, edges(call, 1), delays, call.number(4), wanted);
        return make_vector(context.interpreter, {areas.begin(), areas.end()});
    } catch (const exchange::ExchangeError& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> placement_methods(const Context& context) {
    return {
        {"area", "area(gid[, area]) or area(gids, areas)",
         "The area of a gid, for exchange strategies that use areas; -1 if the gid has no area. With a second "
         "argument, sets the area: a Vector of gids takes a Vector of areas or one area for all gids, and a GidRange "
         "takes one area.",
         [&context](Call& call) -> Result { return area(call, context); }},
        {"find_areas", "find_areas(n, sources, targets, delays, least, areas)",
         "Divides the cells 0 to n-1 into at most `areas` areas. There are few connections between areas, and none of "
         "these has a delay shorter than least [ms]. Returns a Vector with the area of each cell. If the cells that "
         "are joined by shorter delays form more than `areas` groups, METIS merges groups.",
         [&context](Call& call) -> Result { return find_areas(call, context); }},
        {"placement", "placement(\"way\", ...)",
         "A Vector with the rank of each of the cells 0 to n-1. The arguments are one of the following: "
         "(\"round_robin\", n), (\"consecutive\", n), (\"shuffled\", n, seed), (\"by_area\", areas), "
         "(\"least_loaded\", weights), (\"metis\", n, sources, targets[, weights]).",
         [&context](Call& call) -> Result { return placement(call, context); }},
    };
}

}  // namespace ranvier::hoc
