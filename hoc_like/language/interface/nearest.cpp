#include "hoc_like/language/interface/nearest.hpp"

#include <algorithm>
#include <cstdlib>

namespace ranvier::hoc {

int edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = static_cast<int>(i + j);
                continue;
            }
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[a.size()][b.size()];
}

std::string nearest_suggestion(std::string_view name, const std::vector<std::string>& names) {
    if (name.size() < 2 || name.size() > 60) return {};
    int best = name.size() <= 3 ? 2 : name.size() <= 6 ? 3 : 4;  // must be closer than this
    const std::string* nearest = nullptr;
    for (const auto& candidate : names) {
        if (candidate == name || std::abs(static_cast<int>(candidate.size()) - static_cast<int>(name.size())) >= best)
            continue;
        const int distance = edit_distance(name, candidate);
        if (distance < best) {
            best = distance;
            nearest = &candidate;
        }
    }
    return nearest ? "; did you mean '" + *nearest + "'?" : std::string{};
}

}  // namespace ranvier::hoc
