#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#ifdef RANVIER_WITH_METIS
#include <metis.h>
#endif

namespace ranvier::exchange {

#ifdef RANVIER_WITH_METIS

namespace {

/// The graph in METIS's form: from begin[i] on, the neighbors of cell i and the number of connections with each.
struct Graph {
    std::vector<idx_t> begin, neighbors, strengths;
};

Graph make_graph(int cells, std::span<const Edge> connections) {
    std::vector<std::map<idx_t, idx_t>> adjacent(static_cast<std::size_t>(cells));
    for (const Edge& edge : connections) {
        if (std::min(edge.from, edge.to) < 0 || std::max(edge.from, edge.to) >= cells) {
            throw ExchangeError(
                fmt::format("placement: there is no connection {} -> {} among {} cells", edge.from, edge.to, cells));
        }
        if (edge.from == edge.to) continue;
        ++adjacent[static_cast<std::size_t>(edge.from)][edge.to];
        ++adjacent[static_cast<std::size_t>(edge.to)][edge.from];
    }
    Graph graph;
    graph.begin.push_back(0);
    for (const auto& neighbors : adjacent) {
        for (const auto& [cell, strength] : neighbors) {
            graph.neighbors.push_back(cell);
            graph.strengths.push_back(strength);
        }
        graph.begin.push_back(static_cast<idx_t>(graph.neighbors.size()));
    }
    return graph;
}

/// Scales weights to integers, as METIS requires: the heaviest cell gets 1000.
std::vector<idx_t> whole_weights(std::span<const double> weights) {
    const double most = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    std::vector<idx_t> whole;
    for (const double weight : weights) {
        if (!(weight >= 0)) throw ExchangeError(fmt::format("placement: bad weight of a cell: {}", weight));
        whole.push_back(most > 0 ? static_cast<idx_t>(std::lround(1000 * weight / most)) : 1);
    }
    return whole;
}

}  // namespace

std::vector<int> place_by_metis(int cells, std::span<const Edge> connections, std::span<const double> weights,
                                int ranks) {
    std::vector<int> place = place_round_robin(cells, ranks);  // throws ExchangeError for invalid numbers
    if (!weights.empty() && weights.size() != place.size()) {
        throw ExchangeError(fmt::format("placement: {} cells have {} weights", cells, weights.size()));
    }
    if (ranks == 1 || cells <= ranks) return place;
    Graph graph = make_graph(cells, connections);
    std::vector<idx_t> whole = whole_weights(weights);
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    idx_t vertices = cells, constraints = 1, parts = ranks, cut = 0;
    std::vector<idx_t> part(place.size());
    const int status = METIS_PartGraphKway(&vertices, &constraints, graph.begin.data(), graph.neighbors.data(),
                                           whole.empty() ? nullptr : whole.data(), nullptr, graph.strengths.data(),
                                           &parts, nullptr, nullptr, options, &cut, part.data());
    if (status != METIS_OK) throw ExchangeError(fmt::format("placement: METIS failed with status {}", status));
    std::copy(part.begin(), part.end(), place.begin());
    return place;
}

bool built_with_metis() {
    return true;
}

#else

std::vector<int> place_by_metis(int, std::span<const Edge>, std::span<const double>, int) {
    throw ExchangeError(
        "placement: this program was built without METIS (Debian: libmetis-dev); use least_loaded or by_area");
}

bool built_with_metis() {
    return false;
}

#endif

}  // namespace ranvier::exchange
