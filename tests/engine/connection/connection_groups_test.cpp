#include "engine/connection/connection_groups.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ranvier::engine {
namespace {

using Form = ConnectionGroups::Form;

/// A connection of a table: its source, delay number, and delay in tenths of a millisecond.
struct Each {
    std::uint32_t source, delay;
};

std::vector<double> tenths(std::size_t count) {
    std::vector<double> delays(count);
    for (std::size_t k = 0; k < count; ++k) delays[k] = static_cast<double>(k) / 10;
    return delays;
}

ConnectionGroups filled(Form form, const std::vector<Each>& all, bool may_join) {
    ConnectionGroups groups(form);
    for (std::uint32_t k = 0; k < all.size(); ++k) {
        groups.append(k, all[k].delay, k > 0 && all[k - 1].source == all[k].source, may_join);
    }
    groups.finish(all.size(), tenths(70000));
    return groups;
}

void expect_same(const ConnectionGroups& groups, const std::vector<Each>& all) {
    ASSERT_EQ(groups.first_of(Group{static_cast<std::uint32_t>(groups.count())}), all.size());
    for (Group g{0}; index_of(g) < groups.count(); ++g) {
        const std::uint32_t end = groups.first_of(next(g));
        ASSERT_LT(groups.first_of(g), end);
        for (std::uint32_t k = groups.first_of(g); k < end; ++k) {
            ASSERT_EQ(groups.delay(g), all[k].delay / 10.);
            ASSERT_EQ(groups.group_of(k), g);
            ASSERT_EQ(all[k].source, all[end - 1].source);
        }
        ASSERT_EQ(groups.is_last_of_source(g), end == all.size() || all[end].source != all[end - 1].source);
    }
}

TEST(ConnectionGroups, AreFormedOfEqualDelays) {
    const std::vector<Each> all{{0, 1}, {0, 1}, {0, 2}, {3, 2}, {3, 2}, {3, 2}, {5, 7}};
    const ConnectionGroups groups = filled(Form::groups, all, true);
    EXPECT_EQ(groups.count(), 4u);
    expect_same(groups, all);
    const ConnectionGroups apart = filled(Form::groups, all, false);
    EXPECT_EQ(apart.count(), all.size());
    expect_same(apart, all);
}

TEST(ConnectionGroups, NumberDelaysWhereFewWouldJoin) {
    std::vector<Each> all;
    for (std::uint32_t k = 0; k < 10000; ++k) all.push_back({k / 3, 10 * (k % 3) + (k % 16 == 0 ? 1u : 0u)});
    const ConnectionGroups groups = filled(Form::numbered_delays, all, true);
    EXPECT_EQ(groups.form(), Form::numbered_delays);
    EXPECT_LE(groups.bytes(), 2 * all.size() + 70000 * sizeof(double));
    expect_same(groups, all);
}

TEST(ConnectionGroups, TurnIntoGroupsWhereManyJoin) {
    std::mt19937 random(3);
    for (const std::uint32_t delays : {2u, 5u}) {
        std::vector<Each> all;
        for (std::uint32_t k = 0; k < 5000; ++k) {
            all.push_back({k < 2000 ? k : 2000 + k / 50, static_cast<std::uint32_t>(random() % delays)});
        }
        const ConnectionGroups groups = filled(Form::numbered_delays, all, true);
        EXPECT_EQ(groups.form(), delays == 2 ? Form::groups : Form::numbered_delays);
        expect_same(groups, all);
    }
}

TEST(ConnectionGroups, TurnIntoGroupsWhereDelaysAreTooMany) {
    std::vector<Each> all;
    for (std::uint32_t k = 0; k < 40000; ++k) all.push_back({k / 2, k});
    const ConnectionGroups groups = filled(Form::numbered_delays, all, true);
    EXPECT_EQ(groups.form(), Form::groups);
    expect_same(groups, all);
}

TEST(ConnectionGroups, MayHaveDelaysOfTheirOwn) {
    const std::vector<Each> all{{0, 0}, {0, 1}, {2, 4}, {2, 4}, {3, 0}};
    ConnectionGroups groups(Form::own_delays);
    const std::span<double> own = groups.make_own_delays(all.size());
    for (std::uint32_t k = 0; k < all.size(); ++k) {
        own[k] = all[k].delay / 10.;
        EXPECT_EQ(groups.next(k), Group{k});
        if (k > 0 && all[k - 1].source != all[k].source) groups.end_source(k);
    }
    groups.finish(all.size(), {});
    EXPECT_EQ(groups.bytes(), all.size() * sizeof(double));
    expect_same(groups, all);
}

TEST(ConnectionGroups, AreNoneOfAnEmptyTable) {
    EXPECT_EQ(ConnectionGroups().count(), 0u);
    EXPECT_EQ(filled(Form::groups, {}, true).count(), 0u);
    EXPECT_EQ(filled(Form::numbered_delays, {}, true).count(), 0u);
}

}  // namespace
}  // namespace ranvier::engine
