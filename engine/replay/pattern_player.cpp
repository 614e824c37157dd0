#include "engine/replay/pattern_player.hpp"

#include <algorithm>

#include "engine/event/delivery.hpp"

namespace ranvier::engine {

void PatternPlayer::Pattern::seek(double t) {
    source->seek(t);
    piece = source->next();
}

template <class Act>
void PatternPlayer::Pattern::take(double t, Act&& act) {
    til = t;
    while (!piece.empty()) {
        std::size_t n = 0;
        while (n < piece.size() && piece[n].t <= t) act(piece[n++]);
        piece = piece.subspan(n);
        if (!piece.empty()) return;
        piece = source->next();
    }
}

Patterns::Id PatternPlayer::play(std::shared_ptr<exchange::SpikeSource> spikes) {
    const auto free = std::find_if(patterns_.begin(), patterns_.end(), [](const Pattern& p) { return !p.source; });
    Pattern& pattern = free == patterns_.end() ? patterns_.emplace_back() : *free;
    pattern.source = std::move(spikes);
    return static_cast<Id>(&pattern - patterns_.data());
}

void PatternPlayer::set_owned_too(Id id, bool owned_too) {
    patterns_.at(id).owned_too = owned_too;
}

void PatternPlayer::remove(Id id) {
    patterns_.at(id) = Pattern{};
}

bool PatternPlayer::any() const {
    return std::any_of(patterns_.begin(), patterns_.end(), [](const Pattern& p) { return p.source != nullptr; });
}

void PatternPlayer::restart() {
    for (Pattern& pattern : patterns_) {
        if (!pattern.source) continue;
        pattern.til = exchange::SpikeSource::beginning;
        pattern.seek(pattern.til);
        pattern.started = true;
    }
}

std::vector<double> PatternPlayer::positions() const {
    std::vector<double> all;
    for (const Pattern& pattern : patterns_) all.push_back(pattern.til);
    return all;
}

void PatternPlayer::go_back_to(std::span<const double> positions) {
    for (std::size_t k = 0; k < std::min(positions.size(), patterns_.size()); ++k) {
        Pattern& pattern = patterns_[k];
        if (!pattern.source) continue;
        pattern.started = true;
        pattern.seek(positions[k]);
        pattern.take(positions[k], [](const exchange::Spike&) {});
    }
}

SourceId PatternPlayer::source_of(const Pattern& pattern, const exchange::Spike& spike, const Network& network,
                                  const Delivery& delivery) {
    if (network.gids().is_input_here(spike.gid)) return input_of(spike.gid);
    const SourceId* own = network.gids().find(spike.gid);
    if (!own || *own == SourceId::none) return SourceId::none;
    return pattern.owned_too || delivery.tables().is_idle(*own) ? *own : SourceId::none;
}

void PatternPlayer::feed(double til, const Network& network, Delivery& delivery) {
    for (Pattern& pattern : patterns_) {
        if (!pattern.started) continue;
        pattern.take(til, [&](const exchange::Spike& spike) {
            const SourceId source = source_of(pattern, spike, network, delivery);
            if (source != SourceId::none) delivery.routes().distribute({spike.t, source}, nothing);
        });
    }
}

void PatternPlayer::add_fed(double after, const Network& network, const Delivery& delivery,
                            std::vector<exchange::Spike>& to) {
    for (Pattern& pattern : patterns_) {
        if (!pattern.started) continue;
        pattern.seek(after);
        pattern.take(pattern.til, [&](const exchange::Spike& spike) {
            if (spike.t > after && source_of(pattern, spike, network, delivery) != SourceId::none) to.push_back(spike);
        });
    }
}

void PatternPlayer::go_on(double t, double til, const Network& network, const Delivery& delivery,
                          std::vector<PendingEvent>& events) {
    for (Pattern& pattern : patterns_) {
        if (!pattern.source) continue;
        pattern.started = true;
        pattern.seek(exchange::SpikeSource::beginning);
        pattern.take(t, [&](const exchange::Spike& spike) {
            const SourceId source = source_of(pattern, spike, network, delivery);
            if (source != SourceId::none) delivery.add_deliveries(source, spike.t, til, events);
        });
    }
}

}  // namespace ranvier::engine
