#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Which rank gets which cell. Each function returns the ranks of cells 0 to n-1. The results depend only on the
/// arguments, so each rank may call it independently. Throws ExchangeError for invalid arguments.

namespace ranvier::exchange {

/// Dealt like cards: cell i to rank i % ranks.
std::vector<int> place_round_robin(int cells, int ranks);

/// Each rank has consecutive cells; the numbers of cells differ by at most one.
std::vector<int> place_consecutive(int cells, int ranks);

/// As many for each rank as place_round_robin, in an order drawn from the seed (Fisher and Yates, with mt19937_64).
std::vector<int> place_shuffled(int cells, int ranks, std::uint64_t seed);

/// Areas stay together. With at least as many areas as ranks, each area goes to the rank with the fewest cells, the
/// largest area first. Otherwise each area gets its own ranks, in proportion to its cells, which are dealt to them like
/// cards. areas[i] is the area of cell i, any number >= 0.
std::vector<int> place_by_area(std::span<const int> areas, int ranks);

/// The heaviest first, each to the rank with least (LPT: Graham 1969, SIAM J. Appl. Math. 17:416-429); at most 4/3 of
/// what the best placement gives the busiest rank. weights[i] >= 0 is that of cell i; of equals the lower number first.
std::vector<int> place_least_loaded(std::span<const double> weights, int ranks);

/// A connection between cells.
struct Edge {
    int from;
    int to;
};

/// Few connections between ranks, ranks equally heavy: METIS's k-way partition (Karypis & Kumar 1998, J. Parallel
/// Distrib. Comput. 48:96-129) of the graph in which each pair of connected cells is an edge, as heavy as it has
/// connections either way. Without weights all cells weigh the same. Throws ExchangeError where METIS was not built in.
std::vector<int> place_by_metis(int cells, std::span<const Edge> connections, std::span<const double> weights,
                                int ranks);

bool built_with_metis();

/// Areas for exchanges that use them, at most `areas` of similar size: no connection between two of them is shorter
/// than `least_between`, and there are few such connections. Cells that shorter ones join, directly or through others,
/// are kept together; if there are more such clusters than areas, METIS puts them together. delays[i] is that of
/// connections[i], of the same unit. Throws ExchangeError if shorter connections join all cells.
std::vector<int> find_areas(int cells, std::span<const Edge> connections, std::span<const double> delays,
                            double least_between, int areas);

}  // namespace ranvier::exchange
