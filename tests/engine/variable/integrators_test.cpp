#include "engine/variable/integrators.hpp"

#include <gtest/gtest.h>

#include "variable/variable_parts.hpp"

namespace ranvier::engine {
namespace {

/// Two passive cells and an artificial one.
class IntegratorsTest : public testing::Test, protected VariableParts {
  protected:
    Section& one = make_soma("one");
    Section& two = make_soma("two");
    InstanceId cell = make(hand_made::adder());
    int made = 0, gone = 0;

    IntegratorsTest() {
        integrators.on_change([this] { ++made; }, [this] { ++gone; });
    }
    void bind() {
        tables.prepare();
        integrators.bind();
    }
    std::string error_of_check() {
        tables.prepare();
        return error_of([&] { integrators.check(); });
    }
};

TEST_F(IntegratorsTest, AreOneForAllCells) {
    bind();
    ASSERT_EQ(integrators.size(), 1u);
    EXPECT_EQ(integrators[0].system().size(), 2u) << "two voltages";
    EXPECT_FALSE(integrators.are_local());
}

TEST_F(IntegratorsTest, AreOneForEachCell) {
    variable.local = true;
    bind();
    ASSERT_EQ(integrators.size(), 2u);
    for (const VariableRef v : {v_of(one), v_of(two)}) {
        const std::uint32_t k = integrators.of_block(model.block_of(v));
        ASSERT_LT(k, 2u);
        EXPECT_EQ(integrators[k].system().size(), 1u);
    }
}

TEST_F(IntegratorsTest, GoWhenTheTablesAreMadeAnew) {
    bind();
    bind();
    EXPECT_EQ(made, 1);
    model.create_section("three");
    tables.prepare();
    EXPECT_EQ(integrators.size(), 0u);
    bind();
    EXPECT_EQ(made, 2);
    EXPECT_EQ(integrators[0].system().size(), 3u);
    EXPECT_GE(gone, 1);
}

TEST_F(IntegratorsTest, AreMadeAnewForOtherSettings) {
    bind();
    variable.absolute_tolerance = 1e-9;
    ++variable.version;
    bind();
    EXPECT_EQ(made, 2);
}

TEST_F(IntegratorsTest, BeginAnewAtTheModelsTimeAndState) {
    bind();
    tables.set_t(3);
    model.store(v_of(two), -40);
    integrators.restart();
    EXPECT_EQ(integrators[0].t(), 3);
    EXPECT_EQ(integrators[0].method()->y()[1], -40);
    EXPECT_EQ(integrators[0].counters().steps, 0);
}

TEST_F(IntegratorsTest, RefuseWhatVariableStepsCannotDo) {
    EXPECT_EQ(error_of_check(), "no error");
    const auto conditions = std::make_shared<Conditions::Set>();
    hooks.conditions().add(conditions);
    EXPECT_EQ(error_of_check(), "no error");
    variable.local = true;
    EXPECT_NE(error_of_check().find("a StateTransitionEvent needs steps of all cells"), std::string::npos);
    variable.local = false;
    hooks.conditions().remove(conditions);
    tables.player().record([] { return 0.; }, std::make_shared<std::vector<double>>(), std::nullopt, nullptr);
    EXPECT_EQ(error_of_check(), "no error");
    variable.local = true;
    EXPECT_NE(error_of_check().find("with local steps each cell has its own time"), std::string::npos);
}

TEST_F(IntegratorsTest, RefuseGapJunctionsBetweenCellsOfDifferentTimes) {
    tables.transfers().add_source(v_of(one), 1);
    tables.transfers().add_target(model.reference(cell, hand_made::adder_lag), 1);
    EXPECT_NE(error_of_check(), "no error") << "not set up";
    run_to_completion(tables.transfers().set_up(transport, false));
    EXPECT_EQ(error_of_check(), "no error");
    variable.local = true;
    EXPECT_NE(error_of_check().find("local steps do not support gap junctions (pc.source_var, pc.target_var)"),
              std::string::npos);
}

TEST_F(IntegratorsTest, RefuseAlgebraicEquationsOfCellsAlone) {
    variable.local = true;
    model.insert(one, *model.find_mechanism("extracellular"));
    EXPECT_EQ(
        error_of([&] { bind(); }),
        "local steps do not support extracellular, LinearMechanism, and segments without capacitance (cm = 0): use "
        "cvode.use_local_dt(0)");
    EXPECT_EQ(integrators.size(), 0u);
}

TEST(Integrators, TakeStepsOfAllCellsTogetherOnOneRankAlone) {
    PartsOfAFakeRank parts;
    parts.make_soma("soma");
    parts.variable.active = true;
    const Integrators integrators(parts.tables, parts.hooks, parts.variable);
    const std::string error = error_of([&] { integrators.check(); });
    EXPECT_NE(error.find("(cvode.active(1)) run on one rank only, but there are 2"), std::string::npos) << error;
    parts.variable.local = true;
    EXPECT_EQ(error_of([&] { integrators.check(); }), "no error");
}

TEST_F(IntegratorsTest, NameTheStateThatFailed) {
    own(7, network.sources().of(v_of(two), &two));
    bind();
    EXPECT_EQ(
        error_of([&] { integrators.guard(0, [] { throw StepFailure("too small", 2, 1); }); }),
        "the variable step from t = 2 ms failed: too small. The state that is furthest from its tolerance is v of "
        "two(0.5) (gid 7) = -65; see cvode.atol, cvode.atolscale, cvode.minstep, or the equations there");
}

}  // namespace
}  // namespace ranvier::engine
