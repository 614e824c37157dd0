#include "hoc_like/library/network/cells/cell_loads.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace ranvier::hoc {

int CellLoads::next(int ranks) {
    loads_.resize(static_cast<std::size_t>(ranks));
    return static_cast<int>(std::min_element(loads_.begin(), loads_.end()) - loads_.begin());
}

std::vector<std::uint32_t> CellLoads::place(std::uint32_t begin, std::uint32_t end, double cost, int rank, int ranks) {
    loads_.resize(static_cast<std::size_t>(ranks));
    using Load = std::pair<double, int>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
    for (int r = 0; r < ranks; ++r) least.emplace(loads_[static_cast<std::size_t>(r)], r);
    std::vector<std::uint32_t> here;
    for (std::uint32_t k = begin; k < end; ++k) {
        const auto [load, r] = least.top();
        least.pop();
        least.emplace(load + cost, r);
        add(r, cost);
        if (r == rank) here.push_back(k);
    }
    return here;
}

}  // namespace ranvier::hoc
