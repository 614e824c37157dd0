#include "engine/solve/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace ranvier::engine {
namespace {

/// An unbranched cell of n compartments, in which a step does so much work.
CellOrder cable(std::uint32_t& next, int n, std::size_t work) {
    CellOrder cell;
    for (int k = 0; k < n; ++k) {
        cell.compartments.push_back(next++);
        cell.parent.push_back(k - 1);
        cell.depth.push_back(k);
        cell.kind.push_back(0);
    }
    cell.work = work;
    return cell;
}

/// The work of each block.
std::vector<std::size_t> packed(const std::vector<CellOrder>& cells, const Grouping& grouping) {
    std::vector<std::uint32_t> alone(cells.size());
    std::iota(alone.begin(), alone.end(), 0u);
    std::vector<std::size_t> work;
    std::vector<int> taken(cells.size());
    for (const BlockLayout& block : pack_cells(cells, alone, grouping)) {
        work.push_back(0);
        for (const std::uint32_t c : block.cells) {
            work.back() += cells[c].work;
            ++taken[c];
        }
    }
    EXPECT_EQ(taken, std::vector<int>(cells.size(), 1)) << "each cell is in one block";
    return work;
}

std::vector<CellOrder> cables(int n, int compartments, std::size_t work) {
    std::uint32_t next = 0;
    std::vector<CellOrder> cells;
    for (int k = 0; k < n; ++k) cells.push_back(cable(next, compartments, work));
    return cells;
}

TEST(Layout, GivesEachThreadAsManyBlocks) {
    const std::vector<CellOrder> cells = cables(200, 50, 200);  // five blocks of 2048 compartments
    EXPECT_EQ(packed(cells, {.threads = 1}).size(), 5u);
    const std::vector<std::size_t> two = packed(cells, {.threads = 2});
    EXPECT_EQ(two.size(), 6u);
    EXPECT_LE(*std::max_element(two.begin(), two.end()) - *std::min_element(two.begin(), two.end()), 200u);
    EXPECT_EQ(packed(cells, {.threads = 3}).size(), 6u);
    EXPECT_EQ(packed(cells, {.threads = 4}).size(), 8u);
}

TEST(Layout, GivesNoThreadLessThanTheLeastWork) {
    const std::vector<CellOrder> cells = cables(10, 10, 50);
    EXPECT_EQ(packed(cells, {.threads = 4, .least_work = 501}).size(), 1u);
    EXPECT_EQ(packed(cells, {.threads = 4, .least_work = 250}).size(), 2u);
    EXPECT_EQ(packed(cells, {.threads = 4, .least_work = 1}).size(), 4u);
    EXPECT_EQ(packed(cells, {.threads = 4, .least_work = 0}).size(), 4u);
    EXPECT_EQ(packed(cells, {.threads = 40, .least_work = 0}).size(), 10u) << "a cell is never split";
}

// Half of the cells have ten times the mechanisms of the others.
TEST(Layout, SharesWorkAndNotCompartments) {
    std::vector<CellOrder> cells = cables(100, 10, 20);
    for (std::size_t k = 0; k < 50; ++k) cells[k].work = 200;
    const std::vector<std::size_t> work = packed(cells, {.threads = 2, .least_work = 0});
    ASSERT_EQ(work.size(), 2u);
    EXPECT_NEAR(static_cast<double>(work[0]), static_cast<double>(work[1]), 200);
}

}  // namespace
}  // namespace ranvier::engine
