#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"

namespace ranvier::exchange {

namespace {

/// Clusters of cells joined by short connections, directly or through other cells.
class Clusters {
  public:
    explicit Clusters(int cells) : leader_(static_cast<std::size_t>(cells)) {
        std::iota(leader_.begin(), leader_.end(), 0);
    }

    void join(int a, int b) {
        a = leader(a);
        b = leader(b);
        leader_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }

    /// The cluster of each cell. Clusters are numbered from 0, in the order of their first cells.
    std::vector<int> numbers() {
        std::vector<int> numbers(leader_.size());
        int next = 0;
        for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
            const int first = leader(static_cast<int>(cell));
            numbers[cell] = static_cast<std::size_t>(first) == cell ? next++ : numbers[static_cast<std::size_t>(first)];
        }
        return numbers;
    }

  private:
    int leader(int cell) {
        const auto of = [this](int which) -> int& { return leader_[static_cast<std::size_t>(which)]; };
        while (of(cell) != cell) cell = of(cell) = of(of(cell));
        return cell;
    }

    std::vector<int> leader_;
};

Clusters join_short(int cells, std::span<const Edge> connections, std::span<const double> delays, double least) {
    Clusters together(cells);
    for (std::size_t i = 0; i < connections.size(); ++i) {
        const auto [from, to] = connections[i];
        if (std::min(from, to) < 0 || std::max(from, to) >= cells) {
            throw ExchangeError(fmt::format("areas: there is no connection {} -> {} among {} cells", from, to, cells));
        }
        if (delays[i] < least) together.join(from, to);
    }
    return together;
}

/// The area of each cell if there are more clusters than areas.
std::vector<int> share_clusters(const std::vector<int>& cluster_of, int clusters, std::span<const Edge> connections,
                                int areas) {
    std::vector<double> sizes(static_cast<std::size_t>(clusters));
    for (const int cluster : cluster_of) ++sizes[static_cast<std::size_t>(cluster)];
    std::vector<Edge> between;
    for (const auto& [from, to] : connections) {
        const Edge edge{cluster_of[static_cast<std::size_t>(from)], cluster_of[static_cast<std::size_t>(to)]};
        if (edge.from != edge.to) between.push_back(edge);
    }
    const std::vector<int> area_of = place_by_metis(clusters, between, sizes, areas);
    std::vector<int> found;
    for (const int cluster : cluster_of) found.push_back(area_of[static_cast<std::size_t>(cluster)]);
    return found;
}

}  // namespace

std::vector<int> find_areas(int cells, std::span<const Edge> connections, std::span<const double> delays,
                            double least_between, int areas) {
    if (cells < 0 || areas < 1) throw ExchangeError(fmt::format("areas: {} cells cannot form {} areas", cells, areas));
    if (delays.size() != connections.size()) {
        throw ExchangeError(fmt::format("areas: {} connections have {} delays", connections.size(), delays.size()));
    }
    std::vector<int> cluster_of = join_short(cells, connections, delays, least_between).numbers();
    const int clusters = cells == 0 ? 0 : 1 + *std::max_element(cluster_of.begin(), cluster_of.end());
    if (clusters == 1 && areas > 1 && cells > 1) {
        throw ExchangeError(
            fmt::format("areas: connections shorter than {:g} ms join all {} cells into one area; allow shorter "
                        "connections between areas",
                        least_between, cells));
    }
    if (clusters <= areas) return cluster_of;
    return share_clusters(cluster_of, clusters, connections, areas);
}

}  // namespace ranvier::exchange
