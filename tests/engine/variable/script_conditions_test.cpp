#include "engine/variable/script_conditions.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ranvier::engine {
namespace {

/// The condition x > 0, which shows the time that it sees.
struct ScriptConditionsTest : testing::Test {
    Model model;
    Hooks hooks;
    ScriptConditions conditions{model, hooks};
    std::shared_ptr<Conditions::Set> set = std::make_shared<Conditions::Set>();
    double x = -1, seen_t = -1;
    int met = 0;

    ScriptConditionsTest() {
        hooks.conditions().add(set);
        hooks.conditions().replace(*set, {{[this] {
                                               seen_t = model.t;
                                               return x;
                                           },
                                           [this] { ++met; }}});
        model.t = 77;
    }
    void step(double t, double value) {
        x = value;
        conditions.find({t, t - 1, t});
    }
};

TEST_F(ScriptConditionsTest, BecomeEventsWhenTheyBeginToHold) {
    EXPECT_TRUE(conditions.any());
    conditions.look(1);
    EXPECT_FALSE(conditions.is_event_due(9));
    x = 1;
    conditions.look(2);
    EXPECT_EQ(seen_t, 2);
    EXPECT_EQ(model.t, 77);
    EXPECT_FALSE(conditions.is_event_due(1.9));
    EXPECT_TRUE(conditions.is_event_due(2));
    conditions.look(3);
    const ScriptEvents::ScriptEvent event = hooks.events().take_first();
    EXPECT_TRUE(event.restarts);
    EXPECT_TRUE(hooks.events().empty()) << "it holds already";
    event.call();
    EXPECT_EQ(met, 1);
}

TEST_F(ScriptConditionsTest, AreFoundWithinAStep) {
    step(1, -1);
    step(2, 3);
    EXPECT_EQ(conditions.next(), 1.25);
    conditions.send(1.2);
    EXPECT_TRUE(hooks.events().empty());
    conditions.send(1.3);
    EXPECT_EQ(hooks.events().next(), 1.25);
}

TEST_F(ScriptConditionsTest, AreForgottenWhenTheyAreReplaced) {
    step(1, -1);
    step(2, 3);
    const Conditions::Set others = *set;
    hooks.conditions().replace(*set, others);
    step(3, -1);
    EXPECT_EQ(conditions.next(), std::numeric_limits<double>::infinity());
    hooks.conditions().remove(set);
    EXPECT_FALSE(conditions.any());
}

}  // namespace
}  // namespace ranvier::engine
