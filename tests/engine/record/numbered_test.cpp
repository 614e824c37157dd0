#include "engine/record/numbered.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace ranvier::engine {
namespace {

TEST(Numbered, BehavesLikeAMap) {
    Numbered<int> all;
    std::map<std::uint32_t, int> model;
    std::mt19937 random(1);
    std::uint32_t end = 0;
    for (int k = 0; k < 2000; ++k) {
        const std::uint32_t any = static_cast<std::uint32_t>(random()) % (end + 2);
        switch (random() % 4) {
            case 0:
            case 1:
                end += 1 + static_cast<std::uint32_t>(random()) % 3;
                EXPECT_EQ(all.add(end - 1, k), k);
                model[end - 1] = k;
                break;
            case 2:
                EXPECT_EQ(all.remove(any), model.erase(any) == 1);
                break;
            default:
                all.forget_removed();
        }
        const auto found = model.find(any);
        ASSERT_EQ(all.find(any) != nullptr, found != model.end());
        if (found != model.end()) {
            ASSERT_EQ(*all.find(any), found->second);
        }
        EXPECT_EQ(all.end(), end);
    }
    std::map<std::uint32_t, int> visited;
    std::uint32_t last = 0;
    all.for_each([&](std::uint32_t number, int item) {
        EXPECT_TRUE(visited.empty() || last < number) << "in order";
        last = number;
        visited[number] = item;
    });
    EXPECT_EQ(visited, model);
}

TEST(Numbered, LetsItemsGoWhileTheyAreVisited) {
    Numbered<int> all;
    for (std::uint32_t k = 0; k < 4; ++k) all.add(k, 0);
    std::vector<std::uint32_t> seen;
    all.for_each([&](std::uint32_t number, int) {
        seen.push_back(number);
        all.remove(number + 1);
    });
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 2}));
}

}  // namespace
}  // namespace ranvier::engine
