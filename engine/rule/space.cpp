#include "engine/rule/space.hpp"

#include <algorithm>

namespace ranvier::engine {

void Space::find_near(std::uint32_t target, Near& found) const {
    auto& [sources, factors] = found;
    sources.clear();
    grid_.for_each_near(targets_[target], [&](std::uint32_t source) { sources.push_back(source); });
    std::sort(sources.begin(), sources.end());  // whatever the order of the grid
    factors.resize(sources.size());
    for (std::size_t k = 0; k < sources.size(); ++k) factors[k] = distance(sources[k], target);
    profile_.replace_by_factors(factors);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        sources[kept] = sources[k];
        factors[kept] = factors[k];
        kept += factors[k] > 0;
    }
    sources.resize(kept);
    factors.resize(kept);
}

double Space::mean_over_near(std::size_t some, const std::function<double(double factor)>& value) const {
    const std::size_t looked_at = std::min(targets_.size(), some);
    Near near;
    double sum = 0;
    for (std::size_t i = 0; i < looked_at; ++i) {
        find_near(static_cast<std::uint32_t>(i * targets_.size() / looked_at), near);
        for (const double factor : near.factors) sum += value(factor);
    }
    return looked_at == 0 ? 0 : sum / static_cast<double>(looked_at);
}

double Space::mean_indegree(double probability) const {
    return mean_over_near(200, [&](double factor) { return std::min(probability * factor, 1.); });
}

double Space::mean_near() const {
    return mean_over_near(16, [](double) { return 1.; });
}

}  // namespace ranvier::engine
