// The connections that a rule makes onto targets of this rank.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/rule/chosen.hpp"
#include "engine/rule/near_sources.hpp"
#include "engine/rule/rule.hpp"
#include "engine/rule/split.hpp"
#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

using Positions = std::span<const std::uint32_t>;

/// Builds a part target by target.
class Maker {
  public:
    Maker(const Rule& rule, std::size_t targets) : rule_(rule), random_(rule.random()) {
        made_.first.reserve(targets + 1);
        made_.first.push_back(0);
    }
    Incoming::Part take() { return std::move(made_); }
    void reserve(std::uint64_t connections) { made_.sources.reserve(connections); }
    void begin(std::uint32_t target) {
        gid_ = rule_.targets[target];
        self_ = rule_.autapses ? GidSet::absent : rule_.sources.position(gid_);
    }
    void end() { made_.first.push_back(made_.sources.size()); }
    void add(std::uint32_t source) { made_.sources.push_back(rule_.sources[source]); }
    void add_unless_self(std::uint32_t source) {
        if (source != self_) add(source);
    }
    /// Adds `count` random sources.
    void draw(std::uint64_t count) {
        RandomSequence sequence(random_, Use::source, static_cast<std::uint32_t>(gid_));
        const std::uint32_t self = self_, choices = rule_.sources.size() - (self == GidSet::absent ? 0 : 1);
        const auto add_choice = [&](std::uint32_t k) { add(k < self ? k : k + 1); };
        if (!rule_.multapses) return choose(choices, count, sequence, chosen_, add_choice);
        for (std::uint64_t k = 0; k < count; ++k) add_choice(below(choices, sequence.next()));
    }
    /// Adds each source with probability p, by drawing the gaps between them.
    void draw_each(double p) {
        if (p <= 0) return;
        RandomSequence sequence(random_, Use::source, static_cast<std::uint32_t>(gid_));
        const double log_miss = p < 1e-8 ? -p : rv_log(1 - p);
        for (double k = 0;; ++k) {
            if (p < 1) k += std::floor(rv_log(unit_interval(sequence.next())) / log_miss);
            if (!(k < rule_.sources.size())) return;
            add_unless_self(static_cast<std::uint32_t>(k));
        }
    }
    /// Adds sources that are drawn by their distance.
    void draw_near(std::uint32_t target) {
        near_.draw(rule_, target, self_, [this](std::uint32_t source) { add(source); });
    }
    /// Adds the sources whose `count` neighbors, from `offset` on, include the target.
    void add_adjacent(std::uint32_t target) {
        const auto around = static_cast<std::int64_t>(rule_.targets.size());
        for (std::uint64_t j = rule_.count; j-- > 0;) {
            const std::int64_t k = (target - rule_.offset - static_cast<std::int64_t>(j)) % around;
            for (std::int64_t s = k < 0 ? k + around : k; s < rule_.sources.size(); s += around) {
                add_unless_self(static_cast<std::uint32_t>(s));
            }
        }
    }
    void add_table(std::uint32_t target) {
        const Rule::Table& table = *rule_.table;
        made_.sources.insert(made_.sources.end(),
                             table.sources.begin() + static_cast<std::ptrdiff_t>(table.first[target]),
                             table.sources.begin() + static_cast<std::ptrdiff_t>(table.first[target + 1]));
    }

  private:
    const Rule& rule_;
    KeyedRandom random_;
    NearSources near_;
    Incoming::Part made_;
    Gid gid_ = 0;
    std::uint32_t self_ = GidSet::absent;
    Chosen chosen_;
};

void add_onto(Maker& maker, const Rule& rule, std::uint32_t target) {
    switch (rule.kind) {
        case Rule::Kind::one_to_one:
            return maker.add_unless_self(target);
        case Rule::Kind::all_to_all:
            for (std::uint32_t s = 0; s < rule.sources.size(); ++s) maker.add_unless_self(s);
            return;
        case Rule::Kind::fixed_indegree:
            return rule.draws_by_distance ? maker.draw_near(target) : maker.draw(rule.count);
        case Rule::Kind::pairwise_bernoulli:
            return rule.draws_by_distance ? maker.draw_near(target) : maker.draw_each(rule.probability);
        case Rule::Kind::adjacent:
            return maker.add_adjacent(target);
        case Rule::Kind::table:
            return maker.add_table(target);
        case Rule::Kind::fixed_outdegree:
        case Rule::Kind::fixed_total_number:
            break;
    }
}

