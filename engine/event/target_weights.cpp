#include "engine/event/target_weights.hpp"

namespace ranvier::engine {

std::span<double* const> TargetWeights::onto(std::uint32_t target, std::size_t targets) {
    const std::lock_guard lock(mutex_);
    if (first_.empty()) list(targets);
    return std::span(weights_).subspan(first_[target], first_[target + 1] - first_[target]);
}

void TargetWeights::list(std::size_t targets) {
    weights_.clear();
    const ConnectionsByNumber all = connections_.by_number();
    for (std::uint32_t t = 0; t < targets; ++t) {
        first_.push_back(weights_.size());
        for (const std::uint32_t n : all.onto(t)) {
            const bool is_onto = connections_.exists(n) && all.target(n) == t;
            if (is_onto) weights_.push_back(all.weights(n).data());
        }
    }
    first_.push_back(weights_.size());
}

}  // namespace ranvier::engine
