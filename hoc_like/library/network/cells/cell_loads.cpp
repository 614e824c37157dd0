#include "hoc_like/library/network/cells/cell_loads.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace ranvier::hoc {

int CellLoads::next(int ranks) {
    loads_.resize(static_cast<std::size_t>(ranks));
    return static_cast<int>(std::min_element(loads_.begin(), loads_.end()) - loads_.begin());
}

namespace {

/// Ranks by their loads.
class LeastLoaded {
  public:
    explicit LeastLoaded(std::vector<double>& loads) : loads_(loads) {
        for (std::size_t r = 0; r < loads.size(); ++r) least_.emplace(loads[r], static_cast<int>(r));
    }
    /// The rank that has the least gets the cost.
    int give(double cost) {
        const int rank = least_.top().second;
        least_.pop();
        least_.emplace(loads_[static_cast<std::size_t>(rank)] += cost, rank);
        return rank;
    }

  private:
    using Load = std::pair<double, int>;
    std::vector<double>& loads_;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> least_;
};

}  // namespace

std::vector<std::uint32_t> CellLoads::place(const std::vector<double>& costs, int rank, int ranks) {
    measured_.resize(static_cast<std::size_t>(ranks));
    std::vector<std::uint32_t> order(costs.size()), here;
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return costs[a] > costs[b]; });
    LeastLoaded least(measured_);
    for (const std::uint32_t k : order) {
        if (least.give(costs[k]) == rank) here.push_back(k);
    }
    std::sort(here.begin(), here.end());
    return here;
}

std::vector<std::uint32_t> CellLoads::place(std::uint32_t begin, std::uint32_t end, double cost, int rank, int ranks) {
    loads_.resize(static_cast<std::size_t>(ranks));
    LeastLoaded least(loads_);
    std::vector<std::uint32_t> here;
    for (std::uint32_t k = begin; k < end; ++k) {
        if (least.give(cost) == rank) here.push_back(k);
    }
    return here;
}

}  // namespace ranvier::hoc
