#include "engine/record/plays.hpp"

#include <gtest/gtest.h>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

class PlaysTest : public testing::Test, protected TwoSomas {
  protected:
    Plays plays{model};
    EventQueue queue;
    VariableRef g = g_of(two);

    PlayId play_steps(Playable into, Values values) {
        return plays.add(std::move(into), {samples(std::move(values)), nullptr, .5});
    }
    void start() {
        plays.resolve();
        plays.start(0, to_queued);
    }
    int run(double til) {
        return deliver(queue, til, [&](const Event& due, EventQueue& to) {
            if (plays.block_of_due(due.sampled())) plays.sample(due, to);
        });
    }
};

TEST_F(PlaysTest, SetAVariableByEvents) {
    EXPECT_FALSE(plays.any());
    play_steps(g, {1, 2, 3});
    start();
    EXPECT_TRUE(plays.any());
    EXPECT_FALSE(plays.is_slow());
    ASSERT_EQ(queued.size(), 1u);
    EXPECT_EQ(queued[0].first, block_of(g));
    run(.6);
    EXPECT_EQ(model.load(g), 2);
    EXPECT_EQ(run(9), 1);
    EXPECT_EQ(model.load(g), 3);
}

TEST_F(PlaysTest, CallAFunctionAtTheTimeOfTheEvent) {
    std::vector<std::pair<double, double>> seen;
    play_steps([&](double value) { seen.emplace_back(model.t, value); }, {1, 2});
    start();
    EXPECT_TRUE(plays.is_slow());
    for (const auto& [block, event] : std::exchange(queued, {})) queue.push(event);
    while (!queue.empty()) {
        model.t = -1;
        plays.sample(queue.pop(), queue);
        EXPECT_EQ(model.t, -1);
    }
    EXPECT_EQ(seen, (std::vector<std::pair<double, double>>{{0, 1}, {.5, 2}}));
}

TEST_F(PlaysTest, SetWhatOnlyTheModelCan) {
    play_steps(model.reference(one, *model.range_variable("cm"), 0, .5), {7});
    start();
    EXPECT_TRUE(plays.is_slow());
    run(0);
    EXPECT_EQ(model.load(model.reference(one, *model.range_variable("cm"), 0, .5)), 7);
}

TEST_F(PlaysTest, SetAVariableContinuously) {
    plays.add(g, {samples({0, 10}), samples({0, 1}), std::nullopt, true});
    plays.resolve();
    plays.play_continuous(block_of(g), .5);
    EXPECT_EQ(model.load(g), .0005) << "it begins with the next start";
    plays.start(0, to_queued);
    EXPECT_EQ(run(0), 1);
    plays.play_continuous(block_of(v), .5);
    EXPECT_EQ(model.load(g), 0);
    plays.play_continuous(block_of(g), .5);
    EXPECT_EQ(model.load(g), 5);
    plays.play_continuous(99, 1);  // a block without plays
}

TEST_F(PlaysTest, GoBackToCursors) {
    const PlayId removed = play_steps(g, {5});
    play_steps(g, {1, 2, 3});
    plays.remove(removed);
    start();
    run(0);
    const Plays::Cursors before = plays.cursors();
    EXPECT_EQ(before, (Plays::Cursors{{0, 0}, {1, 0}}));
    run(9);
    plays.check(before);
    plays.set_cursors(before);
    EXPECT_EQ(model.load(g), 1) << "saved states lack parameters";
    EXPECT_THROW(plays.check({{9, 0}, {4, 0}}), std::runtime_error);
}

TEST_F(PlaysTest, ResumeAfterATime) {
    double written = 0;
    play_steps(g, {1, 2, 3});
    play_steps(v, {1, 2, 3});
    play_steps([&](double value) { written = value; }, {4, 5, 6});
    start();
    queued.clear();
    plays.resume(.7, false, to_queued);
    EXPECT_EQ(times_queued(), Values(3, 1));
    EXPECT_EQ(model.load(g), 2);
    EXPECT_EQ(model.load(v), -65) << "a state";
    EXPECT_EQ(written, 5);
    model.store(g, 0);
    plays.resume(2, true, to_queued);
    EXPECT_EQ(model.load(g), 0) << "the state has it";
    EXPECT_EQ(written, 6);
    EXPECT_EQ(queued.size(), 3u) << "no more";
}

TEST_F(PlaysTest, EndWhenTheyAreRemovedOrTheirVectorIsEmpty) {
    const PlayId number = play_steps(w, {1, 2});
    start();
    EXPECT_EQ(plays.block_of_due(number), block_of(w));
    plays.remove(number);
    EXPECT_EQ(plays.block_of_due(number), std::nullopt);
    EXPECT_EQ(plays.block_of(number), 0u);
    EXPECT_FALSE(plays.any());
    EXPECT_EQ(plays.end(), 1u);
    EXPECT_THROW(plays.add(v, {samples({1})}), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
