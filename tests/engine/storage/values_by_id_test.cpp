#include "engine/storage/values_by_id.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>

namespace ranvier::engine {
namespace {

TEST(ValuesById, AgreeWithAMap) {
    std::mt19937 random(1);
    ValuesById<int> values(-1);
    std::map<std::uint32_t, int> model;
    for (int step = 0; step < 20000; ++step) {
        const std::size_t target = step % 4000 < 2000 ? 1500 : 3;  // rises and falls
        if (model.size() < target) {
            model[values.end()] = step;
            values.add(step);
        } else {
            auto gone = model.begin();
            std::advance(gone, static_cast<std::ptrdiff_t>(random() % model.size()));
            values.remove(gone->first);
            model.erase(gone);
        }
        if (!model.empty()) values.at(model.rbegin()->first) = model.rbegin()->second = step;
        if (step % 100 != 0) continue;
        for (std::uint32_t id = 0; id < values.end(); ++id) {
            const auto found = model.find(id);
            ASSERT_EQ(values[id], found == model.end() ? -1 : found->second) << id;
        }
    }
}

TEST(ValuesById, KeepNothingOfThoseRemoved) {
    ValuesById<std::uint64_t> values;
    values.add(7);
    for (std::uint32_t trial = 1; trial < 1000000; ++trial) {
        values.add(trial);
        if (trial > 1) values.remove(trial - 1);
    }
    EXPECT_LT(values.bytes(), 100000u);
    EXPECT_EQ(values[0], 7u);
    EXPECT_EQ(values[500000], 0u);
    EXPECT_EQ(values[999999], 999999u);
}

}  // namespace
}  // namespace ranvier::engine
