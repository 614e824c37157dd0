#include "engine/connection/connection_tables.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

#include "tests/engine/connection/small_layout.hpp"

namespace ranvier::engine {
namespace {

/// Connections 0, 1, ... from source s and input 100 + s to target t, for all s < 3, t < 6, with delay 1 + t / 2.
class TablesOfThreeSources : public testing::Test {
  protected:
    TablesOfThreeSources() : layout_(7, 3) {
        for (std::uint32_t s = 0; s < 6; ++s) {
            const SourceId source = s < 3 ? SourceId{s} : input_of(97 + static_cast<Gid>(s));
            for (std::uint32_t t = 0; t < 6; ++t) {
                const std::uint32_t number = places_.end();
                places_.add(Place::loose(loose_.add(number, source, TargetNumber{t}, 1 + t / 2, 1, number)));
            }
        }
        tables_ = arrange(loose_, {}, layout_.get(), [](Gid gid) { return input_of(gid); }, places_);
    }
    std::uint32_t place(std::uint32_t number) const { return places_.at(number).index(); }

    SmallLayout layout_;
    LooseConnections loose_;
    Places places_;
    ConnectionTables tables_;
};

TEST_F(TablesOfThreeSources, FindConnectionsByPlace) {
    ASSERT_EQ(tables_.size(), 36u);
    for (std::uint32_t n = 0; n < 36; ++n) {
        const ConnectionTables::At at = tables_.find(place(n));
        const Group group = tables_.group_of(at);
        const SourceId source = tables_.source_of(at.table, group);
        const Connection it = tables_.connection(source, at, tables_[at.table].delay(group));
        EXPECT_EQ(it.source, loose_.source(n));
        EXPECT_EQ(it.target, loose_.target(n));
        EXPECT_EQ(it.delay, loose_.delay(n));
        EXPECT_EQ(it.weights[0], n);
        const ConnectionTables::At same = tables_.at_weight(at.table, at.k);
        EXPECT_EQ(same.k, at.k);
    }
}

TEST_F(TablesOfThreeSources, VisitAllThatHaveNotLeft) {
    std::set<double> seen;
    const auto look = [&] {
        seen.clear();
        tables_.for_each([&](SourceId source, const ConnectionTables::At& at, double delay) {
            const Connection it = tables_.connection(source, at, delay);
            const auto n = static_cast<std::uint32_t>(it.weights[0]);
            seen.insert(n);
            EXPECT_EQ(it.source, loose_.source(n));
            EXPECT_EQ(it.delay, loose_.delay(n));
        });
    };
    look();
    EXPECT_EQ(seen.size(), 36u);
    tables_.take_out(place(17));
    look();
    EXPECT_EQ(seen.size(), 35u);
    EXPECT_FALSE(seen.contains(17));
}

TEST_F(TablesOfThreeSources, KnowWhichSourcesHaveLeft) {
    EXPECT_FALSE(tables_.are_changed());
    for (std::uint32_t n = 6; n < 12; ++n) {
        EXPECT_TRUE(tables_.is_any_from(SourceId{1}));
        tables_.take_out(place(n));
        EXPECT_TRUE(tables_.are_changed());
    }
    EXPECT_FALSE(tables_.is_any_from(SourceId{1}));
    EXPECT_TRUE(tables_.is_any_from(SourceId{2}));
    EXPECT_TRUE(tables_.is_any_from(input_of(101)));
    EXPECT_FALSE(tables_.is_any_from(input_of(7)));
    std::set<SourceId> found;
    tables_.for_each_source([&](SourceId source) { found.insert(source); });
    EXPECT_EQ(found, (std::set<SourceId>{SourceId{0}, SourceId{2}, input_of(100), input_of(101), input_of(102)}));
}

TEST_F(TablesOfThreeSources, FindTheLeastDelayOfInputs) {
    EXPECT_EQ(tables_.min_input_delay(), 1);
    for (const std::uint32_t n : {18u, 19u, 24u, 25u, 30u, 31u}) tables_.take_out(place(n));
    EXPECT_EQ(tables_.min_input_delay(), 2);
    EXPECT_EQ(ConnectionTables().min_input_delay(), std::numeric_limits<double>::infinity());
}

TEST_F(TablesOfThreeSources, KeepNumbersByPlace) {
    EXPECT_FALSE(tables_.have_numbers());
    std::vector<std::uint32_t> numbers(36);
    for (std::uint32_t n = 0; n < 36; ++n) numbers[place(n)] = n;
    tables_.set_numbers(numbers);
    for (std::uint32_t n = 0; n < 36; ++n) EXPECT_EQ(tables_.number_of(tables_.find(place(n))), n);
    tables_.forget_numbers();
    EXPECT_FALSE(tables_.have_numbers());
}

}  // namespace
}  // namespace ranvier::engine
