#include "engine/connection/ruled_connections.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <vector>

#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

/// Gid 1 is that of source 0.
SourceId source_of(Gid gid) {
    return gid == 1 ? SourceId{0} : input_of(gid);
}

TEST(RuledConnections, AreDrawnWhenLookedAt) {
    RuledConnections ruled(source_of);
    EXPECT_EQ(ruled.min_input_delay(), std::numeric_limits<double>::infinity());
    ruled.add(connections_of(all_to_all(3, 4, 0.5, 2), 10));
    ruled.add(connections_of(all_to_all(2, 4, 0.25, 3), 22));
    const Connection first = ruled.look(10);
    EXPECT_EQ(first.source, input_of(0));
    EXPECT_EQ(first.target, TargetNumber{0});
    EXPECT_EQ(first.delay, 2);
    EXPECT_EQ(first.weights[0], 0.5);
    EXPECT_EQ(ruled.look(14).source, SourceId{0});
    EXPECT_EQ(ruled.look(14).target, TargetNumber{1});
    EXPECT_EQ(ruled.look(23).target, TargetNumber{0});
    EXPECT_EQ(ruled.look_at_weights(23)[0], 0.25);
    std::size_t count = 0;
    ruled.for_each([&](const Connection& it) { count += it.weights[0] == 0.25 ? 100 : 1; });
    EXPECT_EQ(count, 812u);
    std::map<std::uint32_t, SourceId> drawn;
    ruled.draw(ruled.folded()[1], 3, [&](std::uint32_t n, const Connection& it) { drawn[n] = it.source; });
    EXPECT_EQ(drawn, (std::map<std::uint32_t, SourceId>{{28, input_of(0)}, {29, SourceId{0}}}));
    std::set<SourceId> found;
    ruled.for_each_source([&](SourceId source) { found.insert(source); });
    EXPECT_EQ(found, (std::set<SourceId>{SourceId{0}, input_of(0), input_of(2)}));
    EXPECT_TRUE(ruled.has_source(2));
    EXPECT_FALSE(ruled.has_source(3));
    EXPECT_EQ(ruled.min_input_delay(), 2);
    EXPECT_EQ(ruled.take_folded().size(), 2u);
    EXPECT_TRUE(ruled.folded().empty());
}

/// Two rules whose connections differ only in number and weight, and in tables lie beside each other.
class HiddenRules : public testing::TestWithParam<TableOrder> {
  protected:
    HiddenRules() : layout_(5, 1, GetParam()), ruled_(source_of) {
        for (const double weight : {1., 2.}) {
            RuleConnections made = connections_of(all_to_all(3, 4, weight, 1), places_.end());
            places_.add_folded(made.count());
            ruled_.add(std::move(made));
        }
        layout_.get().gid_of_source = {1};
        put_in_tables();
    }
    void put_in_tables() {
        const TableLayout& layout = layout_.get();
        ruled_.choose_hidden(layout.targets, places_, one_by_one);
        tables_ = arrange({}, ruled_.to_arrange(), layout, source_of, places_);
        EXPECT_TRUE(ruled_.hide(layout.targets).empty());
    }
    void expect_weights() {
        for (std::uint32_t n = 0; n < 24; ++n) {
            const ConnectionTables::At at = tables_.find(places_.at(n).index());
            ASSERT_EQ(tables_.weights(at)[0], n < 12 ? 1 : 2) << n;
            ASSERT_EQ(tables_[at.table].target(at.k), TargetNumber{n % 12 / 3}) << n;
        }
    }

    SmallLayout layout_;
    Places places_;
    RuledConnections ruled_;
    ConnectionTables tables_;
};

TEST_P(HiddenRules, FindTheirPlacesAgain) {
    EXPECT_TRUE(ruled_.are_any_hidden());
    EXPECT_TRUE(ruled_.folded().empty());
    EXPECT_EQ(places_.at(13), Place::hidden());
    ruled_.find_places(tables_, places_);
    expect_weights();
}

TEST_P(HiddenRules, AreFoldedBackUnlessChanged) {
    places_.note_change(14);
    const std::vector<RuleConnections> apart = ruled_.fold(tables_, places_);
    ASSERT_EQ(apart.size(), 1u);
    EXPECT_EQ(apart[0].first, 12u);
    EXPECT_EQ(places_.at(3), Place::folded());
    for (std::uint32_t n = 12; n < 24; ++n) {
        const ConnectionTables::At at = tables_.find(places_.at(n).index());
        EXPECT_EQ(tables_.weights(at)[0], 2) << "and not the place of the other rule's";
    }
}

TEST_P(HiddenRules, AreAllFoldedBack) {
    EXPECT_TRUE(ruled_.fold(tables_, places_).empty());
    EXPECT_FALSE(places_.are_found()) << "no place was needed";
    EXPECT_EQ(ruled_.folded().size(), 2u);
    put_in_tables();
    ruled_.find_places(tables_, places_);
    expect_weights();
}

TEST_P(HiddenRules, AreNotIfTargetsHaveNoPlace) {
    ruled_.fold(tables_, places_);
    SmallLayout fewer(4, 1, GetParam());
    ruled_.choose_hidden(fewer.get().targets, places_, one_by_one);
    tables_ = arrange({}, ruled_.to_arrange(), fewer.get(), source_of, places_);
    EXPECT_EQ(ruled_.hide(fewer.get().targets).size(), 2u);
    EXPECT_FALSE(ruled_.are_any_hidden());
    EXPECT_TRUE(places_.at(0).is_in_tables());
    EXPECT_EQ(places_.at(11), Place::folded()) << "until it gets a record";
}

INSTANTIATE_TEST_SUITE_P(Order, HiddenRules,
                         testing::Values(TableOrder::delay_and_receiver, TableOrder::delay, TableOrder::creation));

}  // namespace
}  // namespace ranvier::engine
