#include "engine/connection/table_filler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "engine/connection/bin_sorter.hpp"
#include "engine/connection/part_collector.hpp"
#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

TEST(DelayNumbers, AreThoseOfFirstUse) {
    DelayNumbers delays;
    EXPECT_EQ(delays.number(2), 0u);
    EXPECT_EQ(delays.number(0.5), 1u);
    EXPECT_EQ(delays.number(2), 0u);
    EXPECT_EQ(delays.number(1), 2u);
    EXPECT_EQ(delays.ranks(), (std::vector<std::uint32_t>{2, 0, 1}));
    EXPECT_EQ(delays.take_values(), (std::vector<double>{2, 0.5, 1}));
}

TEST(KeyBins, CountKeysInParts) {
    std::mt19937 random(1);
    std::vector<std::uint32_t> keys(1000000);
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() % 30000);
    const KeyBins bins(keys.size(), [&](auto&& act) { std::for_each(keys.begin(), keys.end(), act); });
    EXPECT_EQ(bins.begin_of(bins.count()), keys.size());
    const std::size_t b = bins.count() / 2;
    const auto of_bin = std::count_if(keys.begin(), keys.end(), [&](auto key) { return key >> bins.shift() == b; });
    EXPECT_EQ(bins.begin_of(b + 1) - bins.begin_of(b), of_bin);
    std::size_t next = 0, parts = 0;
    bins.for_each_part([&](const KeyBins::Part& part) {
        EXPECT_EQ(part.first_bin, next);
        EXPECT_LE(bins.begin_of(part.end_bin) - bins.begin_of(part.first_bin), bins.size_of_part());
        next = part.end_bin;
        ++parts;
    });
    EXPECT_EQ(next, bins.count());
    EXPECT_EQ(parts, 4u);
}

TEST(KeyBins, AreFewForAFewConnectionsFarApart) {
    const KeyBins bins(2, [](auto&& act) { act(5u), act(0x7fffffffu); });
    EXPECT_EQ(bins.count(), 1u);
}

TableInput::Single single(std::uint32_t number, std::uint32_t key, std::uint32_t receiver, double delay,
                          const double& weight) {
    return {number, key, Receiver{receiver}, delay, {&weight, 1}};
}

TEST(CellsOfTables, AreRunsOfThoseWithTargetsThere) {
    RuleConnections rule = connections_of(all_to_all(3, 6, 1, 1), 6);
    // Cells 0 and 1 in table 0; cell 2 nowhere; cell 3 half in table 0 and half in table 1; cells 4 and 5 in table 1.
    rule.targets.clear();
    rule.first_target = {0, 1, 3, 4, 6, 7, 8};
    std::vector<TargetPlace> places;
    for (const int table : {0, 0, 0, -1, 0, 1, 1, 1}) {
        rule.targets.push_back(TargetNumber{static_cast<std::uint32_t>(places.size())});
        places.push_back(table < 0 ? TargetPlace()
                                   : TargetPlace{0, Receiver{7}, TableNumber{static_cast<std::uint32_t>(table)}});
    }
    const CellsOfTables cells(rule, places, 3);
    const auto are = [&](std::uint32_t table, std::vector<std::vector<std::uint32_t>> expected) {
        std::vector<std::vector<std::uint32_t>> found;
        for (const CellsOfTables::Run& run : cells.of(TableNumber{table}))
            found.push_back({run.begin, run.end, run.are_whole});
        EXPECT_EQ(found, expected) << table;
    };
    are(0, {{0, 2, 1}, {3, 4, 0}});
    are(1, {{3, 4, 0}, {4, 6, 1}});
    are(2, {});
}

TEST(TableInput, HasRunsAndRules) {
    const RuleConnections rule = connections_of(all_to_all(3, 2, 1, 1), 2);
    const double weight = 1;
    TableInput input;
    EXPECT_FALSE(input.keeps_places());
    input.add(2, [&](std::size_t i) { return single(static_cast<std::uint32_t>(i), 7, 0, 1, weight); });
    std::vector<TargetPlace> places(2);
    places[index_of(rule.targets[1])] = {0, Receiver{4}, TableNumber{0}};
    const CellsOfTables cells(rule, places, 1);
    input.add(rule, TableNumber{0}, places, cells.of(TableNumber{0}));
    EXPECT_TRUE(input.keeps_places());
    EXPECT_EQ(input.size(), 5u);
    std::vector<std::uint32_t> keys;
    input.for_each_key([&](std::uint32_t key) { keys.push_back(key); });
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{7, 7, 0, 1, 2}));
    EXPECT_FALSE(input.do_most_delays_differ());
}

TEST(TableInput, JudgesDelaysByTheFirst) {
    const double weight = 1;
    TableInput input;
    input.add(10000, [&](std::size_t i) { return single(0, 0, 0, static_cast<double>(i), weight); });
    EXPECT_TRUE(input.do_most_delays_differ());
    input.add(20000, [&](std::size_t) { return single(0, 0, 0, 1, weight); });
    EXPECT_FALSE(input.do_most_delays_differ());
}

