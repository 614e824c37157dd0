#include "hoc_like/language/interface/advice/nearest.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ranvier::hoc {

int edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the table of costs: those of i - 2, i - 1 and i letters of a.
    const std::size_t width = b.size() + 1;
    std::vector<int> rows(3 * width);
    int *two_before = rows.data(), *before = two_before + width, *row = before + width;
    for (std::size_t j = 0; j < width; ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int* const reused = std::exchange(two_before, std::exchange(before, row));
        row = reused;
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j < width; ++j) {
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], two_before[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

std::string nearest_suggestion(std::string_view name, const std::vector<std::string>& names) {
    if (name.size() < 2 || name.size() > 60) return {};
    int best = name.size() <= 3 ? 2 : name.size() <= 6 ? 3 : 4;  // must be closer than this
    const std::string* nearest = nullptr;
    for (const auto& candidate : names) {
        if (candidate == name) return {};  // it exists, so that it is not misspelled
        if (std::abs(static_cast<int>(candidate.size()) - static_cast<int>(name.size())) >= best) continue;
        const int distance = edit_distance(name, candidate);
        if (distance < best) {
            best = distance;
            nearest = &candidate;
        }
    }
    return nearest ? "; did you mean '" + *nearest + "'?" : std::string{};
}

}  // namespace ranvier::hoc