double expected_pairs(const Rule& rule, std::size_t targets) {
    const double sources = rule.sources.size(), count = static_cast<double>(rule.count);
    const double here = static_cast<double>(targets), share = here / std::max(rule.targets.size(), 1u);
    switch (rule.kind) {
        case Rule::Kind::one_to_one:
            return here;
        case Rule::Kind::all_to_all:
            return sources * here;
        case Rule::Kind::fixed_indegree:
            return count * here;
        case Rule::Kind::fixed_outdegree:
        case Rule::Kind::adjacent:
            return sources * count * share;
        case Rule::Kind::fixed_total_number:
            return count * share;
        case Rule::Kind::pairwise_bernoulli:
            if (rule.draws_by_distance) return rule.space->mean_indegree(rule.probability) * here;
            return rule.probability * sources * here;
        case Rule::Kind::table:
            return static_cast<double>(rule.table->sources.size()) * share;
    }
    return 0;
}

/// `counts`: the number of connections onto each target; empty: the rule says it.
Incoming::Part onto(const Rule& rule, Positions targets, std::span<const std::uint64_t> counts) {
    Maker maker(rule, targets.size());
    maker.reserve(static_cast<std::size_t>(1.01 * expected_pairs(rule, targets.size())));
    for (std::size_t t = 0; t < targets.size(); ++t) {
        maker.begin(targets[t]);
        counts.empty() ? add_onto(maker, rule, targets[t]) : maker.draw(counts[t]);
        maker.end();
    }
    return maker.take();
}

}  // namespace

double expected_connections(const Rule& rule, std::size_t targets) {
    return expected_pairs(rule, targets) * rule.contacts.mean;
}

namespace {

/// How much work it is to choose the pairs, in connections: by distance, each source near enough takes part in a draw.
double choices(const Rule& rule, std::size_t targets) {
    const double pairs = expected_pairs(rule, targets);
    if (!rule.draws_by_distance) return pairs;
    return std::max(pairs, rule.space->mean_near() * static_cast<double>(targets));
}

/// With several connections for each pair.
Incoming repeated(const Rule& rule, Positions targets, const Incoming& pairs, const ForEachTask& for_each_task) {
    std::vector<Incoming::Part> parts(
        std::min(tasks_of(static_cast<std::uint64_t>(rule.contacts.mean * static_cast<double>(pairs.size()))),
                 targets.size() + 1));
    const KeyedRandom random = rule.random();
    for_each_task(parts.size(), [&](std::size_t task) {
        Incoming::Part& part = parts[task];
        part.first.push_back(0);
        for (std::size_t i = targets.size() * task / parts.size(); i < targets.size() * (task + 1) / parts.size();
             ++i) {
            const std::span<const Gid> sources = pairs.sources(i);
            for (std::size_t k = 0; k < sources.size(); ++k) {
                part.sources.insert(part.sources.end(), rule.contacts.of(random, rule.targets[targets[i]], k),
                                    sources[k]);
            }
            part.first.push_back(part.sources.size());
        }
    });
    return Incoming(std::move(parts));
}

Incoming pairs(const Rule& rule, Positions targets, const ForEachTask& for_each_task) {
    if (rule.kind == Rule::Kind::fixed_outdegree) return split_outdegrees(rule, targets, for_each_task);
    std::vector<std::uint64_t> counts;
    if (rule.kind == Rule::Kind::fixed_total_number) counts = split_total(rule, targets, for_each_task);
    std::vector<Incoming::Part> parts(
        std::min(tasks_of(static_cast<std::uint64_t>(choices(rule, targets.size()))), targets.size() + 1));
    for_each_task(parts.size(), [&](std::size_t k) {
        const std::size_t begin = targets.size() * k / parts.size();
        const std::size_t count = targets.size() * (k + 1) / parts.size() - begin;
        const std::span<const std::uint64_t> all = counts;
        parts[k] = onto(rule, targets.subspan(begin, count), counts.empty() ? all : all.subspan(begin, count));
    });
    return Incoming(std::move(parts));
}

}  // namespace

Incoming incoming(const Rule& rule, Positions targets, const ForEachTask& for_each_task) {
    Incoming made = pairs(rule, targets, for_each_task);
    return rule.contacts.is_one() ? std::move(made) : repeated(rule, targets, made, for_each_task);
}

}  // namespace ranvier::engine
