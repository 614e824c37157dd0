#include "engine/hooks/hooks.hpp"

#include <gtest/gtest.h>

#include "event/fakes.hpp"

namespace ranvier::engine {
namespace {

TEST(Hooks, CallsAStagesHandlersInTheOrderOfRegistration) {
    Hooks hooks;
    std::string seen;
    hooks.add_initialize_handler(1, [&] { seen += "a"; });
    hooks.add_initialize_handler(2, [&] { seen += "of another stage"; });
    const Hooks::Id removed = hooks.add_initialize_handler(1, [&] { seen += "removed"; });
    hooks.add_initialize_handler(1, [&] { seen += "b"; });
    hooks.remove_initialize_handler(removed);
    hooks.run_initialize_handlers(1);
    EXPECT_EQ(seen, "ab");
    EXPECT_THROW(hooks.add_initialize_handler(4, [] {}), std::invalid_argument);
}

TEST(Hooks, LetsACallAddAndRemoveOthersFromTheNextTimeOn) {
    Hooks hooks;
    std::string seen;
    Hooks::Id self = 0;
    self = hooks.add_step_hook([&] {
        seen += "once ";
        hooks.remove_step_hook(self);
        hooks.add_step_hook([&] { seen += "new "; });
    });
    hooks.add_step_hook([&] { seen += "each "; });
    hooks.run_step_hooks();
    hooks.run_step_hooks();
    EXPECT_EQ(seen, "once each each new ");
    EXPECT_TRUE(hooks.act_at_steps());
}

TEST(Hooks, CallsTheFunctionsOfAMove) {
    Hooks hooks;
    std::string seen;
    EXPECT_FALSE(hooks.has_state_hooks());
    hooks.add_state_hook(StateMove::scatter, [&] { seen += "s"; });
    const Hooks::Id removed = hooks.add_state_hook(StateMove::scatter, [&] { seen += "r"; });
    hooks.add_state_hook(StateMove::gather, [&] { seen += "g"; });
    hooks.run_state_hooks(StateMove::scatter);
    hooks.remove_state_hook(removed);
    hooks.run_state_hooks(StateMove::gather);
    hooks.run_state_hooks(StateMove::scatter);
    EXPECT_EQ(seen, "srgs");
    EXPECT_TRUE(hooks.has_state_hooks() && hooks.act_at_steps());
}

TEST(Hooks, ShowsProgressTenTimesASecond) {
    Hooks hooks;
    FakeTransport transport(1);
    transport.now = 50;
    std::vector<double> shown;
    hooks.show_progress(transport, 1);
    hooks.set_progress([&](double t) { shown.push_back(t); });
    for (int k = 0; k < 1000; ++k, transport.now += .001) hooks.show_progress(transport, k);
    EXPECT_NEAR(static_cast<double>(shown.size()), 10, 1);
    EXPECT_EQ(shown[0], 0);
}

}  // namespace
}  // namespace ranvier::engine
