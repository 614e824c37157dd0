#include "engine/connection/connections_by_number.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

using Keeps = ConnectionsByNumber::Keeps;

/// One connection of each kind: 0 loose, 1 removed, 2 in a table, 3 to 8 hidden there, and 9 to 14 folded.
class OneOfEachKind : public testing::Test {
  protected:
    OneOfEachKind() : layout_(4, 2), ruled_({}) {
        places_.add(Place::loose(loose_.add(0, SourceId{1}, TargetNumber{3}, 4, 2, 0.5)));
        places_.add(Place::loose(loose_.add(1, SourceId{1}, TargetNumber{0}, 1, 1, 1)));
        places_.add(Place::loose(loose_.add(2, SourceId{1}, TargetNumber{0}, 2, 1, 2)));
        loose_.remove(1);
        places_.set(1, Place());
        add_rule(3);
        ruled_.choose_hidden(layout_.get().targets, places_, one_by_one);
        tables_ = arrange(loose_, ruled_.to_arrange(), layout_.get(), input_of, places_);
        ruled_.hide(layout_.get().targets);
        add_rule(7);
    }
    void add_rule(double delay) {
        RuleConnections made = connections_of(all_to_all(2, 3, delay / 2, delay), places_.end());
        places_.add_folded(made.count());
        ruled_.add(std::move(made));
    }
    ConnectionsByNumber look(Keeps keeps = Keeps::found) { return {places_, loose_, tables_, ruled_, ends_, keeps}; }

    SmallLayout layout_;
    Places places_;
    LooseConnections loose_;
    ConnectionTables tables_;
    RuledConnections ruled_;
    EndIndexes ends_;
};

TEST_F(OneOfEachKind, IsLookedAt) {
    const ConnectionsByNumber all = look();
    const struct {
        std::uint32_t number;
        SourceId source;
        TargetNumber target;
        double delay, weight;
    } expected[]{{0, SourceId{1}, TargetNumber{3}, 4, 0.5},
                 {2, SourceId{1}, TargetNumber{0}, 2, 2},
                 {6, input_of(1), TargetNumber{1}, 3, 1.5},
                 {13, input_of(0), TargetNumber{2}, 7, 3.5}};
    for (const auto& it : expected) {
        EXPECT_EQ(all[it.number].source, it.source);
        EXPECT_EQ(all[it.number].target, it.target);
        EXPECT_EQ(all[it.number].delay, it.delay);
        EXPECT_EQ(all[it.number].weights[0], it.weight);
        EXPECT_EQ(all.source(it.number), it.source);
        EXPECT_EQ(all.target(it.number), it.target);
        EXPECT_EQ(all.delay(it.number), it.delay);
        EXPECT_EQ(all.weights(it.number)[0], it.weight);
    }
    EXPECT_THROW(all.source(1), std::logic_error);
    EXPECT_EQ(all.all_weights().size(), 15u);
}

TEST_F(OneOfEachKind, HasItsWeightsInPlace) {
    look().weights(0)[1] = 8;
    look().weights(2)[0] = 9;
    look().weights(5)[0] = 10;
    EXPECT_EQ(loose_.weights(0)[1], 8);
    EXPECT_EQ(look()[2].weights[0], 9);
    EXPECT_EQ(look()[5].weights[0], 10);
    EXPECT_EQ(look()[6].weights[0], 1.5);
}

TEST_F(OneOfEachKind, IsFoundOnlyIfHidden) {
    for (const std::uint32_t n : {0u, 2u, 9u}) look().target(n);
    EXPECT_FALSE(places_.are_found());
    look(Keeps::found_for_now).target(4);
    EXPECT_FALSE(places_.are_found());
    look().target(4);
    EXPECT_TRUE(places_.are_found());
    look(Keeps::found_for_now).target(4);
    EXPECT_TRUE(places_.are_found()) << "they were before";
    look().hide();
    EXPECT_FALSE(places_.are_found());
    look().target(4);
    tables_.take_out(places_.at(2).index());
    look().hide();
    EXPECT_TRUE(places_.are_found()) << "they could not be found again";
}

TEST_F(OneOfEachKind, IsKnownByItsPlace) {
    const ConnectionsByNumber all = look();
    for (std::uint32_t n = 2; n < 9; ++n) {
        EXPECT_NE(all.target(n), TargetNumber::none);  // finds its place
        const ConnectionTables::At at = tables_.find(places_.at(n).index());
        EXPECT_EQ(all.number_of(at.table, at.k), n);
        EXPECT_EQ(all.number_of_weight(at.table, at.k), n);
    }
    all.number_places();
    const ConnectionTables::At former = tables_.find(places_.at(2).index());
    places_.set(2, Place::loose(2));
    EXPECT_EQ(all.number_of(former.table, former.k), 2u);
}

TEST_F(OneOfEachKind, IsKnownByItsEnds) {
    const ConnectionsByNumber all = look();
    EXPECT_EQ(all.from(SourceId{1}), (std::vector<std::uint32_t>{0, 2}));
    EXPECT_EQ(all.from(input_of(1)), (std::vector<std::uint32_t>{4, 6, 8, 10, 12, 14}));
    const std::span<const std::uint32_t> onto = all.onto(TargetNumber{0});
    EXPECT_EQ(std::vector(onto.begin(), onto.end()), (std::vector<std::uint32_t>{2, 3, 4, 9, 10}));
    ends_.forget();
    EXPECT_FALSE(ends_.know_sources());
    EXPECT_FALSE(ends_.know_targets());
}

}  // namespace
}  // namespace ranvier::engine
