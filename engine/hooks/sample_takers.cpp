#include "engine/hooks/sample_takers.hpp"

#include <algorithm>

namespace ranvier::engine {

void SampleTakers::add(const void* owner, std::function<void()> take) {
    takers_.push_back({owner, 1, std::move(take)});
}

void SampleTakers::set_longest_window(const void* owner, std::int64_t most_steps) {
    for (Taker& taker : takers_) {
        if (taker.owner == owner) taker.most_steps = most_steps;
    }
}

void SampleTakers::remove(const void* owner) {
    std::erase_if(takers_, [owner](const Taker& taker) { return taker.owner == owner; });
}

std::int64_t SampleTakers::longest_window(std::int64_t steps) const {
    for (const Taker& taker : takers_) steps = std::min(steps, taker.most_steps);
    return steps;
}

}  // namespace ranvier::engine
