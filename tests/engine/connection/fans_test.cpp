#include "engine/connection/fans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace ranvier::engine {
namespace {

class FansOfSourcesApart : public testing::TestWithParam<std::uint32_t> {};

TEST_P(FansOfSourcesApart, AreFound) {
    const std::uint32_t apart = GetParam();
    std::mt19937 random(1);
    for (const std::uint32_t span : {10u, 1000u, 0x7ffffffeu}) {
        std::map<SourceId, std::vector<Fan>> model;
        for (std::uint32_t k = 0; k < 500; ++k) {
            const SourceId source = k % 3 == 0 ? SourceId{apart * static_cast<std::uint32_t>(random() % 50)}
                                               : input_of(static_cast<Gid>(random() % span));
            model[source].push_back({TableNumber{static_cast<std::uint32_t>(model[source].size())}, Group{k}});
        }
        const std::vector<std::uint32_t> groups(500, 500);
        Fans fans(50 * std::size_t{apart}, groups);
        for (const auto& [source, all] : model) {
            for (const Fan& fan : all) fans.add(source, fan);
        }
        fans.finish();
        for (const auto& [source, all] : model) {
            std::vector<Fan> found;
            for (const Fan& fan : fans.of(source)) found.push_back(fan);
            ASSERT_EQ(found, all) << index_of(source);
        }
        for (std::uint32_t k = 0; k < 50 * apart + 10; ++k) {
            const SourceId source{k};
            ASSERT_EQ(fans.of(source).empty(), !model.contains(source)) << k;
        }
        for (int k = 0; k < 500; ++k) {
            const auto gid = static_cast<Gid>(random() % 0x7ffffffe);
            EXPECT_EQ(fans.of_input(gid).size(), model.contains(input_of(gid)) ? model[input_of(gid)].size() : 0);
        }
        std::map<SourceId, std::vector<Fan>> listed;
        fans.for_each([&](SourceId source, const Fan& fan) { listed[source].push_back(fan); });
        ASSERT_EQ(listed.size(), model.size());
        for (const auto& [source, all] : model) {
            EXPECT_TRUE(std::equal(all.begin(), all.end(), listed[source].begin(), listed[source].end()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(By, FansOfSourcesApart, testing::Values(1, 1000));

TEST(Fans, AreNoneOfUnknownSources) {
    Fans none;
    none.finish();
    EXPECT_TRUE(none.of(SourceId{0}).empty());
    EXPECT_TRUE(none.of(SourceId::none).empty());
    EXPECT_TRUE(none.of_input(0).empty());
    EXPECT_TRUE(none.of_input(0x7ffffffe).empty());
}

// An input of one table takes the number of its group, two bytes of its gid, and an eighth of a range of gids.
TEST(Fans, TakeLittleMemoryForAnInput) {
    constexpr Gid count = 100000;
    const std::vector<std::uint32_t> groups{count};
    Fans fans(0, groups);
    for (Gid gid = 0; gid < count; ++gid) fans.add(input_of(7 * gid + gid % 3), {TableNumber{0}, Group{0}});
    fans.finish();
    EXPECT_LE(fans.bytes(), 7u * count);
}

}  // namespace
}  // namespace ranvier::engine
