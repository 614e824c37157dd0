#include "engine/rule/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "engine/rule/digest.hpp"

namespace ranvier::engine {

namespace {

/// The number of gids that are in both sets.
std::uint64_t shared(const GidSet& a, const GidSet& b) {
    const GidSet &less = a.size() <= b.size() ? a : b, &more = a.size() <= b.size() ? b : a;
    if (a.is_range() && b.is_range()) {
        if (a.size() == 0 || b.size() == 0) return 0;
        const std::int64_t begin = std::max(a[0], b[0]);
        const std::int64_t end = std::min(std::int64_t{a[0]} + a.size(), std::int64_t{b[0]} + b.size());
        return begin < end ? static_cast<std::uint64_t>(end - begin) : 0;
    }
    std::uint64_t count = 0;
    for (std::uint32_t k = 0; k < less.size(); ++k) count += more.contains(less[k]);
    return count;
}

[[noreturn]] void refuse(std::string why) {
    throw std::invalid_argument(std::move(why));
}

/// `chosen` different ones must be found among `all` for each of the cells of a set.
void check_choice(const Rule& rule, std::uint64_t all, const GidSet& of, const GidSet& among, const char* what) {
    if (of.size() == 0 || rule.count == 0) return;
    const bool one_is_excluded = !rule.autapses && shared(of, among) > 0;
    const std::uint64_t there = all - (one_is_excluded ? 1 : 0);
    if (there == 0) refuse(fmt::format("there are no {} to choose from", what));
    if (!rule.multapses && rule.count > there) {
        refuse(fmt::format("{} different {} cannot be chosen from {}", rule.count, what, there));
    }
}

void check_total(const Rule& rule) {
    const std::uint64_t pairs = std::uint64_t{rule.sources.size()} * rule.targets.size() -
                                (rule.autapses ? 0 : shared(rule.sources, rule.targets));
    if (rule.count > 0 && pairs == 0) refuse("there are no pairs of cells to choose from");
    if (!rule.multapses && rule.count > pairs) {
        refuse(fmt::format("{} different pairs cannot be chosen from {}", rule.count, pairs));
    }
}

/// The number of pairs with each target, if all have the same; 0 if not.
std::uint64_t pairs_of_target(const Rule& rule) {
    switch (rule.kind) {
        case Rule::Kind::one_to_one:
            return rule.autapses || shared(rule.sources, rule.targets) == 0 ? 1 : 0;
        case Rule::Kind::all_to_all:
            return rule.autapses || shared(rule.sources, rule.targets) == 0 ? rule.sources.size() : 0;
        case Rule::Kind::fixed_indegree:
            return rule.count;
        default:
            return 0;
    }
}

/// The number of connections onto each target, if all have the same; 0 if not.
std::uint64_t per_target(const Rule& rule) {
    return rule.contacts.is_poisson ? 0 : pairs_of_target(rule) * static_cast<std::uint64_t>(rule.contacts.mean);
}

void check_space(const Rule& rule) {
    if (!(rule.velocity >= 0 && std::isfinite(rule.velocity))) {
        refuse(fmt::format("the velocity {:g} um/ms is not a number > 0", rule.velocity));
    }
    const bool can_draw = rule.kind == Rule::Kind::pairwise_bernoulli || rule.kind == Rule::Kind::fixed_indegree;
    if (rule.draws_by_distance && !can_draw) {
        refuse("only pairwise_bernoulli and fixed_indegree choose sources by their distance");
    }
    if (rule.draws_by_distance) rule.space->profile().check();
}

void check_values(const Rule& rule, const Distribution& of, const char* name) {
    of.check(name);
    if (of.kind != Distribution::Kind::values) return;
    if (rule.kind == Rule::Kind::table) {
        if (of.values->size() == rule.table->sources.size()) return;
        refuse(fmt::format("{}: the array has {} values, but the table {} connections", name, of.values->size(),
                           rule.table->sources.size()));
    }
    const std::uint64_t each = per_target(rule);
    if (each == 0) refuse(fmt::format("{}: an array needs a rule that gives each target equally many", name));
    if (of.values->size() != each * rule.targets.size()) {
        refuse(fmt::format("{}: the array has {} values, not {} for each of {} targets", name, of.values->size(), each,
                           rule.targets.size()));
    }
}

}  // namespace

void Rule::check() const {
    constexpr std::uint64_t most = std::uint64_t{1} << 49;
    if (count > most) refuse(fmt::format("{} connections are too many", count));
    switch (kind) {
        case Kind::one_to_one:
            if (sources.size() != targets.size()) {
                refuse(fmt::format("one_to_one needs as many targets as sources, not {} and {}", targets.size(),
                                   sources.size()));
            }
            break;
        case Kind::fixed_indegree:
            check_choice(*this, sources.size(), targets, sources, "sources");
            break;
        case Kind::fixed_outdegree:
            check_choice(*this, targets.size(), sources, targets, "targets");
            break;
        case Kind::fixed_total_number:
            check_total(*this);
            break;
        case Kind::pairwise_bernoulli:
            if (!(probability >= 0 && probability <= 1)) {
                refuse(fmt::format("a probability must lie between 0 and 1, not {:g}", probability));
            }
            break;
        case Kind::adjacent:
            if (count > targets.size()) {
                refuse(fmt::format("adjacent needs at least {} targets, not {}", count, targets.size()));
            }
            break;
        case Kind::all_to_all:
        case Kind::table:
            break;
    }
    contacts.check();
    check_space(*this);
    check_values(*this, weight, "weight");
    for (std::size_t w = 0; w < more_weights.size(); ++w) {
        check_values(*this, more_weights[w], fmt::format("weight{}", w + 1).c_str());
    }
    check_values(*this, delay, "delay");
    check_values(*this, pick.number, "pick");
    pick.check();
    if (!making) return;
    for (const Making::Parameter& each : making->parameters) check_values(*this, each.values, each.name.c_str());
}

void Rule::draw_delays(std::uint32_t position, std::span<const Gid> all_sources, std::span<const std::uint32_t> k,
                       std::span<double> to) const {
    const Gid gid = targets[position];
    const std::size_t first = first_value(position, all_sources.size());
    if (velocity == 0) return delay.draw(random(), Use::delay, gid, k, first, to);
    Distribution without_way = delay;
    without_way.resolution = 0;  // of the sum
    without_way.draw(random(), Use::delay, gid, k, first, to);
    for (std::size_t i = 0; i < k.size(); ++i) {
        to[i] += space->distance(sources.position(all_sources[k[i]]), position) / velocity;
        if (delay.resolution > 0) to[i] = rounded(to[i], delay.resolution);
    }
}

bool Rule::has_values_of_places() const {
    const auto is_of_place = [](const Distribution& of) { return of.kind == Distribution::Kind::of_place; };
    return is_of_place(weight) || std::any_of(more_weights.begin(), more_weights.end(), is_of_place);
}

bool Rule::has_values() const {
    const auto is_array = [](const Distribution& of) { return of.values != nullptr; };
    return is_array(weight) || is_array(delay) || is_array(pick.number) ||
           std::any_of(more_weights.begin(), more_weights.end(), is_array);
}

namespace {

std::vector<Gid> sorted_once(std::span<const Gid> gids) {
    std::vector<Gid> sorted(gids.begin(), gids.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

}  // namespace

namespace {

/// Without the positions of cells, on which ranks have agreed before.
void add(Digest& digest, const Space& space) {
    const Metric& metric = space.metric();
    digest.add(std::uint64_t{metric.x} << 2 | std::uint64_t{metric.y} << 1 | std::uint64_t{metric.z});
    digest.add(metric.period);
    const DistanceProfile& profile = space.profile();
    digest.add(static_cast<std::uint64_t>(profile.kind));
    for (const double x : {profile.scale, profile.cutoff}) digest.add(x);
    for (const double x : profile.distances) digest.add(x);
    for (const double x : profile.factors) digest.add(x);
}

}  // namespace

std::uint64_t Rule::digest() const {
    Digest digest;
    for (const std::uint64_t word : {static_cast<std::uint64_t>(kind), count, static_cast<std::uint64_t>(offset), seed,
                                     std::uint64_t{number}, std::uint64_t{autapses} << 1 | multapses}) {
        digest.add(word);
    }
    digest.add(probability);
    digest.add(sources);
    digest.add(targets);
    digest.add(weight);
    for (const Distribution& more : more_weights) digest.add(more);
    digest.add(delay);
    for (const char c : onto) digest.add(static_cast<std::uint64_t>(c));
    digest.add(static_cast<std::uint64_t>(pick.kind));
    digest.add(pick.number);
    digest.add(std::uint64_t{contacts.is_poisson});
    digest.add(contacts.mean);
    digest.add(std::uint64_t{draws_by_distance});
    digest.add(velocity);
    if (space) add(digest, *space);
    if (making) digest.add(std::uint64_t{making->is_shared} << 1 | making->draws_places);
    for (std::size_t p = 0; making && p < making->parameters.size(); ++p) {
        digest.add(std::uint64_t{making->parameters[p].column});
        digest.add(making->parameters[p].values);
    }
    if (table) {
        for (const std::uint64_t first : table->first) digest.add(first);
        for (const Gid source : table->sources) digest.add(static_cast<std::uint64_t>(source));
    }
    return digest.sum();
}

Rule rule_of_list(std::span<const Gid> sources, std::span<const Gid> targets, std::vector<std::uint32_t>& order) {
    Rule rule;
    rule.kind = Rule::Kind::table;
    rule.sources = GidSet::list(sorted_once(sources));
    rule.targets = GidSet::list(sorted_once(targets));
    std::vector<std::uint32_t> position;
    auto table = std::make_shared<Rule::Table>();
    table->first.assign(rule.targets.size() + std::size_t{1}, 0);
    for (const Gid target : targets) {
        position.push_back(rule.targets.position(target));
        ++table->first[position.back() + std::size_t{1}];
    }
    std::partial_sum(table->first.begin(), table->first.end(), table->first.begin());
    std::vector<std::uint64_t> next(table->first.begin(), table->first.end() - 1);
    order.resize(targets.size());
    table->sources.resize(sources.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::uint64_t at = next[position[i]]++;
        order[at] = static_cast<std::uint32_t>(i);
        table->sources[at] = sources[i];
    }
    rule.table = std::move(table);
    return rule;
}

}  // namespace ranvier::engine
