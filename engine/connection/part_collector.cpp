#include "engine/connection/part_collector.hpp"

#include <algorithm>

namespace ranvier::engine {

void PartCollector::collect(const TableInput::Singles& singles) {
    for (std::size_t i = 0; i < singles.size; ++i) {
        const TableInput::Single it = singles.get(i);
        if (!part_.contains(it.key)) continue;
        const std::uint32_t delay = part_.number_of_delay(it.delay);
        const std::uint32_t at = part_.enter(it.key, it.receiver, it.number, it.delay, delay);
        std::copy(it.weights.begin(), it.weights.end(), part_.weights_of(at, it.weights.size()).begin());
    }
}

void PartCollector::collect(const TableInput::OfRule& made) {
    made.for_each_cell([&](std::size_t i, bool) {
        find_hits(made.rule->sources(i));
        find_receivers(made, i);
        if (!hits_.empty()) collect_hits(made, i);
    });
}

/// Finds the connections whose sources are in the part, without branches, which could not be predicted. Not inlined: the loop
/// needs all registers.
[[gnu::noinline]] void PartCollector::find_hits(std::span<const Gid> sources) {
    hits_.resize(sources.size() + 1);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < sources.size(); ++k) {
        hits_[count] = k;
        count += part_.contains(static_cast<std::uint32_t>(sources[k]));
    }
    hits_.resize(count);
}

/// The receivers of the hits; those that have none in this table are hits no more. One for all, where the cell has one.
void PartCollector::find_receivers(const TableInput::OfRule& made, std::size_t i) {
    if (made.rule->targets_of(i).size() == 1) {
        receivers_.assign(1, made.receiver(i, 0));
        return;
    }
    picks_.resize(hits_.size());
    receivers_.resize(hits_.size());
    made.rule->draw_picks(i, hits_, picks_);
    std::size_t count = 0;
    for (std::size_t h = 0; h < hits_.size(); ++h) {
        hits_[count] = hits_[h];
        receivers_[count] = made.receiver(i, picks_[h]);
        count += receivers_[count] != Receiver::none;
    }
    hits_.resize(count);
}

void PartCollector::collect_hits(const TableInput::OfRule& of_rule, std::size_t i) {
    const RuleConnections& made = *of_rule.rule;
    const std::span<const Gid> sources = made.sources(i);
    const bool fills_table = part_.fills_table();
    const bool same_delay = made.rule->has_one_delay();
    const bool same_receiver = made.targets_of(i).size() == 1;
    delays_.resize(same_delay ? 1 : hits_.size());
    made.draw_delays(i, std::span(hits_).first(delays_.size()), delays_);
    const std::uint32_t weights = fills_table ? made.given_weights() : 0;
    draw_weights(made, i, weights);
    const bool has_place = !fills_table || !made.is_hidden;
    const std::uint32_t first_number = made.number(i, 0);
    std::uint32_t delay = part_.number_of_delay(delays_[0]);
    for (std::size_t h = 0; h < hits_.size(); ++h) {
        const std::uint32_t number = has_place ? first_number + hits_[h] : nothing;
        const double ms = delays_[same_delay ? 0 : h];
        if (!same_delay) delay = part_.number_of_delay(ms);
        const auto key = static_cast<std::uint32_t>(sources[hits_[h]]);
        const std::uint32_t at = part_.enter(key, receivers_[same_receiver ? 0 : h], number, ms, delay);
        if (!fills_table) continue;
        const std::span<double> to = part_.weights_of(at, made.weights);
        for (std::uint32_t w = 0; w < weights; ++w) to[w] = weights_[w].of(h);
    }
}

/// Draws the first `count` weights of the hits.
void PartCollector::draw_weights(const RuleConnections& made, std::size_t i, std::uint32_t count) {
    if (weights_.size() < count) weights_.resize(count);
    for (std::uint32_t w = 0; w < count; ++w) {
        Weights& of = weights_[w];
        of.is_same = made.rule->weight_of(w)->kind == Distribution::Kind::constant;
        of.values.resize(of.is_same ? 1 : hits_.size());
        made.draw_weights(i, w, std::span(hits_).first(of.values.size()), of.values);
    }
}

}  // namespace ranvier::engine
