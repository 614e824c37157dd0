#include "engine/hooks/script_events.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace ranvier::engine {
namespace {

TEST(ScriptEvents, AreOrderedByTimeThenByAddition) {
    ScriptEvents events;
    std::string seen;
    const auto say = [&](const char* what) { return [&seen, what] { seen += what; }; };
    events.add(2, say("c"));
    events.add(1, say("a"));
    events.add(2, say("d"));
    events.add(1, say("b"));
    events.call_those_of_step(0, 2, 2);
    EXPECT_EQ(seen, "abcd");
}

// NEURON: a step takes up what is due by its middle, whose time differs from the end's half by rounding, or by its end.
TEST(ScriptEvents, AreTakenUpByTheStepInWhichTheyAreDue) {
    for (const double t : {.975, .99, .9875, 1.}) {
        ScriptEvents events;
        events.add(t, [] {});
        EXPECT_FALSE(events.is_due_in_step(.925, .95, .025));
        EXPECT_TRUE(events.is_due_in_step(.975, 1, .025));
        EXPECT_EQ(events.is_due_in_step(.95, .975, .025), t == .975);
    }
}

TEST(ScriptEvents, MayAddOthersForTheNextStep) {
    ScriptEvents events;
    std::string seen;
    events.add(1, [&] {
        seen += "first ";
        events.add(1, [&] { seen += "second "; });
        events.add(1.5, [&] { seen += "later "; });
    });
    events.call_those_of_step(.975, 1, .025);
    EXPECT_EQ(seen, "first ");
    events.call_those_of_step(1, 1.025, .025);
    EXPECT_EQ(seen, "first second ");
    EXPECT_EQ(events.next(), 1.5);
}

TEST(ScriptEvents, KnowTheNextThatHasNoStatement) {
    ScriptEvents events;
    EXPECT_EQ(events.next_without_statement(), std::numeric_limits<double>::infinity());
    events.add(1, [] {});
    events.add(3, nullptr);
    events.add(2, nullptr);
    EXPECT_EQ(events.next_without_statement(), 2);
    EXPECT_EQ(events.next(), 1);
}

/// Takes one step after the other until something is called.
std::int64_t steps_by_trial(ScriptEvents events, double t, double dt, std::int64_t most) {
    for (std::int64_t k = 1; k < most; ++k) {
        const std::size_t waiting = events.all().size();
        const double begin = t;
        t += .5 * dt;
        t += .5 * dt;
        events.call_those_of_step(begin, t, dt);
        if (events.all().size() < waiting) return k;
    }
    return most;
}

TEST(ScriptEvents, KnowHowManyStepsLeadToTheFirst) {
    std::mt19937 random(3);
    const std::vector<double> lengths = {.025, .1, .01, 1. / 3, 1};
    for (int trial = 0; trial < 2000; ++trial) {
        const double dt = lengths[random() % lengths.size()];
        const double t = static_cast<double>(random() % 40) * dt;
        ScriptEvents events;
        for (auto n = random() % 3; n > 0; --n) {
            // Often at a step's begin, middle or end.
            const double halves = static_cast<double>(random() % 60) + (random() % 2 ? .3 : 0);
            events.add(t + (halves - 2) * dt / 2, [] {});
        }
        const auto most = static_cast<std::int64_t>(random() % 40 + 1);
        EXPECT_EQ(events.steps_until_first(t, dt, most), steps_by_trial(events, t, dt, most)) << trial;
    }
}

}  // namespace
}  // namespace ranvier::engine
