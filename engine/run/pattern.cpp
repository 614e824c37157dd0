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

std::uint32_t PatternPlayer::source_of(const Pattern& pattern, const exchange::Spike& spike,
                                       const Network::State& network, const Delivery& delivery) {
    const auto input = network.inputs.find(spike.gid);
    if (input != network.inputs.end()) return input->second;
    const auto own = network.owned.find(spike.gid);
    if (own == network.owned.end() || own->second == nothing) return nothing;
    return pattern.owned_too || delivery.is_idle(own->second) ? own->second : nothing;
}

void PatternPlayer::feed(double til, const Network::State& network, Delivery& delivery) {
    for (Pattern& pattern : patterns_) {
        while (pattern.next < pattern.spikes.size() && pattern.spikes[pattern.next].t <= til) {
            const exchange::Spike& spike = pattern.spikes[pattern.next++];
            const std::uint32_t source = source_of(pattern, spike, network, delivery);
            if (source != nothing) delivery.distribute({spike.t, source}, nothing);
        }
    }
}

void PatternPlayer::add_fed(double after, const Network::State& network, const Delivery& delivery,
                            std::vector<exchange::Spike>& to) const {
    for (const Pattern& pattern : patterns_) {
        for (std::size_t k = pattern.next; k-- > 0 && pattern.spikes[k].t > after;) {
            const exchange::Spike& spike = pattern.spikes[k];
            if (source_of(pattern, spike, network, delivery) != nothing) to.push_back(spike);
        }
    }
}

void PatternPlayer::go_on(double t, double til, const Network::State& network, const Delivery& delivery,
                          std::vector<Delivery::Waiting>& events) {
    for (Pattern& pattern : patterns_) {
        for (pattern.next = 0; pattern.next < pattern.spikes.size(); ++pattern.next) {
            const exchange::Spike& spike = pattern.spikes[pattern.next];
            if (spike.t > t) break;
            const std::uint32_t source = source_of(pattern, spike, network, delivery);
            if (source != nothing) delivery.add_deliveries(source, spike.t, til, events);
        }
    }
}

}  // namespace ranvier::engine
