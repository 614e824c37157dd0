#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Which rank gets which cell. Each function returns the ranks of cells 0 to n-1. The results depend only on the
/// arguments, so each rank may call it independently. Throws ExchangeError for invalid arguments. Those that need no
/// weights or connections are also functions of a cell, without a list of all: placement_rule.hpp.

namespace ranvier::exchange {

/// Dealt like cards: cell i to rank i % ranks.
std::vector<int> place_round_robin(int cells, int ranks);

/// Each rank has consecutive cells; the numbers of cells differ by at most one.
std::vector<int> place_consecutive(int cells, int ranks);

/// Gives each rank as many cells as place_round_robin does, but in random order (permutation.hpp).
std::vector<int> place_shuffled(int cells, int ranks, std::uint64_t seed);

/// Areas stay together, each on the ranks that ranks_of_areas (area_ranks.hpp) gives it, to which its cells are dealt
/// like cards. areas[i] is the area of cell i, any number >= 0.
std::vector<int> place_by_area(std::span<const int> areas, int ranks);

/// Gives the cells, heaviest first, to the rank with the least load (LPT: Graham 1969, SIAM J. Appl. Math. 17:416-429).
/// The busiest rank gets at most 4/3 of its load in the best placement. weights[i] >= 0 is the weight of cell i. Ties
/// go to the lower cell and rank.
std::vector<int> place_least_loaded(std::span<const double> weights, int ranks);

/// A connection between cells.
struct Edge {
    int from;
    int to;
};

/// Keeps connections between ranks few and the ranks equally heavy: METIS's k-way partition (Karypis & Kumar 1998, J.
/// Parallel Distrib. Comput. 48:96-129) of the graph in which each pair of connected cells is an edge, weighted by the
/// number of connections in both directions. Without weights, all cells weigh the same. Throws ExchangeError if this
/// program was built without METIS.
std::vector<int> place_by_metis(int cells, std::span<const Edge> connections, std::span<const double> weights,
                                int ranks);

bool built_with_metis();

/// Divides the cells into at most `areas` areas of similar size, for exchanges that use areas, and returns the area of
/// each cell. No connection between two areas is shorter than `least_between`, and connections between areas are few.
/// Cells joined by shorter connections, directly or through other cells, stay together; if these clusters outnumber
/// `areas`, METIS combines them. delays[i] is the delay of connections[i], in the unit of `least_between`. Throws
/// ExchangeError if shorter connections join all cells.
std::vector<int> find_areas(int cells, std::span<const Edge> connections, std::span<const double> delays,
                            double least_between, int areas);

}  // namespace ranvier::exchange
