#include "engine/rule/space.hpp"

#include <algorithm>

namespace ranvier::engine {

double Space::mean_indegree(double probability) const {
    constexpr std::size_t most = 200;
    const std::size_t looked_at = std::min(targets_.size(), most);
    double sum = 0;
    for (std::size_t i = 0; i < looked_at; ++i) {
        const auto target = static_cast<std::uint32_t>(i * targets_.size() / looked_at);
        for_each_near(target, [&](std::uint32_t, double factor) { sum += std::min(probability * factor, 1.); });
    }
    return looked_at == 0 ? 0 : sum / static_cast<double>(looked_at);
}

}  // namespace ranvier::engine
