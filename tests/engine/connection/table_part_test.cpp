#include "engine/connection/table_part.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ranvier::engine {
namespace {

/// Connections of keys 0 to 3, 16 of each: two bins of two keys.
constexpr std::uint32_t size = 64, in_bin = 32;

KeyBins two_bins() {
    return {size, [](auto&& act) {
                for (std::uint32_t k = 0; k < size; ++k) act(k % 4);
            }};
}

/// Enters those of the part, which differ in all that they have.
void enter(TablePart& part, std::uint32_t size_of_table) {
    for (std::uint32_t k = 0; k < size_of_table; ++k) {
        if (!part.contains(k % 4)) continue;
        const double delay = 1 + k % 3;
        const std::uint32_t at = part.enter(k % 4, Receiver{100 + k}, 200 + k, delay, part.number_of_delay(delay));
        const std::span<double> weights = part.weights_of(at, 2);
        ASSERT_EQ(weights.size(), 2u);
        weights[0] = k, weights[1] = -1. * k;
    }
}

/// Number k of the connections of keys 2 and 3, in the order in which they are entered.
std::uint32_t of_last_bin(std::uint32_t k) {
    return k / 2 * 4 + 2 + k % 2;
}

ConnectionTable sized_table() {
    ConnectionTable table;
    table.stride = 2;
    table.receiver.resize(size);
    table.weights.resize(2 * std::size_t{size});
    return table;
}

TEST(TablePart, HasTheConnectionsOfItsBins) {
    const KeyBins bins = two_bins();
    ASSERT_EQ(bins.count(), 2u);
    ConnectionTable table = sized_table();
    TablePart part(table, {}, true);
    part.begin(bins, {1, 2});
    EXPECT_FALSE(part.contains(1));
    EXPECT_TRUE(part.contains(2));
    enter(part, size);
    EXPECT_EQ(part.size(), in_bin);
    EXPECT_EQ(part.begin(), in_bin);
    ASSERT_EQ(part.bin_ends().size(), 1u);
    EXPECT_EQ(part.bin_ends()[0], in_bin);
    for (std::uint32_t at = 0; at < in_bin; ++at) {
        const std::uint32_t k = of_last_bin(at);
        EXPECT_EQ(part.entry(at).key, k % 4);
        EXPECT_EQ(part.receiver(at), Receiver{100 + k});
        EXPECT_EQ(part.numbers()[at], 200 + k);
        EXPECT_EQ(part.delay(at), 1 + k % 3);
    }
}

TEST(TablePart, LiesInTheTableBehindThePartsBefore) {
    const KeyBins bins = two_bins();
    ConnectionTable table = sized_table();
    TablePart part(table, {}, false);
    part.begin(bins, {0, 1});
    enter(part, size);
    part.begin(bins, {1, 2});
    enter(part, size);
    for (std::uint32_t at = 0; at < size; ++at) {
        const std::uint32_t k = at < in_bin ? of_last_bin(at) - 2 : of_last_bin(at - in_bin);
        EXPECT_EQ(table.receiver[at], Receiver{100 + k});
        EXPECT_EQ(table.weights_of(at)[0], k);
        EXPECT_EQ(table.weights_of(at)[1], -1. * k);
    }
    EXPECT_TRUE(part.numbers().empty()) << "places are not kept";
    part.add_early_group(3, 1);
    ASSERT_EQ(table.early_groups.size(), 1u);
    EXPECT_EQ(table.early_groups[0].first, in_bin + 3);
}

TEST(TablePart, KeepsOwnDelaysInTheTable) {
    const KeyBins bins = two_bins();
    ConnectionTable table = sized_table();
    table.groups = ConnectionGroups(ConnectionGroups::Form::own_delays);
    const std::span<double> delays = table.groups.make_own_delays(size);
    TablePart part(table, delays, false);
    EXPECT_TRUE(part.has_own_delays());
    part.begin(bins, {1, 2});
    enter(part, size);
    for (std::uint32_t at = 0; at < in_bin; ++at) {
        EXPECT_EQ(delays[in_bin + at], 1 + of_last_bin(at) % 3);
        EXPECT_EQ(part.delay(at), 1 + of_last_bin(at) % 3);
    }
    EXPECT_EQ(std::count(delays.begin(), delays.begin() + in_bin, 0.), in_bin);
}

TEST(TablePart, AppendsWeightsOfManyMechanismsInTheirFinalOrder) {
    const KeyBins bins = two_bins();
    ConnectionTable table = sized_table();
    table.has_many_mechanisms = true;
    table.weights = {7, 8};  // of connections before
    table.weight_first.resize(size);
    TablePart part(table, {}, false);
    for (const KeyBins::Part of : {KeyBins::Part{0, 1}, KeyBins::Part{1, 2}}) {
        part.begin(bins, of);
        enter(part, size);
    }
    EXPECT_EQ(table.weights.size(), 2u);
    part.append_weights(5);
    part.append_weights(0);
    const std::uint32_t fifth = of_last_bin(5), first = of_last_bin(0);
    EXPECT_EQ(table.weights, (std::vector<double>{7, 8, 1. * fifth, -1. * fifth, 1. * first, -1. * first}));
    EXPECT_EQ(table.weight_first[in_bin + 5], 2u);
    EXPECT_EQ(table.weight_first[in_bin], 4u);
}

TEST(TablePart, MayFindTheOrderAlone) {
    for (const bool has_own_delays : {false, true}) {
        const KeyBins bins = two_bins();
        TablePart part(TableOrder::delay, has_own_delays);
        EXPECT_FALSE(part.fills_table());
        part.begin(bins, {1, 2});
        enter(part, size);
        for (std::uint32_t at = 0; at < in_bin; ++at) {
            EXPECT_EQ(part.receiver(at), Receiver{100 + of_last_bin(at)});
            EXPECT_EQ(part.numbers()[at], 200 + of_last_bin(at));
            EXPECT_EQ(part.delay(at), 1 + of_last_bin(at) % 3);
        }
        part.add_early_group(0, 1);  // of no table
    }
}

TEST(TablePart, HandsOutAllThatMovesWithAConnection) {
    const KeyBins bins = two_bins();
    ConnectionTable table = sized_table();
    table.groups = ConnectionGroups(ConnectionGroups::Form::own_delays);
    TablePart part(table, table.groups.make_own_delays(size), true);
    part.begin(bins, {1, 2});
    enter(part, size);
    std::size_t columns = 0;
    part.for_each_column([&](auto values, std::size_t stride) {
        ++columns;
        std::swap_ranges(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(stride),
                         values.begin() + static_cast<std::ptrdiff_t>(stride));
    });
    EXPECT_EQ(columns, 5u);
    const std::uint32_t k = of_last_bin(1);
    EXPECT_EQ(part.entry(0).key, k % 4);
    EXPECT_EQ(part.receiver(0), Receiver{100 + k});
    EXPECT_EQ(part.numbers()[0], 200 + k);
    EXPECT_EQ(part.delay(0), 1 + k % 3);
    EXPECT_EQ(table.weights_of(in_bin)[1], -1. * k);
}

}  // namespace
}  // namespace ranvier::engine
