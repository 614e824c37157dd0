#include "engine/run/pattern.hpp"

#include <algorithm>

#include "engine/event/delivery.hpp"

namespace ranvier::engine {

std::uint32_t PatternPlayer::play(std::vector<exchange::Spike> spikes) {
    Pattern pattern;
    pattern.spikes = std::move(spikes);
    std::stable_sort(pattern.spikes.begin(), pattern.spikes.end(),
                     [](const exchange::Spike& a, const exchange::Spike& b) { return a.t < b.t; });
    pattern.next = pattern.spikes.size();
    patterns_.push_back(std::move(pattern));
    return static_cast<std::uint32_t>(patterns_.size() - 1);
}

void PatternPlayer::set_owned_too(std::uint32_t id, bool owned_too) {
    patterns_.at(id).owned_too = owned_too;
}

void PatternPlayer::remove(std::uint32_t id) {
    patterns_.at(id) = Pattern{};
    patterns_[id].live = false;
}

bool PatternPlayer::any() const {
    return std::any_of(patterns_.begin(), patterns_.end(), [](const Pattern& p) { return p.live; });
}

void PatternPlayer::restart() {
    for (Pattern& pattern : patterns_) pattern.next = 0;
}

void PatternPlayer::feed(double til, const Network::State& network, Delivery& delivery) {
    for (Pattern& pattern : patterns_) {
        while (pattern.next < pattern.spikes.size() && pattern.spikes[pattern.next].t <= til) {
            const exchange::Spike& spike = pattern.spikes[pattern.next++];
            const auto input = network.inputs.find(spike.gid);
            if (input != network.inputs.end()) {
                delivery.distribute({spike.t, input->second}, nothing);
                continue;
            }
            const auto own = network.owned.find(spike.gid);
            if (own == network.owned.end() || own->second == nothing) continue;
            if (pattern.owned_too || delivery.is_idle(own->second))
                delivery.distribute({spike.t, own->second}, nothing);
        }
    }
}

}  // namespace ranvier::engine
