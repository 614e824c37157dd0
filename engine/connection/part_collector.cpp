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
    for (std::size_t i = 0; i < made.receivers.size(); ++i) {
        if (made.receivers[i] == nothing) continue;
        find_hits(made.rule->sources(i));
        if (!hits_.empty()) collect_hits(made, i);
    }
}

/// Finds the connections whose sources are in the part, without branches, which could not be predicted.
void PartCollector::find_hits(std::span<const Gid> sources) {
    hits_.resize(sources.size() + 1);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < sources.size(); ++k) {
        hits_[count] = k;
        count += part_.contains(static_cast<std::uint32_t>(sources[k]));
    }
    hits_.resize(count);
}

void PartCollector::collect_hits(const TableInput::OfRule& of_rule, std::size_t i) {
    const RuleConnections& made = *of_rule.rule;
    const std::span<const Gid> sources = made.sources(i);
    const bool fills_table = part_.fills_table();
    const bool same_delay = made.rule->delay.kind == Distribution::Kind::constant;
    const bool same_weight = !fills_table || made.rule->weight.kind == Distribution::Kind::constant;
    delays_.resize(same_delay ? 1 : hits_.size());
    weights_.resize(same_weight ? 1 : hits_.size());
    made.draw_delays(i, std::span(hits_).first(delays_.size()), delays_);
    made.draw_weights(i, std::span(hits_).first(weights_.size()), weights_);
    const bool has_place = !fills_table || !made.is_hidden;
    const std::uint32_t first_number = made.number(i, 0);
    std::uint32_t delay = part_.number_of_delay(delays_[0]);
    for (std::size_t h = 0; h < hits_.size(); ++h) {
        const std::uint32_t number = has_place ? first_number + hits_[h] : nothing;
        const double ms = delays_[same_delay ? 0 : h];
        if (!same_delay) delay = part_.number_of_delay(ms);
        const auto key = static_cast<std::uint32_t>(sources[hits_[h]]);
        const std::uint32_t at = part_.enter(key, of_rule.receivers[i], number, ms, delay);
        if (!fills_table) continue;
        const std::span<double> weights = part_.weights_of(at, made.weights);
        if (!weights.empty()) weights[0] = weights_[same_weight ? 0 : h];
    }
}

}  // namespace ranvier::engine
