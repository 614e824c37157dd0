#include "engine/run/fixed_run.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Task;

/// When the windows of a run end, in steps: a taker of samples looks after each.
class Windows {
  public:
    explicit Windows(Parts& parts) : parts_(parts) {
        parts.hooks.sample_takers().add(this, [this] { ends.push_back(parts_.steps_in(parts_.model.t)); });
        set_longest(1'000'000);
    }
    ~Windows() { parts_.hooks.sample_takers().remove(this); }
    Windows(const Windows&) = delete;
    Windows& operator=(const Windows&) = delete;
    void set_longest(std::int64_t steps) { parts_.hooks.sample_takers().set_longest_window(this, steps); }

    std::vector<std::int64_t> ends;

  private:
    Parts& parts_;
};

class FixedRunTest : public testing::Test, protected PartsOfOneRank {
  protected:
    Section& soma = make_soma("soma");
    Windows windows{*this};
};

using Ends = std::vector<std::int64_t>;

// --- windows --------------------------------------------------------------------------------------------------------

TEST_F(FixedRunTest, GoesOnAsLongAsNothingIsInTheWay) {
    begin_now();
    advance(25);
    EXPECT_EQ(windows.ends, (Ends{400, 800, 1000}));
    EXPECT_NEAR(model.t, 25, 1e-9);
    EXPECT_EQ(meter.times.steps, 1000);
}

TEST_F(FixedRunTest, EndsAWindowAtAStatementOfAScript) {
    begin_now();
    double called = 0;
    hooks.events().add(1.01, [&] { called = model.t; });
    advance(5);
    EXPECT_EQ(windows.ends, (Ends{41, 200}));
    EXPECT_NEAR(called, 1.025, 1e-9);
}

TEST_F(FixedRunTest, EndsAWindowWhereSamplesAreWanted) {
    windows.set_longest(30);
    begin_now();
    advance(2);
    EXPECT_EQ(windows.ends, (Ends{30, 60, 80}));
}

TEST_F(FixedRunTest, EndsAWindowAfterTheMinimumDelayBetweenBlocks) {
    Section& other = make_soma("other");
    network.connect(network.sources().of(v_of(soma), &soma), make_pulse(other), .5);
    tables.options().block_size = 1;
    begin_now();
    advance(1.25);
    EXPECT_EQ(windows.ends, (Ends{20, 40, 50}));
    tables.options().block_size = 100;
    windows.ends.clear();
    advance(1.25);
    EXPECT_EQ(windows.ends, (Ends{100})) << "one block";
}

TEST_F(FixedRunTest, TakesOneStepAtATimeWhereAScriptLooksOn) {
    std::string order;
    const auto set = std::make_shared<Conditions::Set>();
    const auto looked_at = [&] {
        order += "b";
        return 0.;
    };
    hooks.conditions().add(set);
    hooks.conditions().replace(*set, {{looked_at, [] {}}});
    hooks.add_step_hook([&] { order += "a"; });
    begin_now();
    advance(.075);
    EXPECT_EQ(windows.ends, (Ends{1, 2, 3}));
    EXPECT_EQ(order, "bababa");
}

/// The other rank is the test.
class FixedRunOnRanks : public testing::Test, protected PartsOfAFakeRank {
  protected:
    InstanceId cell = make(hand_made::adder());
    Windows windows{*this};
    FixedRunOnRanks() {
        own(3, network.sources().of(cell));
        listen(50, cell, 1);
        run_to_completion(begin());
    }
};

TEST_F(FixedRunOnRanks, EndsAWindowAtEachBoundary) {
    fake.arriving = {{.5, 50}};
    run_to_completion(run.advance(90, true));
    EXPECT_EQ(windows.ends, (Ends{40, 80, 90}));
    EXPECT_EQ(fake.finished, (Ends{40, 80, 90}));
    EXPECT_EQ(model.load(model.reference(cell, hand_made::adder_last)), 1) << "arrived for 1.5 ms";
}

// fadvance by fadvance, boundaries stay where they are.
TEST_F(FixedRunOnRanks, ExchangesAtBoundariesAloneWhereNoAdvanceEndsWithAnExchange) {
    for (int k = 0; k < 9; ++k) run_to_completion(run.advance(10, false));
    EXPECT_EQ(fake.finished, (Ends{40, 80}));
    EXPECT_EQ(windows.ends.size(), 9u);
}

TEST_F(FixedRunOnRanks, BeginsANewIntervalWhereStepsHaveAnotherLength) {
    run_to_completion(run.advance(10, false));
    model.dt = .05;
    run_to_completion(run.advance(25, false));
    EXPECT_EQ(fake.finished, (Ends{10, 30}));
    EXPECT_EQ(fake.steps_per_interval, 20);
}

TEST_F(FixedRunOnRanks, RefusesWhatTheOtherRanksDontKnowOf) {
    listen(51, cell, 1);
    EXPECT_NE(error_of([&] { run_to_completion(run.advance(1, true)); }).find("gid 51 was first connected to"),
              std::string::npos);
}

// --- between two windows --------------------------------------------------------------------------------------------

