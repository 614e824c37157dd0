#include <gtest/gtest.h>

#include "simulation/small_networks.hpp"

namespace ranvier::engine {
namespace {

using exchange::run_to_completion;

class RecordPlay : public testing::Test {
  protected:
    std::unique_ptr<exchange::Transport> transport = exchange::make_local_transport();
    Rank r{*transport};
    Section& soma = r.model.create_section("soma");
    VariableRef v = r.model.reference(soma, *r.model.range_variable("v"), 0, .5);
    InstanceId cell = r.model.create_artificial_cell(r.model.register_mechanism(hand_made::adder()));
    VariableRef lag = r.model.reference(cell, hand_made::adder_lag);  // only plays write it

    static Samples samples(std::vector<double> values = {}) { return std::make_shared<std::vector<double>>(values); }
    void run(double tstop) {
        run_to_completion(r.simulation.initialize(-65.));
        run_to_completion(r.simulation.advance_to(tstop));
    }
};

TEST_F(RecordPlay, RecordsEachStepWithItsTime) {
    const Samples at = samples(), t = samples();
    r.simulation.records().record(v, at, std::nullopt);
    r.simulation.records().record(VariableRef{}, t, std::nullopt);
    run(1);
    EXPECT_EQ(at->size(), 41u);
    ASSERT_EQ(t->size(), 41u);
    EXPECT_EQ((*t)[0], 0);
    EXPECT_NEAR((*t)[40], 1, 1e-12);
    run(.5);
    EXPECT_EQ(t->size(), 21u);
}

TEST_F(RecordPlay, RecordsAtIntervalsAndAtTimes) {
    const Samples every = samples(), at = samples();
    r.simulation.records().record(VariableRef{}, every, .3);
    r.simulation.records().record(VariableRef{}, at, std::nullopt, samples({.1, .5, .51}));
    run(1);
    ASSERT_EQ(every->size(), 4u);
    EXPECT_NEAR((*every)[3], .9, 1e-12);
    EXPECT_EQ(*at, (std::vector<double>{.1, .5, .51}));
}

// Records of one interval are sampled together. One is removed during the run, one is made, and a third has another
// interval.
TEST_F(RecordPlay, SamplesTogetherWhatHasTheSameInterval) {
    std::vector<Samples> each;
    std::vector<RecordId> ids;
    for (int k = 0; k < 5; ++k) {
        each.push_back(samples());
        ids.push_back(r.simulation.records().record(k % 2 ? v : VariableRef{}, each.back(), k == 3 ? .25 : .125));
    }
    run(1.06);
    EXPECT_EQ(each[3]->size(), 5u);
    for (const int k : {0, 1, 2, 4}) EXPECT_EQ(each[k]->size(), 9u);
    const std::vector<double> before = *each[0];
    r.simulation.records().remove_record(ids[0]);
    each.push_back(samples());
    r.simulation.records().record(VariableRef{}, each.back(), .125);
    run_to_completion(r.simulation.advance_to(2.06));
    EXPECT_EQ(*each[0], before);
    EXPECT_EQ(each[1]->size(), 17u);
    EXPECT_EQ(each[2]->size(), 17u);
    EXPECT_EQ(each[2]->back(), 2.);
    EXPECT_TRUE(each[5]->empty());
    r.simulation.restart_records();
    run_to_completion(r.simulation.advance_to(3.1));
    EXPECT_EQ(*each[0], before);
    for (const int k : {1, 2, 4, 5}) EXPECT_EQ(each[k]->size(), 9u);
    EXPECT_NEAR(each[5]->front(), 2.05, 1e-12);
}

// As in NEURON, sampling by interval or at times starts with finitialize or frecord_init, and times in the past are
// sampled at once.
TEST_F(RecordPlay, BeginsAnewWhenRecordsAreRestarted) {
    const Samples each = samples(), every = samples(), at = samples();
    r.simulation.records().record(VariableRef{}, each, std::nullopt);
    run(.25);
    r.simulation.records().record(VariableRef{}, every, .1);
    r.simulation.records().record(VariableRef{}, at, std::nullopt, samples({.1, .4, .5}));
    run_to_completion(r.simulation.advance_to(.5));
    EXPECT_TRUE(every->empty());
    EXPECT_TRUE(at->empty());
    r.simulation.restart_records();
    r.simulation.restart_records();  // replaces the events of the first
    ASSERT_EQ(each->size(), 1u);
    EXPECT_EQ((*each)[0], r.model.t);
    run_to_completion(r.simulation.advance_to(.97));
    EXPECT_EQ(*at, (std::vector<double>{.1, .4, .5}));
    ASSERT_EQ(every->size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR((*every)[k], .5 + .1 * static_cast<double>(k), 1e-9);
    EXPECT_EQ(each->size(), 19u);
}

TEST_F(RecordPlay, KeepsTheTimeAtWhichACounterHasGrown) {
    const Samples times = samples();
    r.simulation.records().play(lag, {samples({0, 1, 2, 5}), samples({0, .3, .6, .8}), std::nullopt, false});
    r.simulation.records().record_count(lag, VariableRef{}, times);
    for (int again = 0; again < 2; ++again) {
        run(1);
        ASSERT_EQ(times->size(), 5u);
        EXPECT_NEAR((*times)[0], .3, .026);
        EXPECT_NEAR((*times)[1], .6, .026);
        EXPECT_EQ((*times)[2], 0);
        EXPECT_NEAR((*times)[4], .8, .026);
    }
}

// Each run counts from 0: a counter that begins above 0 has grown at once.
TEST_F(RecordPlay, KeepsWhatGrewAtTheBeginningOfEachRun) {
    const Samples voltages = samples();
    r.simulation.records().play(lag, {samples({1, 3}), samples({0, .5}), std::nullopt, false});
    r.simulation.records().record_count(lag, v, voltages);
    for (int again = 0; again < 2; ++again) {
        run(1);
        ASSERT_EQ(voltages->size(), 3u);
        EXPECT_EQ((*voltages)[0], -65);
        EXPECT_EQ((*voltages)[1], 0);
    }
}

TEST_F(RecordPlay, ReadsByFunctionAfterEveryStep) {
    const Samples slow = samples(), fast = samples();
    r.simulation.records().record([&] { return r.model.load(v) + r.model.t; }, slow, std::nullopt);
    r.simulation.records().record(v, fast, std::nullopt);
    run(1);
    ASSERT_EQ(slow->size(), 41u);
    double t = 0;
    for (std::size_t k = 0; k < 41; ++k) {
        EXPECT_EQ((*slow)[k], (*fast)[k] + t);
        t += .0125;
        t += .0125;
    }
}

// Steps: the value holds from its time on. With an interval they begin at 0.
TEST_F(RecordPlay, PlaysSteps) {
    r.simulation.records().play(lag, {samples({1, 2, 3}), samples({0, .5, .8}), std::nullopt, false});
    const Samples seen = samples();
    r.simulation.records().record(lag, seen, .1);
    run(1);
    EXPECT_EQ((*seen)[0], 1);
    EXPECT_EQ((*seen)[4], 1);
    EXPECT_EQ((*seen)[6], 2);
    EXPECT_EQ((*seen)[9], 3);
}

TEST_F(RecordPlay, InterpolatesContinuously) {
    r.simulation.records().play(lag, {samples({0, 10, 10}), samples({0, .5, 2}), std::nullopt, true});
    const Samples seen = samples();
    r.simulation.records().record(lag, seen, std::nullopt);
    run(1);
    double t = 0;
    for (std::size_t k = 0; k < seen->size(); ++k) {
        EXPECT_NEAR((*seen)[k], t < .5 ? 20 * t : 10, 1e-9) << t;
        t += .025;
    }
}

TEST_F(RecordPlay, PlaysThroughAFunction) {
    std::vector<double> written;
    r.simulation.records().play([&](double x) { written.push_back(x); }, {samples({5, 6, 7}), nullptr, .25, false});
    run(1);
    EXPECT_EQ(written, (std::vector<double>{5, 6, 7}));
}

TEST_F(RecordPlay, StopsWhenRemoved) {
    const Samples at = samples();
    const RecordId id = r.simulation.records().record(v, at, std::nullopt);
    const auto play = r.simulation.records().play(lag, {samples({3}), samples({0}), std::nullopt, false});
    r.simulation.records().remove_record(id);
    r.simulation.records().remove_play(play);
    run(1);
    EXPECT_TRUE(at->empty());
    EXPECT_NE(r.model.load(lag), 3);
}

}  // namespace
}  // namespace ranvier::engine
