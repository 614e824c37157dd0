#include "engine/connection/delay_numbers.hpp"

#include <algorithm>
#include <numeric>

namespace ranvier::engine {

std::vector<std::uint32_t> DelayNumbers::ranks() const {
    std::vector<std::uint32_t> order(values_.size()), ranks(values_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values_[a] < values_[b]; });
    for (std::uint32_t r = 0; r < order.size(); ++r) ranks[order[r]] = r;
    return ranks;
}

}  // namespace ranvier::engine
