#include "exchange/study/source_targets.hpp"

#include <numeric>

namespace ranvier::exchange {

SourceTargets::SourceTargets(std::size_t sources, const std::vector<std::vector<std::uint32_t>>& wanted)
    : begin_(sources + 1, 0) {
    for (const auto& of_rank : wanted) {
        for (const std::uint32_t source : of_rank) ++begin_[source + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    ranks_.resize(begin_.back());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t rank = 0; rank < wanted.size(); ++rank) {
        for (const std::uint32_t source : wanted[rank]) ranks_[next[source]++] = static_cast<int>(rank);
    }
}

}  // namespace ranvier::exchange
