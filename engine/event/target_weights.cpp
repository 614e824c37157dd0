#include "engine/event/target_weights.hpp"

namespace ranvier::engine {

std::span<double* const> TargetWeights::onto(TargetNumber target, std::size_t targets) {
    const std::lock_guard lock(mutex_);
    if (first_.empty()) list(targets);
    return std::span(weights_).subspan(first_[index_of(target)],
                                       first_[index_of(target) + std::size_t{1}] - first_[index_of(target)]);
}

void TargetWeights::list(std::size_t targets) {
    weights_.clear();
    const ConnectionsByNumber all = connections_.by_number();
    for (std::uint32_t k = 0; k < targets; ++k) {
        const TargetNumber t{k};
        first_.push_back(weights_.size());
        for (const std::uint32_t n : all.onto(t)) {
            const bool is_onto = connections_.exists(n) && all.target(n) == t;
            if (is_onto) weights_.push_back(all.weights(n).data());
        }
    }
    first_.push_back(weights_.size());
}

}  // namespace ranvier::engine
