#include "exchange/placement/area_groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace ranvier::exchange {

std::vector<int> groups_of_ranks(std::span<const int> areas, std::span<const std::size_t> counts) {
    std::vector<int> leader(counts.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int rank) {
        while (leader[rank] != rank) rank = leader[rank] = leader[leader[rank]];
        return rank;
    };
    std::map<int, int> first_of;  // the first rank of each area
    std::size_t at = 0;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        for (std::size_t i = 0; i < counts[rank]; ++i) {
            const int other = find(first_of.try_emplace(areas[at++], static_cast<int>(rank)).first->second);
            const int own = find(static_cast<int>(rank));
            leader[std::max(own, other)] = std::min(own, other);
        }
    }
    for (std::size_t rank = 0; rank < counts.size(); ++rank) leader[rank] = find(static_cast<int>(rank));
    return leader;
}

}  // namespace ranvier::exchange
