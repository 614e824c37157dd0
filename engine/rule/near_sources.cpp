#include "engine/rule/near_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

/// A random number of (0, 1) that belongs to a pair of cells.
double luck(const Rule& rule, const KeyedRandom& random, Gid target, std::uint32_t source) {
    const auto from = static_cast<std::uint32_t>(rule.sources[source]);
    return unit_interval(random.pair(Use::neighbor, static_cast<std::uint32_t>(target), from / 2).word[from % 2]);
}

}  // namespace

void NearSources::draw(const Rule& rule, std::uint32_t target, std::uint32_t self, const Add& add) {
    find(rule, target, self);
    const Gid gid = rule.targets[target];
    if (rule.kind == Rule::Kind::pairwise_bernoulli) {
        const KeyedRandom random = rule.random();
        for (const Near& each : near_) {
            if (luck(rule, random, gid, each.source) < rule.probability * each.factor) add(each.source);
        }
        return;
    }
    const bool are_enough = rule.multapses ? rule.count == 0 || !near_.empty() : near_.size() >= rule.count;
    if (!are_enough) {
        throw std::invalid_argument(
            fmt::format("gid {} cannot have {} sources: {} are near enough", gid, rule.count, near_.size()));
    }
    rule.multapses ? draw_with_repeats(rule, gid, add) : draw_different(rule, gid, add);
}

void NearSources::find(const Rule& rule, std::uint32_t target, std::uint32_t self) {
    rule.space->find_near(target, found_);
    near_.clear();
    for (std::size_t k = 0; k < found_.sources.size(); ++k) {
        if (found_.sources[k] != self) near_.push_back({found_.sources[k], found_.factors[k]});
    }
}

void NearSources::draw_with_repeats(const Rule& rule, Gid gid, const Add& add) {
    if (near_.empty()) return;
    double sum = 0;
    for (Near& each : near_) each.factor = sum += each.factor;
    const KeyedRandom random = rule.random();
    RandomSequence sequence(random, Use::source, static_cast<std::uint32_t>(gid));
    for (std::uint64_t k = 0; k < rule.count; ++k) {
        const double drawn = unit_interval(sequence.next()) * sum;
        const auto is_below = [](double x, const Near& each) { return x < each.factor; };
        add(std::upper_bound(near_.begin(), near_.end() - 1, drawn, is_below)->source);
    }
}

/// Those with the shortest exponential waiting times whose rates are the factors: the same as drawing one after another
/// among those that are left (Efraimidis & Spirakis 2006, "Weighted random sampling with a reservoir").
void NearSources::draw_different(const Rule& rule, Gid gid, const Add& add) {
    const KeyedRandom random = rule.random();
    for (Near& each : near_) each.factor = -rv_log(luck(rule, random, gid, each.source)) / each.factor;
    const auto is_sooner = [](const Near& a, const Near& b) {
        return a.factor != b.factor ? a.factor < b.factor : a.source < b.source;
    };
    const auto behind = near_.begin() + static_cast<std::ptrdiff_t>(rule.count);
    if (behind != near_.end()) std::nth_element(near_.begin(), behind, near_.end(), is_sooner);
    std::sort(near_.begin(), behind, [](const Near& a, const Near& b) { return a.source < b.source; });
    for (auto each = near_.begin(); each != behind; ++each) add(each->source);
}

}  // namespace ranvier::engine
