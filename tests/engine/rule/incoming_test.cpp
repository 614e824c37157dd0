#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {
namespace {

using Pairs = std::map<Gid, std::vector<Gid>>;  // sources by target, in order of creation

std::vector<std::uint32_t> all_positions(const Rule& rule) {
    std::vector<std::uint32_t> all(rule.targets.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

void add(const Rule& rule, const std::vector<std::uint32_t>& targets, Pairs& to) {
    const Incoming made = incoming(rule, targets);
    ASSERT_EQ(made.targets(), targets.size());
    std::size_t size = 0;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        const std::span<const Gid> sources = made.sources(t);
        to[rule.targets[targets[t]]] = {sources.begin(), sources.end()};
        ASSERT_EQ(made.first(t), size);
        size += sources.size();
    }
    ASSERT_EQ(made.size(), size);
}

Pairs pairs(const Rule& rule) {
    rule.check();
    Pairs made;
    add(rule, all_positions(rule), made);
    return made;
}

std::size_t count(const Pairs& made) {
    std::size_t sum = 0;
    for (const auto& [target, sources] : made) sum += sources.size();
    return sum;
}

std::map<Gid, std::size_t> outdegrees(const Pairs& made) {
    std::map<Gid, std::size_t> degrees;
    for (const auto& [target, sources] : made) {
        for (const Gid source : sources) ++degrees[source];
    }
    return degrees;
}

Rule make(Rule::Kind kind, std::uint64_t n = 0) {
    Rule rule;
    rule.kind = kind;
    rule.sources = GidSet::range(0, 200);
    rule.targets = GidSet::range(100, 300);
    rule.count = n;
    rule.probability = 0.1;
    rule.seed = 42;
    return rule;
}

std::vector<Rule> rules() {
    std::vector<Rule> all;
    for (const bool repeats : {true, false}) {
        for (Rule rule : {make(Rule::Kind::all_to_all), make(Rule::Kind::fixed_indegree, 20),
                          make(Rule::Kind::fixed_indegree, 150), make(Rule::Kind::fixed_outdegree, 30),
                          make(Rule::Kind::fixed_outdegree, 250), make(Rule::Kind::fixed_total_number, 5000),
                          make(Rule::Kind::pairwise_bernoulli), make(Rule::Kind::adjacent, 7)}) {
            rule.autapses = rule.multapses = repeats;
            all.push_back(rule);
            rule.targets = GidSet::list({350, 20, 3, 351, 9, 1000, 1001, 1002, 1003});
            if (rule.kind == Rule::Kind::fixed_outdegree) rule.count = 8;
            if (rule.kind == Rule::Kind::fixed_total_number) rule.count = 500;
            all.push_back(rule);
        }
    }
    return all;
}

TEST(Incoming, IsTheSameHoweverTargetsAreDivided) {
    for (const Rule& rule : rules()) {
        const Pairs whole = pairs(rule);
        ASSERT_GT(count(whole), 0);
        for (const std::uint32_t ranks : {2u, 3u, 64u}) {
            Pairs together;
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                std::vector<std::uint32_t> own;
                for (std::uint32_t t = rank; t < rule.targets.size(); t += ranks) own.push_back(t);
                add(rule, own, together);
            }
            EXPECT_EQ(together, whole) << static_cast<int>(rule.kind) << " on " << ranks;
        }
    }
}

/// Tasks on a thread each.
void on_threads(std::size_t n, const std::function<void(std::size_t)>& act) {
    std::vector<std::thread> threads;
    for (std::size_t k = n; k-- > 0;) threads.emplace_back([&, k] { act(k); });
    for (std::thread& thread : threads) thread.join();
}

// Each rule makes enough connections for many tasks.
TEST(Incoming, IsTheSameOnThreads) {
    for (Rule rule : rules()) {
        if (!rule.targets.is_range()) continue;
        rule.sources = GidSet::range(0, 2000);
        rule.targets = GidSet::range(1000, 3001);
        rule.count = rule.kind == Rule::Kind::fixed_total_number ? 400'000 : 200;
        rule.check();
        std::size_t tasks = 0;
        const auto counted = [&](std::size_t n, const auto& act) {
            tasks += n;
            on_threads(n, act);
        };
        const std::vector<std::uint32_t> all = all_positions(rule);
        const Incoming together = incoming(rule, all, counted);
        EXPECT_GT(tasks, 4) << static_cast<int>(rule.kind);
        // The first targets by themselves are too few for tasks.
        Pairs whole, single;
        add(rule, {all.begin(), all.begin() + 200}, whole);
        for (std::uint32_t t = 0; t < 200; ++t) {
            const std::span<const Gid> sources = together.sources(t);
            single[rule.targets[t]] = {sources.begin(), sources.end()};
        }
        EXPECT_EQ(single, whole) << static_cast<int>(rule.kind);
        EXPECT_EQ(together.targets(), all.size());
        EXPECT_EQ(together.size(), together.first(all.size()));
    }
}

TEST(Incoming, HasNoAutapsesAndMultapsesWhereTheyAreExcluded) {
    for (const Rule& rule : rules()) {
        if (rule.autapses) continue;
        for (const auto& [target, sources] : pairs(rule)) {
            EXPECT_EQ(std::count(sources.begin(), sources.end(), target), 0) << static_cast<int>(rule.kind);
            EXPECT_EQ(std::set<Gid>(sources.begin(), sources.end()).size(), sources.size())
                << static_cast<int>(rule.kind);
        }
    }
}

TEST(Incoming, HasTheNumbersThatTheRuleFixes) {
    for (const Rule& rule : rules()) {
        const Pairs made = pairs(rule);
        if (rule.kind == Rule::Kind::fixed_indegree) {
            for (const auto& [target, sources] : made) EXPECT_EQ(sources.size(), rule.count);
        } else if (rule.kind == Rule::Kind::fixed_outdegree) {
            const auto degrees = outdegrees(made);
            EXPECT_EQ(degrees.size(), rule.sources.size());
            for (const auto& [source, degree] : degrees) EXPECT_EQ(degree, rule.count) << source;
        } else if (rule.kind == Rule::Kind::fixed_total_number) {
            EXPECT_EQ(count(made), rule.count);
        }
    }
}

TEST(Incoming, ConnectsOneToOneAndAllToAll) {
    Rule rule = make(Rule::Kind::one_to_one);
    rule.sources = GidSet::list({5, 9, 4}), rule.targets = GidSet::list({8, 9, 5});
    EXPECT_EQ(pairs(rule), (Pairs{{8, {5}}, {9, {9}}, {5, {4}}}));
    rule.autapses = false;
    EXPECT_EQ(pairs(rule), (Pairs{{8, {5}}, {9, {}}, {5, {4}}}));
    rule.kind = Rule::Kind::all_to_all;
    EXPECT_EQ(pairs(rule), (Pairs{{8, {5, 9, 4}}, {9, {5, 4}}, {5, {9, 4}}}));
}

TEST(Incoming, ConnectsNeighborsAroundARing) {
    Rule rule = make(Rule::Kind::adjacent, 2);
    rule.sources = rule.targets = GidSet::range(0, 4);
    rule.offset = 1;
    EXPECT_EQ(pairs(rule), (Pairs{{0, {2, 3}}, {1, {3, 0}}, {2, {0, 1}}, {3, {1, 2}}}));
    rule.offset = -1;
    EXPECT_EQ(pairs(rule), (Pairs{{0, {0, 1}}, {1, {1, 2}}, {2, {2, 3}}, {3, {3, 0}}}));
}

TEST(Incoming, DrawsPairsWithTheirProbability) {
    for (const double p : {0., 1e-12, 0.02, 0.5, 0.99, 1.}) {
        Rule rule = make(Rule::Kind::pairwise_bernoulli);
        rule.sources = rule.targets = GidSet::range(0, 1000);
        rule.probability = p;
        const auto made = static_cast<double>(count(pairs(rule)));
        EXPECT_NEAR(made, 1e6 * p, 5 * std::sqrt(1e6 * p * (1 - p))) << p;
    }
}

// Chi square of all sources or targets, each equally probable: its mean is the number of degrees of freedom n, its
// standard deviation sqrt(2 n).
double chi_square_per_freedom(const std::map<Gid, std::size_t>& degrees, std::size_t cells, std::size_t total) {
    const double expected = static_cast<double>(total) / static_cast<double>(cells);
    double sum = static_cast<double>(cells - degrees.size()) * expected;
    for (const auto& [gid, n] : degrees) sum += std::pow(static_cast<double>(n) - expected, 2) / expected;
    return sum / static_cast<double>(cells - 1);
}

TEST(Incoming, DrawsEachCellEquallyOften) {
    for (const bool multapses : {true, false}) {
        Rule rule;
        rule.sources = GidSet::range(0, 5000), rule.targets = GidSet::range(3000, 5000);
        rule.multapses = multapses;
        rule.seed = 3;
        const double tolerance = 5 * std::sqrt(2. / 5000);
        rule.kind = Rule::Kind::fixed_indegree, rule.count = 20;
        EXPECT_NEAR(chi_square_per_freedom(outdegrees(pairs(rule)), 5000, 100000), 1, tolerance);
        rule.kind = Rule::Kind::fixed_total_number, rule.count = 100000;
        EXPECT_NEAR(chi_square_per_freedom(outdegrees(pairs(rule)), 5000, 100000), 1, tolerance);
        for (const auto kind : {Rule::Kind::fixed_outdegree, Rule::Kind::fixed_total_number}) {
            rule.kind = kind, rule.count = kind == Rule::Kind::fixed_outdegree ? 20 : 100000;
            std::map<Gid, std::size_t> indegrees;
            for (const auto& [target, sources] : pairs(rule)) indegrees[target] = sources.size();
            EXPECT_NEAR(chi_square_per_freedom(indegrees, 5000, 100000), 1, tolerance);
        }
    }
}

TEST(Incoming, DependsOnSeedAndNumber) {
    Rule rule = make(Rule::Kind::fixed_indegree, 20);
    const Pairs first = pairs(rule);
    rule.number = 1;
    EXPECT_NE(pairs(rule), first);
    rule.number = 0, rule.seed = 43;
    EXPECT_NE(pairs(rule), first);
}

TEST(Incoming, FollowsATable) {
    Rule rule = make(Rule::Kind::table);
    rule.targets = GidSet::range(7, 3);
    rule.table = std::make_shared<const Rule::Table>(Rule::Table{{0, 2, 2, 3}, {4, 4, 1}});
    EXPECT_EQ(pairs(rule), (Pairs{{7, {4, 4}}, {8, {}}, {9, {1}}}));
}

TEST(Rule, RefusesWhatNoNetworkCanMeet) {
    const auto refused = [](Rule rule) { EXPECT_THROW(rule.check(), std::invalid_argument); };
    refused(make(Rule::Kind::one_to_one));
    Rule rule = make(Rule::Kind::fixed_indegree, 200);
    rule.multapses = false;
    EXPECT_NO_THROW(rule.check());
    rule.autapses = false;  // a target that is a source has 199
    refused(rule);
    rule.targets = GidSet::range(200, 300);
    EXPECT_NO_THROW(rule.check());
    rule.count = 201;
    refused(rule);
    rule = make(Rule::Kind::fixed_outdegree, 301);
    EXPECT_NO_THROW(rule.check());
    rule.multapses = false;
    refused(rule);
    rule = make(Rule::Kind::fixed_total_number, 60000);
    rule.multapses = false;
    EXPECT_NO_THROW(rule.check());
    rule.autapses = false;
    refused(rule);
    rule.count = 59900;
    EXPECT_NO_THROW(rule.check());
    rule.sources = GidSet::range(0, 0);
    refused(rule);
    refused(make(Rule::Kind::adjacent, 301));
    rule = make(Rule::Kind::pairwise_bernoulli);
    rule.probability = 1.5;
    refused(rule);
    rule = make(Rule::Kind::fixed_indegree, 3);
    rule.weight.kind = Distribution::Kind::values;
    rule.weight.values = std::make_shared<const std::vector<double>>(899);
    refused(rule);
    rule.weight.values = std::make_shared<const std::vector<double>>(900);
    EXPECT_NO_THROW(rule.check());
    rule.kind = Rule::Kind::pairwise_bernoulli;
    refused(rule);
}

}  // namespace
}  // namespace ranvier::engine