TEST(TablePart, IsCollectedAndSorted) {
    ConnectionTable table;
    table.order = TableOrder::delay;
    table.receiver.resize(6), table.weights.resize(6);
    const std::vector<TableInput::Single> singles = [] {
        static const double weights[]{0, 1, 2, 3, 4, 5};
        std::vector<TableInput::Single> all;
        const std::vector<std::pair<std::uint32_t, double>> of{{4, 2}, {4, 1}, {3, 9}, {4, 2}, {4, 1}, {3, 8}};
        for (std::uint32_t n = 0; n < 6; ++n) all.push_back(single(n, of[n].first, 9 - n, of[n].second, weights[n]));
        return all;
    }();
    TableInput input;
    input.add(6, [&](std::size_t i) { return singles[i]; });
    const KeyBins bins(6, [&](auto&& act) { input.for_each_key(act); });
    TablePart part(table, {}, true);
    part.begin(bins, {0, bins.count()});
    PartCollector(part).collect(input);
    EXPECT_EQ(part.size(), 6u);
    EXPECT_EQ(part.delay(2), 9);
    BinSorter(part).sort();
    EXPECT_EQ(std::vector(part.numbers().begin(), part.numbers().end()),
              (std::vector<std::uint32_t>{5, 2, 1, 4, 0, 3}));
    EXPECT_EQ(table.weights, (std::vector<double>{5, 2, 1, 4, 0, 3}));
    EXPECT_EQ(table.receiver, receivers({4, 7, 8, 5, 9, 6}));
    ASSERT_EQ(table.early_groups.size(), 2u);
    EXPECT_EQ(table.early_groups[0].first, 1u) << "connection 2 was made before 5";
    EXPECT_EQ(table.early_groups[1].first, 4u);
    EXPECT_EQ(table.early_groups[1].before, 1u) << "0, but not 3";
}

/// Orders, numbers of mechanisms, and whether most delays differ.
class Filled : public testing::TestWithParam<std::tuple<TableOrder, bool, bool>> {
  protected:
    struct Plain {
        std::uint32_t key;
        double delay;
        std::uint32_t receiver, number;
        std::vector<double> weights;
    };
    TableOrder order() const { return std::get<0>(GetParam()); }
    bool has_many_mechanisms() const { return std::get<1>(GetParam()); }
    bool delays_differ() const { return std::get<2>(GetParam()); }
    /// Random connections, in order of creation.
    std::vector<Plain> draw(std::uint32_t count) const {
        std::mt19937 random(2);
        std::uniform_real_distribution<double> any(0, 1);
        std::vector<Plain> all;
        for (std::uint32_t n = 0; n < count; ++n) {
            const double delay = delays_differ() ? any(random) : static_cast<double>(random() % 3) / 2;
            const auto receiver = static_cast<std::uint32_t>(random() % 5);
            std::vector<double> weights(has_many_mechanisms() ? receiver % 3 : 2);
            for (double& weight : weights) weight = any(random);
            all.push_back({static_cast<std::uint32_t>(random() % 40), delay, receiver, n, weights});
        }
        return all;
    }
    void sort(std::vector<Plain>& all) const {
        std::stable_sort(all.begin(), all.end(), [this](const Plain& a, const Plain& b) {
            const auto key = [this](const Plain& it) {
                return std::tuple(it.key, order() == TableOrder::creation ? 0 : it.delay,
                                  order() == TableOrder::delay_and_receiver ? it.receiver : 0);
            };
            return key(a) < key(b);
        });
    }
    static TableInput input_with(const std::vector<Plain>& all) {
        TableInput input;
        input.add(all.size(), [&all](std::size_t i) {
            const Plain& it = all[i];
            return TableInput::Single{it.number, it.key, Receiver{it.receiver}, it.delay, it.weights};
        });
        return input;
    }
};

TEST_P(Filled, TableIsSorted) {
    std::vector<Plain> all = draw(5000);
    Places places;
    for (std::uint32_t n = 0; n < all.size(); ++n) places.add(Place::loose(n));
    ConnectionTable table;
    table.order = order();
    table.has_many_mechanisms = has_many_mechanisms();
    table.stride = has_many_mechanisms() ? 0 : 2;
    table.begin = 100;
    const std::vector<Plain> made = all;
    const KeysOfSources keys{[](std::uint32_t key) { return SourceId{key + 1000}; }, {}};
    const std::vector<SourceFan> fans = fill_table(table, input_with(made), keys, places);
    sort(all);
    ASSERT_EQ(table.size(), all.size());
    for (std::uint32_t k = 0; k < all.size(); ++k) {
        ASSERT_EQ(places.at(all[k].number), Place::in_tables(100 + k));
        ASSERT_EQ(table.receiver[k], Receiver{all[k].receiver});
        ASSERT_EQ(table.delay(table.groups.group_of(k)), all[k].delay);
        const std::span<const double> weights = table.weights_of(k);
        ASSERT_TRUE(std::equal(weights.begin(), weights.end(), all[k].weights.begin(), all[k].weights.end()));
    }
    ASSERT_EQ(fans.size(), 40u);
    for (std::uint32_t f = 0; f < fans.size(); ++f) {
        const std::uint32_t k = table.first_of(fans[f].group);
        EXPECT_EQ(fans[f].source, SourceId{all[k].key + 1000});
        EXPECT_EQ(table.first_of(table.end_of_source(fans[f].group)),
                  f + 1 < fans.size() ? table.first_of(fans[f + 1].group) : all.size());
    }
    const bool has_own = delays_differ() && order() == TableOrder::delay_and_receiver;
    EXPECT_EQ(table.groups.form() == ConnectionGroups::Form::own_delays, has_own);
}

TEST_P(Filled, OrderIsThatOfTheTable) {
    std::vector<Plain> all = draw(3000);
    const std::vector<Plain> made = all;
    std::vector<std::uint32_t> numbers, wanted;
    for_each_in_order(order(), input_with(made), [&](std::uint32_t number) { numbers.push_back(number); });
    sort(all);
    for (const Plain& it : all) wanted.push_back(it.number);
    EXPECT_EQ(numbers, wanted);
}

INSTANTIATE_TEST_SUITE_P(Each, Filled,
                         testing::Combine(testing::Values(TableOrder::delay_and_receiver, TableOrder::delay,
                                                          TableOrder::creation),
                                          testing::Bool(), testing::Bool()));

}  // namespace
}  // namespace ranvier::engine
