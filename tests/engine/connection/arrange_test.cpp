#include "engine/connection/arrange.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

SourceId number_of_input(Gid gid) {
    return input_of(gid);
}

/// The numbers of the connections of a source, table by table, found by their weights.
std::vector<double> weights_from(const ConnectionTables& tables, SourceId source) {
    std::vector<double> weights;
    for (const Fan& fan : tables.fans(source)) {
        const ConnectionTable& table = tables[fan.table];
        const Group end = table.end_of_source(fan.group);
        for (std::uint32_t k = table.first_of(fan.group); k < table.first_of(end); ++k) {
            weights.push_back(table.weights_of(k)[0]);
        }
    }
    return weights;
}

TEST(Arrange, SortsBySourceDelayAndReceiver) {
    SmallLayout layout(7, 3);
    layout.get().gid_of_source = {-1, 5, 4};
    LooseConnections loose;
    Places places;
    const auto add = [&](SourceId source, TargetNumber target, double delay, bool is_active = true) {
        const std::uint32_t number = places.end();
        const double weight = number;
        places.add(Place::loose(loose.add(number, {source, target, delay, {&weight, 1}, is_active})));
    };
    add(SourceId{1}, TargetNumber{2}, 2);         // 0
    add(SourceId{1}, TargetNumber{3}, 1);         // 1
    add(SourceId{1}, TargetNumber{0}, 2);         // 2
    add(SourceId{1}, TargetNumber{4}, 1);         // 3
    add(SourceId{2}, TargetNumber{4}, 1);         // 4
    add(input_of(7), TargetNumber{4}, 1);         // 5
    add(SourceId{1}, TargetNumber{6}, 1);         // 6: its target has no receiver
    add(SourceId{1}, TargetNumber{4}, 1, false);  // 7: not active
    add(SourceId::none, TargetNumber{4}, 1);      // 8
    add(SourceId{1}, TargetNumber::none, 1);      // 9
    add(SourceId{0}, TargetNumber{1}, 1);         // 10
    add(SourceId{1}, TargetNumber{4}, 1);         // 11
    const auto source_of = [](Gid gid) { return gid == 5 ? SourceId{1} : gid == 4 ? SourceId{2} : input_of(gid); };
    const ConnectionTables tables = arrange(loose, {}, layout.get(), source_of, places);
    EXPECT_EQ(weights_from(tables, SourceId{1}), (std::vector<double>{3, 11, 2, 0, 1}));
    EXPECT_EQ(weights_from(tables, SourceId{2}), (std::vector<double>{4}));
    EXPECT_EQ(weights_from(tables, SourceId{0}), (std::vector<double>{10}));
    EXPECT_EQ(weights_from(tables, input_of(7)), (std::vector<double>{5}));
    // Sources are in the order of their gids; those without one follow.
    EXPECT_EQ(tables.all()[0].weights, (std::vector<double>{4, 3, 11, 2, 0, 5}));
    EXPECT_EQ(tables.all()[1].weights, (std::vector<double>{1, 10}));
    EXPECT_EQ(tables.all()[1].begin, 6u);
    EXPECT_EQ(places.at(4), Place::in_tables(0));
    EXPECT_EQ(places.at(10), Place::in_tables(7));
    for (const std::uint32_t left : {6u, 7u, 8u, 9u}) EXPECT_EQ(places.at(left), Place::loose(left));
}

TEST(Arrange, DrawsThoseOfRules) {
    SmallLayout layout(4, 0);
    std::vector<RuleConnections> rules{connections_of(all_to_all(3, 4, 0.5, 1), 1)};
    rules[0].is_hidden = true;
    rules[0].targets.pop_back(), rules[0].positions.pop_back();
    rules[0].incoming = incoming(*rules[0].rule, rules[0].positions);
    Places places;
    LooseConnections loose;
    places.add(Place::loose(loose.add(0, input_of(1), TargetNumber{0}, 1, 1, 7)));
    places.add_folded(rules[0].count());
    places.hide_run(1);
    const ConnectionTables tables = arrange(loose, rules, layout.get(), number_of_input, places);
    EXPECT_EQ(tables.size(), 10u);
    EXPECT_EQ(weights_from(tables, input_of(1)), (std::vector<double>{7, 0.5, 0.5, 0.5}));
    EXPECT_EQ(places.at(0), Place::in_tables(2));
    EXPECT_EQ(places.at(1), Place::hidden());
    EXPECT_EQ(rules[0].count(), 9u) << "numbers are still known";
}

TEST(Arrange, FormsGroupsAsTold) {
    SmallLayout layout(7, 2, TableOrder::creation);
    layout.get().forms_groups = [](SourceId source) { return source == SourceId{1}; };
    LooseConnections loose;
    Places places;
    for (const SourceId source : {SourceId{0}, SourceId{1}}) {
        for (const TargetNumber target : targets_of({4, 0, 2})) {
            places.add(Place::loose(loose.add(places.end(), source, target, 1, 1, 0)));
        }
    }
    const ConnectionTables tables = arrange(loose, {}, layout.get(), number_of_input, places);
    EXPECT_EQ(tables.all()[0].receiver, receivers({12, 10, 11, 12, 10, 11})) << "in order of creation";
    EXPECT_EQ(tables.all()[0].group_count(), 4u);
    EXPECT_EQ(tables.all()[0].end_of_source(Group{0}), Group{3});
}

}  // namespace
}  // namespace ranvier::engine
