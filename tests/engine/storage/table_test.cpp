#include "engine/storage/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace ranvier::engine {
namespace {

TEST(Table, StartsRowsWithTheDefaults) {
    Table table({1.5, -2.});
    const std::uint32_t id = table.append();
    EXPECT_EQ(table.at(0, id), 1.5);
    EXPECT_EQ(table.at(1, id), -2.);
}

TEST(Table, AlignsColumnsToCacheLines) {
    Table table({0., 0., 0.});
    for (int i = 0; i < 13; ++i) table.append();
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.column(k)) % 64, 0u);
}

// 8 bytes a value; 8 more a row only once a row was erased or moved.
TEST(Table, NumbersRowsOnlyOnceOneOfThemMoves) {
    constexpr std::size_t rows = 1024;
    std::vector<std::uint32_t> same(rows), other(rows);
    std::iota(same.begin(), same.end(), 0u);
    std::iota(other.rbegin(), other.rend(), 0u);
    for (const bool erases : {false, true}) {
        Table table({0.});
        for (std::size_t i = 0; i < rows; ++i) table.append();
        table.permute(same);
        EXPECT_EQ(table.bytes(), 8 * rows);
        erases ? table.erase(5) : table.permute(other);
        EXPECT_GE(table.bytes(), 16 * rows);
        EXPECT_LE(table.bytes(), 16 * rows + 64);
    }
}

// Appends, erasures, writes and permutations against a map from id to values.
TEST(Table, AgreesWithAMapUnderRandomOperations) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937 random(seed);
        Table table({3., 4.});
        std::map<std::uint32_t, std::pair<double, double>> model;
        std::vector<std::uint32_t> erased;
        for (int step = 0; step < 300; ++step) {
            const auto pick = [&] { return std::next(model.begin(), random() % model.size()); };
            switch (model.empty() ? 0 : random() % 5) {
                case 0:
                case 1:
                    model[table.append()] = {3., 4.};
                    break;
                case 2: {
                    const auto at = pick();
                    table.erase(at->first);
                    erased.push_back(at->first);
                    model.erase(at);
                    break;
                }
                case 3: {
                    const auto at = pick();
                    table.at(1, at->first) = at->second.second = step;
                    break;
                }
                default: {
                    std::vector<std::uint32_t> order(table.size());
                    std::iota(order.begin(), order.end(), 0u);
                    std::shuffle(order.begin(), order.end(), random);
                    std::vector<std::uint32_t> expected;
                    for (const std::uint32_t row : order) expected.push_back(table.id(row));
                    table.permute(order);
                    for (std::size_t row = 0; row < order.size(); ++row) ASSERT_EQ(table.id(row), expected[row]);
                }
            }
            ASSERT_EQ(table.size(), model.size());
            for (const auto& [id, values] : model) {
                ASSERT_TRUE(table.contains(id));
                ASSERT_EQ(table.id(table.row(id)), id);
                ASSERT_EQ(table.at(0, id), values.first);
                ASSERT_EQ(table.at(1, id), values.second);
            }
            for (const std::uint32_t id : erased) ASSERT_FALSE(table.contains(id));
        }
    }
}

}  // namespace
}  // namespace ranvier::engine
