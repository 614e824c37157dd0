#include "engine/hooks/conditions.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ranvier::engine {
namespace {

struct ConditionsTest : testing::Test {
    Conditions conditions;
    std::shared_ptr<Conditions::Set> set = std::make_shared<Conditions::Set>();
    double x = -1;
    std::string seen;

    ConditionsTest() { conditions.add(set); }
    void require(std::initializer_list<double> thresholds) {
        Conditions::Set all;
        for (const double threshold : thresholds) {
            all.push_back({[this, threshold] { return x - threshold; },
                           [this, threshold] { seen += std::to_string(static_cast<int>(threshold)) + " "; }});
        }
        conditions.replace(*set, std::move(all));
    }
    void look_at(double value) {
        x = value;
        conditions.look();
    }
};

TEST_F(ConditionsTest, AreMetWhenTheyBeginToHold) {
    require({1});
    for (const double value : {0., 2., 3., 0., 2.}) look_at(value);
    EXPECT_EQ(seen, "1 1 ");
}

TEST_F(ConditionsTest, AreMetOneAtATime) {
    require({1, 2});
    look_at(5);
    EXPECT_EQ(seen, "1 ");
}

TEST_F(ConditionsTest, AreForgottenWhenTheirSetIsReplacedOrRemoved) {
    require({1});
    const Conditions::Id first = set->front().id;
    require({2});
    conditions.meet(first);
    EXPECT_EQ(seen, "");
    conditions.meet(set->front().id);
    EXPECT_EQ(seen, "2 ");
    conditions.remove(set);
    EXPECT_TRUE(conditions.empty());
    look_at(9);
    EXPECT_EQ(seen, "2 ");
}

TEST_F(ConditionsTest, MayReplaceTheirSet) {
    conditions.replace(*set, {{[] { return 1.; }, [this] { require({1}); }}});
    look_at(0);
    look_at(2);
    EXPECT_EQ(seen, "1 ");
}

}  // namespace
}  // namespace ranvier::engine