TEST_F(FixedRunTest, ShowsStatementsWhatIsDueAsDone) {
    const InstanceId adder = make(hand_made::adder());
    network.connect(network.sources().of(make_pacer(0)), adder, 1, .5);
    model.dt = 1. / 32;  // a step ends at 1 ms to the bit
    begin_now();
    double received = 0;
    hooks.events().add(1, [&] { received = model.load(model.reference(adder, hand_made::adder_last)); });
    advance(2);
    EXPECT_EQ(received, .5);
}

TEST_F(FixedRunTest, TakesUpWhatAStatementChanges) {
    const InstanceId adder = make(hand_made::adder());
    set(adder, hand_made::adder_lag, 0);
    const SpikeTimes times = record(network.sources().of(adder));
    begin_now();
    hooks.events().add(1, [&] { network.connect(network.sources().of(make_pacer(2)), adder, 1, 1); });
    hooks.events().add(1.5, [&] {
        const NetConId netcon = network.connect(SourceId::none, adder, 1, 2);
        tables.prepare();
        tables.delivery().add_netcon_event(network.at(netcon), 3);
    });
    advance(5);
    EXPECT_EQ(*times, std::vector<double>{3}) << "the new pacer has not been initialized, and never fires";
}

TEST_F(FixedRunTest, StopsAfterTheWindowInWhichItIsAsked) {
    begin_now();
    hooks.events().add(1, [&] { hooks.request_stop(); });
    advance(5);
    EXPECT_NEAR(model.t, 1, .026);
    advance(1);
    EXPECT_NEAR(model.t, 2, .026) << "and continues";
    hooks.request_stop();
    advance(30);
    EXPECT_NEAR(model.t, 32, .026) << "asked between advances it has no effect";
}

TEST(FixedRun, StopsAllRanksAtTheSameBoundary) {
    std::vector<double> stopped(3);
    run_on_ranks(3, [&](Parts& parts, int rank) -> Task<void> {
        const InstanceId cell = parts.make(hand_made::adder());
        parts.own(rank, parts.network.sources().of(cell));
        parts.listen((rank + 1) % 3, cell, .5);
        co_await parts.begin();
        if (rank == 1) parts.hooks.events().add(1.2, [&] { parts.hooks.request_stop(); });
        co_await parts.run.advance(200, true);
        stopped[static_cast<std::size_t>(rank)] = parts.model.t;
    });
    for (const double t : stopped) EXPECT_NEAR(t, 1.5, 1e-9);
}

TEST_F(FixedRunTest, NamesTheSectionWhoseVoltageHasDiverged) {
    begin_now();
    hooks.events().add(1, [&] { model.store(v_of(soma), std::nan("")); });
    const std::string error = error_of([&] { advance(20); });
    EXPECT_NE(error.find("the voltage in soma(0.5) is nan at t = "), std::string::npos) << error;
}

// --- checkpoints ----------------------------------------------------------------------------------------------------

/// Skips ten steps; then is due once, at 1 ms or soon after.
struct FakeCheckpoints final : RunCheckpoints {
    explicit FakeCheckpoints(Model& its_model) : model(its_model) {}
    void begin_run() override {}
    void begin_advance() override { ++advances; }
    bool is_skipping() const override { return to_skip > 0; }
    Task<std::int64_t> skip(std::int64_t steps) override {
        const std::int64_t taken = std::min(steps, to_skip);
        to_skip -= taken;
        model.t += static_cast<double>(taken) * model.dt;
        co_return taken;
    }
    bool is_due(double t) const override { return written.empty() && t > .99; }
    bool can_write() const override { return true; }
    Task<void> write() override {
        written.push_back(model.t);
        co_return;
    }

    Model& model;
    std::int64_t to_skip = 10;
    int advances = 0;
    std::vector<double> written;
};

TEST_F(FixedRunTest, SkipsStepsUpToACheckpointAndWritesNewOnesAtBoundaries) {
    FakeCheckpoints checkpoints(model);
    begin_now();
    run.set_checkpoints(&checkpoints);
    windows.set_longest(30);
    run_to_completion(run.advance(4, true));
    EXPECT_TRUE(windows.ends.empty()) << "nothing is computed";
    run_to_completion(run.advance(56, true));
    EXPECT_EQ(windows.ends, (Ends{40, 60}));
    EXPECT_EQ(checkpoints.advances, 2);
    ASSERT_EQ(checkpoints.written.size(), 1u);
    EXPECT_NEAR(checkpoints.written[0], 1, 1e-9);
    run.set_checkpoints(nullptr);
}

TEST_F(FixedRunTest, WritesACheckpointOnRequestAndEnds) {
    FakeCheckpoints checkpoints(model);
    checkpoints.to_skip = 0;
    begin_now();
    run.set_checkpoints(&checkpoints);
    windows.set_longest(30);
    hooks.events().add(.5, [&] { hooks.interruptions().ask(Ask::end); });
    advance(25);
    ASSERT_EQ(checkpoints.written.size(), 1u);
    EXPECT_EQ(checkpoints.written[0], model.t);
    EXPECT_LT(model.t, 1);
    EXPECT_TRUE(hooks.interruptions().has_ended());
    run.set_checkpoints(nullptr);
}

}  // namespace
}  // namespace ranvier::engine
