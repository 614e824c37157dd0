#include "engine/variable/event_run.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

/// A pacer of 3 ms that an Adder follows .25 ms later.
class EventRunTest : public testing::Test, protected VariableParts {
  protected:
    InstanceId pacer = make_pacer(1, 3), adder = make(hand_made::adder());
    SpikeTimes times;

    EventRunTest() {
        set(adder, hand_made::adder_lag, 0);
        network.connect(network.sources().of(pacer), adder, .25, 2);
        times = record(network.sources().of(adder));
        begin_now();
    }
};

TEST_F(EventRunTest, GoesFromEventToEvent) {
    events.advance(8.);
    EXPECT_EQ(*times, (std::vector<double>{1.25, 4.25, 7.25}));
    EXPECT_EQ(model.t, 8);
}

TEST_F(EventRunTest, DeliversWhatIsDueAtItsEnd) {
    events.advance(4.25);
    EXPECT_EQ(*times, (std::vector<double>{1.25, 4.25}));
}

// As NEURON: one step delivers what is due, and goes to the time of the next event.
TEST_F(EventRunTest, TakesStepsOfOneEvent) {
    std::vector<double> ends;
    for (int k = 0; k < 4; ++k) {
        events.advance(std::nullopt);
        ends.push_back(model.t);
    }
    EXPECT_EQ(ends, (std::vector<double>{1, 1.25, 4, 4.25}));
    EXPECT_EQ(*times, std::vector<double>{1.25});
}

TEST_F(EventRunTest, GoesFarAwayWhereNothingWaits) {
    tables.delivery().clear();
    events.advance(std::nullopt);
    EXPECT_EQ(model.t, 1e6);
}

TEST_F(EventRunTest, RunsStatementsOfScripts) {
    std::vector<double> called;
    hooks.events().add(2, [&] { called.push_back(model.t); });
    hooks.events().add(5, [&] {
        called.push_back(model.t);
        hooks.request_stop();
    });
    events.advance(8.);
    EXPECT_EQ(called, (std::vector<double>{2, 5}));
    EXPECT_EQ(model.t, 5);
}

}  // namespace
}  // namespace ranvier::engine
