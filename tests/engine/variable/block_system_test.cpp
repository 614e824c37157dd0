#include "engine/variable/block_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

/// Two passive cells, each in its own block: v' = -(v + 65)/2 ms.
struct BlockSystemTest : testing::Test, TwoSomas {
    Plays plays{model};
    Hooks hooks;
    VariableSettings settings;
    StepCounters counters;

    std::vector<BlockSystem::Member> blocks() {
        plays.resolve();
        std::vector<BlockSystem::Member> all;
        for (std::uint32_t b = 0; b < 2; ++b) all.push_back({model.blocks()[b].get(), b});
        return all;
    }
    BlockSystem make_system() { return BlockSystem(blocks(), plays, settings, counters); }
    static void expect_near(const Values& a, const Values& b) {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-9) << k;
    }
};

TEST_F(BlockSystemTest, IsTheRightHandSideOfAllBlocks) {
    BlockSystem system = make_system();
    ASSERT_EQ(system.size(), 2u);
    EXPECT_FALSE(system.is_algebraic());
    const Values y{-55, -45};
    Values rates(2);
    system.evaluate(3, y.data(), rates.data());
    expect_near(rates, {-5, -10});
    EXPECT_EQ(system.derivatives(), rates);
    EXPECT_EQ(system.states(), y);
    for (const auto& block : model.blocks()) EXPECT_EQ(block->t, 3);
    EXPECT_EQ(system.derivatives_at(3, y), rates);
    EXPECT_EQ(counters.evaluations, 2);
}

TEST_F(BlockSystemTest, SolvesTheLinearEquationsOfAllBlocks) {
    BlockSystem system = make_system();
    const Values y{-55, -45};
    system.evaluate(0, y.data(), nullptr);
    Values x{1, 2};
    system.solve(.5, x.data());
    expect_near(x, {1 / (1 + .5 / 2), 2 / (1 + .5 / 2)});
    EXPECT_EQ(counters.solutions, 1);
}

TEST_F(BlockSystemTest, LeavesBehindWhatFollowsFromTheStates) {
    BlockSystem system = make_system();
    EXPECT_TRUE(system.follows());
    const Values y{-55, -45};
    system.set_states(2, y.data());
    EXPECT_FALSE(system.follows());
    EXPECT_EQ(model.load(w), -45);
    EXPECT_EQ(model.blocks()[1]->t, 2);
    EXPECT_EQ(counters.evaluations, 0);
    system.set_all(2, y.data());
    EXPECT_TRUE(system.follows());
    expect_near(system.derivatives(), {-5, -10});
}

TEST_F(BlockSystemTest, PlaysWhatIsContinuous) {
    plays.add(g_of(two), {samples({0, .001}), samples({0, 1}), std::nullopt, true});
    BlockSystem system = make_system();
    plays.start(0, to_queued);
    for (std::size_t k = 0; k < 2; ++k) plays.sample(queued[0].second, *std::make_unique<EventQueue>());
    const Values y{-65, -55};
    Values rates(2);
    system.evaluate(.25, y.data(), rates.data());
    expect_near(rates, {0, -2.5});
}

TEST_F(BlockSystemTest, CallsScriptsThatKeepStates) {
    BlockSystem system = make_system();
    system.set_hooks(hooks);
    std::string seen;
    hooks.add_state_hook(StateMove::scatter, [&] {
        seen += "scatter ";
        model.store(v, -60);
    });
    hooks.add_state_hook(StateMove::gather, [&] {
        seen += "gather";
        model.store(w, -10);
    });
    const Values y{-55, -45};
    Values rates(2);
    system.evaluate(0, y.data(), rates.data());
    expect_near(rates, {-2.5, -10});
    Values taken(2);
    system.take_states(taken.data());
    EXPECT_EQ(taken, (Values{-60, -10}));
    EXPECT_EQ(seen, "scatter gather");
}

TEST_F(BlockSystemTest, LetsOthersReadVoltagesBeforeCurrentsFlow) {
    BlockSystem system = make_system();
    system.on_voltages = [this] { model.store(g_of(two), .001); };
    EXPECT_FALSE(system.is_repeatable());
    const Values y{-55, -45};
    Values rates(2);
    system.evaluate(0, y.data(), rates.data());
    expect_near(rates, {-5, -20});
}

TEST_F(BlockSystemTest, IsStepped) {
    BlockSystem system = make_system();
    const Values tolerances(2, 1e-9);
    const auto method = make_cvode(system, tolerances, {});
    method->y()[0] = -55;
    method->y()[1] = -65;
    method->restart(0);
    while (method->step(2) < 2) continue;
    EXPECT_NEAR(method->y()[0], -65 + 10 * std::exp(-1.), 1e-5);
    EXPECT_NEAR(method->y()[1], -65, 1e-9);
}

TEST_F(BlockSystemTest, HasAlgebraicEquationsOnRequest) {
    settings.algebraic = true;
    BlockSystem system = make_system();
    ASSERT_TRUE(system.is_algebraic());
    EXPECT_FALSE(system.is_repeatable());
    EXPECT_EQ(system.derivatives(), Values(system.size())) << "before a restart";
    Values y = system.states(), rates(system.size()), residual(system.size());
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = -55;
    system.find_rates(0, y.data(), rates.data());
    EXPECT_EQ(system.derivatives(), rates);
    system.residual(0, y.data(), rates.data(), residual.data());
    double largest = 0;
    for (std::size_t k = 0; k < y.size(); ++k) {
        EXPECT_NEAR(y[k], -55, 1e-6);
        EXPECT_NEAR(residual[k], 0, 1e-6);
        largest = std::max(largest, std::fabs(rates[k]));
    }
    EXPECT_NEAR(largest, 5, 1e-4) << "voltages are rounded, and steps of 1e-9 ms divide by little";
    system.solve_with(2, residual.data());
    EXPECT_EQ(counters.solutions, 1);
    EXPECT_THROW(system.derivatives_at(0, y), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
