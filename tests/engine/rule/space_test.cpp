// Choices by distance, and several connections for each pair.
#include "engine/rule/space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>

#include "engine/rule/counts.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {
namespace {

std::vector<Point> random_points(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> wide(-500, 500), flat(0, 100);
    std::vector<Point> points(count);
    for (Point& p : points) p = {wide(random), flat(random), wide(random)};
    return points;
}

TEST(NeighborGrid, FindsAllWithinReach) {
    const std::vector<Point> points = random_points(700, 1), centers = random_points(50, 2);
    std::vector<Metric> metrics(4);
    metrics[1].period = {1000, 0, 1000};
    metrics[2].y = false;
    metrics[3] = {true, false, false, {900, 0, 0}};  // shorter than the points lie apart
    for (const Metric& metric : metrics) {
        for (const double reach : {0., 3., 80., 260., 400., 1e9}) {
            const NeighborGrid grid(points, metric, reach);
            for (const Point& center : centers) {
                std::multiset<std::uint32_t> found;
                grid.for_each_near(center, [&](std::uint32_t k) { found.insert(k); });
                for (std::uint32_t k = 0; k < points.size(); ++k) {
                    ASSERT_LE(found.count(k), 1u);
                    if (metric.distance(points[k], center) <= reach) {
                        ASSERT_EQ(found.count(k), 1u) << reach;
                    }
                }
            }
        }
    }
}

TEST(NeighborGrid, LooksAtNeighborsOnly) {
    const std::vector<Point> points = random_points(20'000, 3);
    std::size_t looked_at = 0;
    NeighborGrid(points, Metric{}, 50).for_each_near({0, 50, 0}, [&](std::uint32_t) { ++looked_at; });
    EXPECT_LT(looked_at, points.size() / 20);
}

TEST(NeighborGrid, TakesPointsInOnePlaceAndNone) {
    std::size_t count = 0;
    const std::vector<Point> same(5, Point{1, 2, 3});
    NeighborGrid(same, Metric{}, 10).for_each_near({1, 2, 3}, [&](std::uint32_t) { ++count; });
    EXPECT_EQ(count, 5u);
    NeighborGrid({}, Metric{}, 10).for_each_near({1, 2, 3}, [&](std::uint32_t) { ++count; });
    EXPECT_EQ(count, 5u);
}

TEST(DistanceProfile, HasTheFormsOfItsKinds) {
    DistanceProfile profile;
    EXPECT_EQ(profile.at(1e9), 1);
    profile = {.kind = DistanceProfile::Kind::exponential, .scale = 100, .cutoff = 300};
    EXPECT_NEAR(profile.at(100), std::exp(-1.), 1e-15);
    EXPECT_EQ(profile.at(300.1), 0);
    profile.kind = DistanceProfile::Kind::gaussian;
    EXPECT_NEAR(profile.at(200), std::exp(-2.), 1e-15);
    profile = {.kind = DistanceProfile::Kind::table, .distances = {10, 20, 40}, .factors = {1, 0.5, 0.1}};
    profile.check();
    EXPECT_EQ(profile.at(0), 1);
    EXPECT_NEAR(profile.at(30), 0.3, 1e-15);
    EXPECT_EQ(profile.at(40), 0.1);
    EXPECT_EQ(profile.at(40.1), 0);
    EXPECT_EQ(profile.reach(), 40);
}

TEST(DistanceProfile, RefusesWhatIsNoProfile) {
    const auto table = [](std::vector<double> distances, std::vector<double> factors) {
        DistanceProfile{
            .kind = DistanceProfile::Kind::table, .distances = std::move(distances), .factors = std::move(factors)}
            .check();
    };
    EXPECT_THROW(table({}, {}), std::invalid_argument);
    EXPECT_THROW(table({1, 1}, {1, 1}), std::invalid_argument);
    EXPECT_THROW(table({1, 2}, {1}), std::invalid_argument);
    EXPECT_THROW(table({1, 2}, {1, -1}), std::invalid_argument);
    EXPECT_THROW(table({1, std::nan("")}, {1, 1}), std::invalid_argument);
    EXPECT_THROW((DistanceProfile{.kind = DistanceProfile::Kind::gaussian}).check(), std::invalid_argument);
    EXPECT_THROW((DistanceProfile{.cutoff = std::nan("")}).check(), std::invalid_argument);
}

Rule near_rule(Rule::Kind kind, std::uint32_t cells) {
    Rule rule;
    rule.kind = kind;
    rule.sources = GidSet::range(1000, cells);
    rule.targets = GidSet::range(5000, cells);
    rule.draws_by_distance = true;
    const DistanceProfile profile{.kind = DistanceProfile::Kind::exponential, .scale = 100, .cutoff = 250};
    rule.space = std::make_shared<const Space>(Metric{}, profile, random_points(cells, 4), random_points(cells, 5));
    return rule;
}

std::vector<std::uint32_t> all_targets(const Rule& rule) {
    std::vector<std::uint32_t> all(rule.targets.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

TEST(NearSources, ArriveAsOftenAsTheProfileSays) {
    Rule rule = near_rule(Rule::Kind::pairwise_bernoulli, 300);
    rule.probability = 0.8;
    const std::vector<std::uint32_t> all = all_targets(rule);
    double expected = 0, variance = 0, drawn = 0;
    for (rule.number = 0; rule.number < 20; ++rule.number) {
        const Incoming made = incoming(rule, all);
        drawn += static_cast<double>(made.size());
        for (std::size_t t = 0; t < all.size(); ++t) {
            for (const Gid source : made.sources(t)) {
                const std::uint32_t s = rule.sources.position(source);
                ASSERT_LE(rule.space->distance(s, all[t]), 250);
            }
        }
    }
    for (std::uint32_t t = 0; t < 300; ++t) {
        for (std::uint32_t s = 0; s < 300; ++s) {
            const double p = 0.8 * rule.space->profile().at(rule.space->distance(s, t));
            expected += 20 * p;
            variance += 20 * p * (1 - p);
        }
    }
    EXPECT_NEAR(drawn, expected, 4 * std::sqrt(variance));
    EXPECT_NEAR(expected_connections(rule, 300) * 20, expected, expected * 0.05);  // 200 of 300 targets are looked at
}

TEST(NearSources, DependOnTheTargetAlone) {
    for (const auto kind : {Rule::Kind::pairwise_bernoulli, Rule::Kind::fixed_indegree}) {
        Rule rule = near_rule(kind, 200);
        rule.probability = 0.7;
        rule.count = 3;
        const std::vector<std::uint32_t> all = all_targets(rule), some = {3, 50, 199};
        const Incoming whole = incoming(rule, all), part = incoming(rule, some);
        for (std::size_t i = 0; i < some.size(); ++i) {
            EXPECT_TRUE(std::ranges::equal(part.sources(i), whole.sources(some[i])));
        }
    }
}

TEST(DistanceProfile, ManyFactorsAreThoseOfEachDistance) {
    using Kind = DistanceProfile::Kind;
    std::vector<double> distances;
    for (int k = 0; k < 1003; ++k) distances.push_back(0.731 * k);
    for (const Kind kind : {Kind::flat, Kind::exponential, Kind::gaussian, Kind::table}) {
        DistanceProfile profile{.kind = kind, .scale = 37.3, .cutoff = 400};
        if (kind == Kind::table) profile.distances = {0, 100, 600}, profile.factors = {1, 0.3, 0.1};
        std::vector<double> factors = distances;
        profile.replace_by_factors(factors);
        for (std::size_t k = 0; k < factors.size(); ++k)
            EXPECT_EQ(factors[k], profile.at(distances[k])) << distances[k];
        EXPECT_GT(factors[500], 0);
        EXPECT_EQ(factors[700], 0);
    }
}

TEST(NearSources, OfAFixedNumberHaveProbabilitiesInProportion) {
    for (const bool multapses : {true, false}) {
        Rule rule = near_rule(Rule::Kind::fixed_indegree, 60);
        rule.multapses = multapses;
        rule.count = 1;
        const std::uint32_t one = 7;
        std::map<std::uint32_t, double> factors, counts;
        double sum = 0;
        Space::Near near;
        rule.space->find_near(one, near);
        for (std::size_t k = 0; k < near.sources.size(); ++k) sum += factors[near.sources[k]] = near.factors[k];
        constexpr int trials = 20'000;
        for (rule.number = 0; rule.number < trials; ++rule.number) {
            const Incoming made = incoming(rule, std::span(&one, 1));
            ASSERT_EQ(made.size(), 1u);
            ++counts[rule.sources.position(made.sources(0)[0])];
        }
        for (const auto& [source, factor] : factors) {
            const double p = factor / sum;
            EXPECT_NEAR(counts[source], trials * p, 4.5 * std::sqrt(trials * p * (1 - p)) + 1) << multapses;
        }
    }
}

TEST(NearSources, AreDifferentIfTheyHaveToBe) {
    Rule rule = near_rule(Rule::Kind::fixed_indegree, 400);
    rule.multapses = false;
    rule.count = 2;
    std::vector<std::uint32_t> some;
    for (const std::uint32_t t : all_targets(rule)) {
        Space::Near near;
        rule.space->find_near(t, near);
        if (near.sources.size() >= 2) some.push_back(t);
    }
    const Incoming made = incoming(rule, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
        ASSERT_EQ(made.sources(i).size(), 2u);
        EXPECT_LT(made.sources(i)[0], made.sources(i)[1]);
    }
    rule.count = 399;
    EXPECT_THROW(incoming(rule, some), std::invalid_argument);
}

TEST(NearSources, AreNotTheTargetItselfWithoutAutapses) {
    Rule rule = near_rule(Rule::Kind::pairwise_bernoulli, 50);
    rule.targets = rule.sources;
    rule.space = std::make_shared<const Space>(Metric{}, DistanceProfile{}, random_points(50, 4), random_points(50, 4));
    rule.probability = 1;
    EXPECT_EQ(incoming(rule, all_targets(rule)).size(), 2500u);
    rule.autapses = false;
    EXPECT_EQ(incoming(rule, all_targets(rule)).size(), 2450u);
}

TEST(Velocity, AddsTheTimeOfTheWay) {
    Rule rule = near_rule(Rule::Kind::all_to_all, 20);
    rule.draws_by_distance = false;
    rule.delay.a = 0.53;
    rule.velocity = 200;
    std::vector<Gid> sources;
    for (std::uint32_t s = 0; s < 20; ++s) sources.push_back(rule.sources[s]);
    const std::vector<std::uint32_t> some = {0, 19};
    std::vector<double> delays(2);
    rule.draw_delays(3, sources, some, delays);
    EXPECT_EQ(delays[1], 0.53 + rule.space->distance(19, 3) / 200);
    rule.delay.resolution = 0.1;
    rule.draw_delays(3, sources, some, delays);
    EXPECT_EQ(delays[1], std::floor((0.53 + rule.space->distance(19, 3) / 200) / 0.1 + 0.5) * 0.1);
}

TEST(Poisson, HasItsMeanAndVariance) {
    for (const double mean : {0.3, 4.5, 120.}) {
        std::mt19937 random(6);
        std::uniform_real_distribution<double> uniform(0, 1);
        constexpr int trials = 40'000;
        double sum = 0, squares = 0;
        for (int i = 0; i < trials; ++i) {
            const auto x = static_cast<double>(poisson(mean, uniform(random)));
            sum += x;
            squares += (x - mean) * (x - mean);
        }
        EXPECT_NEAR(sum / trials, mean, 4 * std::sqrt(mean / trials));
        // The variance of the squares is mean + 2 mean^2.
        EXPECT_NEAR(squares / trials, mean, 4 * std::sqrt((mean + 2 * mean * mean) / trials));
    }
    EXPECT_EQ(poisson(0, 0.5), 0u);
}

TEST(Contacts, RepeatEachPair) {
    Rule rule;
    rule.kind = Rule::Kind::fixed_indegree;
    rule.sources = GidSet::range(0, 100);
    rule.targets = GidSet::range(0, 100);
    rule.count = 3;
    const std::vector<std::uint32_t> all = all_targets(rule);
    const Incoming pairs = incoming(rule, all);
    rule.contacts = {false, 5};
    const Incoming five = incoming(rule, all);
    EXPECT_EQ(five.size(), 1500u);
    EXPECT_EQ(expected_connections(rule, 100), 1500);
    for (std::size_t t = 0; t < 100; ++t) {
        for (std::size_t k = 0; k < 15; ++k) EXPECT_EQ(five.sources(t)[k], pairs.sources(t)[k / 5]);
    }
    rule.contacts = {true, 4.5};
    const Incoming drawn = incoming(rule, all);
    EXPECT_NEAR(static_cast<double>(drawn.size()), 1350, 4 * std::sqrt(1350));
    const std::vector<std::uint32_t> one = {42};
    EXPECT_TRUE(std::ranges::equal(incoming(rule, one).sources(0), drawn.sources(42)));
    rule.contacts = {false, 0};
    EXPECT_EQ(incoming(rule, all).size(), 0u);
}

TEST(Contacts, RefusesWhatIsNoNumberOfThem) {
    EXPECT_THROW((Contacts{false, 1.5}).check(), std::invalid_argument);
    EXPECT_THROW((Contacts{true, -1}).check(), std::invalid_argument);
    EXPECT_THROW((Contacts{true, std::nan("")}).check(), std::invalid_argument);
    (Contacts{true, 1.5}).check();
}

}  // namespace
}  // namespace ranvier::engine
