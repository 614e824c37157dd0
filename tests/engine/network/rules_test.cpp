#include "engine/network/rules.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/rule/rule.hpp"
#include "event/hand_made_cells.hpp"
#include "network/gid_parts.hpp"

namespace ranvier::engine {
namespace {

/// Cells of gids 0 to 3.
class RulesTest : public GidParts {
  protected:
    Rules rules{gids, sources};
    RuleTargets all;

    RulesTest() {
        const MechanismId adder = model.register_mechanism(hand_made::adder());
        for (Gid gid = 0; gid < 4; ++gid) {
            const InstanceId cell = model.create_artificial_cell(adder);
            gids.set_cell(gid, cell);
            all.add(static_cast<std::uint32_t>(gid), {&cell, 1});
        }
    }
    static std::shared_ptr<const Rule> onto_all() {
        auto rule = std::make_shared<Rule>();
        rule->targets = GidSet::list({0, 1, 2, 3});
        return rule;
    }
};

TEST_F(RulesTest, AreNumbered) {
    EXPECT_EQ(rules.next_number(), 0u);
    EXPECT_EQ(rules.next_number(), 1u);
}

TEST_F(RulesTest, ReachAllCellsUnlessLimited) {
    EXPECT_EQ(rules.limited(onto_all(), all).instances, all.instances);
    EXPECT_TRUE(rules.target_test()(9)) << "wherever it is";
    rules.check(std::vector<Gid>{0, 1, 2, 3});
}

TEST_F(RulesTest, ReachOnlyTheCellsOfALimit) {
    rules.limit_to({1, 3, 9});
    EXPECT_TRUE(rules.are_limited());
    const RuleTargets here = rules.limited(onto_all(), all);
    EXPECT_EQ(here.positions, (std::vector<std::uint32_t>{1, 3}));
    EXPECT_EQ(here.instances, (std::vector{all.instances[1], all.instances[3]}));
    const auto is_target = rules.target_test();
    EXPECT_TRUE(is_target(3));
    EXPECT_FALSE(is_target(2));
}

TEST_F(RulesTest, KnowWhichCellsLackTheirConnections) {
    rules.limit_to({1});
    rules.limited(onto_all(), all);
    rules.check(std::vector<Gid>{1});
    rules.check(std::vector<Gid>{9});
    EXPECT_THROW(rules.check(std::vector<Gid>{1, 2}), std::invalid_argument);
}

TEST_F(RulesTest, AreMadeUnlessTheirWatcherOnlyCounts) {
    const auto rule = onto_all();
    EXPECT_TRUE(rules.is_to_be_made(*rule, {4, 1}));
    std::size_t seen = 0;
    rules.set_watch([&](const Rule& it, const RulePart& part) {
        EXPECT_EQ(&it, rule.get());
        seen += part.targets * part.weights;
        return false;
    });
    EXPECT_FALSE(rules.is_to_be_made(*rule, {4, 2}));
    EXPECT_EQ(seen, 8u);
}

}  // namespace
}  // namespace ranvier::engine
