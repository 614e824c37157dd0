// Each pass: MOD text in, MOD text out.
#include <gtest/gtest.h>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/data_flow.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/linear_form.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"
#include "mechanisms/nmodl/passes/split_cell_step.hpp"

namespace ranvier::nmodl {
namespace {

std::unique_ptr<Program> after(const char* pass, const std::string& text, Math math = Math::libm) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    run_passes(*program, math, diagnostics, pass);
    return program;
}

std::string body(const Program& program, const std::string& block) {
    return to_nmodl(program.block(block)->body);
}

const std::string channel = R"(
    NEURON { SUFFIX x RANGE g NONSPECIFIC_CURRENT i }
    PARAMETER { g = 1  tau = 2 }
    ASSIGNED { v minf i }
    STATE { m START 0.5 }
    BREAKPOINT { SOLVE s METHOD cnexp  i = g*m*v }
    DERIVATIVE s { m' = (minf - m)/tau }
)";

TEST(SolveBlocks, GivesCnexpNeuronsOrderWithLibm) {
    EXPECT_EQ(body(*after("solve_blocks", channel), "s"),
              "m = m + (1.0 - exp(dt * (-1.0 / tau))) * (-(minf / tau) / (-1.0 / tau) - m)\n");
}

TEST(SolveBlocks, SimplifiesCnexpWithVectorArithmetic) {
    EXPECT_EQ(body(*after("solve_blocks", channel, Math::vector), "s"), "m = fma(m - minf, exp(-(dt / tau)), minf)\n");
}

TEST(SolveBlocks, SolvesConstantAndPureDecayEquations) {
    const std::string start =
        "NEURON { SUFFIX x } PARAMETER { k = 3 } STATE { m }\nBREAKPOINT { SOLVE s METHOD cnexp }\n";
    EXPECT_EQ(body(*after("solve_blocks", start + "DERIVATIVE s { m' = k }"), "s"), "m = m - dt * -k\n");
    EXPECT_EQ(body(*after("solve_blocks", start + "DERIVATIVE s { m' = k }", Math::vector), "s"),
              "m = fma(dt, k, m)\n");
    EXPECT_EQ(body(*after("solve_blocks", start + "DERIVATIVE s { m' = -m/k }", Math::vector), "s"),
              "m = m * exp(-(dt / k))\n");
    EXPECT_EQ(body(*after("solve_blocks", start + "DERIVATIVE s { m' = -m/k }"), "s"),
              "m = m + (1.0 - exp(dt * (-1.0 / k))) * (-0.0 / (-1.0 / k) - m)\n");
}

TEST(SolveBlocks, TakesProductsOfAStateForLinearAsNeuronDoes) {
    const std::string product =
        "NEURON { SUFFIX x } PARAMETER { a b } STATE { m }\nBREAKPOINT { SOLVE s METHOD cnexp }\n"
        "DERIVATIVE s { m' = a - m*b*m }";
    EXPECT_EQ(body(*after("solve_blocks", product), "s"),
              "m = m + (1.0 - exp(dt * -(1.0 * b * m + m * b * 1.0))) * -m\n");
    EXPECT_EQ(body(*after("solve_blocks", product, Math::vector), "s"), "m = m * exp(-(dt * (b * m + m * b)))\n");
}

TEST(SolveBlocks, LeavesEulersStepToTheSolver) {
    const auto program = after("solve_blocks",
                               "NEURON { SUFFIX x } STATE { m h }\nBREAKPOINT { SOLVE s METHOD euler }\n"
                               "DERIVATIVE s { m' = h  h' = -m }");
    EXPECT_EQ(body(*program, "s"), "Dm = h\nDh = -m\n");
    const auto& system = program->block("s")->system;
    EXPECT_EQ(system.method, System::Method::Euler);
    ASSERT_EQ(system.states.size(), 2U);
    EXPECT_EQ(to_nmodl(*system.states[1]), "h");
    EXPECT_EQ(to_nmodl(*system.derivatives[1]), "Dh");
}

TEST(SplitBreakpoint, SeparatesStatesFromCurrents) {
    const auto program = after("solve_blocks", channel);
    EXPECT_EQ(to_nmodl(program->block(BlockKind::Breakpoint)->body), "i = g * m * v\n");
    EXPECT_EQ(body(*program, advance_block), "s()\n");
}

TEST(SplitBreakpoint, PutsStatementsWithoutCurrentsAfterTheStates) {
    const auto program = after("split_breakpoint",
                               "NEURON { SUFFIX x RANGE y } ASSIGNED { y } STATE { m }\n"
                               "BREAKPOINT { y = 2  SOLVE s METHOD cnexp }\nDERIVATIVE s { m' = 1 }");
    EXPECT_EQ(body(*program, advance_block), "SOLVE s METHOD cnexp\ny = 2.0\n");
}

TEST(SplitCellStep, DrawsFirstAndFiresLast) {
    const std::string text =
        "NEURON { ARTIFICIAL_CELL y RANDOM r }\n"
        "PARAMETER { rate }\n"
        "ASSIGNED { u n }\n"
        "BREAKPOINT { SOLVE go }\n"
        "PROCEDURE go() { n = random_poisson(r, rate*dt) u = u + n if (u > 1) { u = 0 net_event(t) } }";
    const auto program = after("split_cell_step", text);
    EXPECT_EQ(to_nmodl(program->block(draw_block)->body), "rv_draw_0 = random_poisson(r, rate * dt)\n");
    EXPECT_EQ(to_nmodl(program->block(fire_block)->body), "if (rv_draw_0) {\n    net_event(t)\n}\n");
    EXPECT_EQ(to_nmodl(program->block(advance_block)->body),
              "LOCAL rv_drawn\nrv_drawn = rv_draw_0\nrv_draw_0 = 0.0\n{\n    n = rv_drawn\n    u = u + n\n"
              "    if (u > 1.0) {\n        u = 0.0\n        rv_draw_0 = 1.0\n    }\n}\n");
}

TEST(SplitCellStep, KeepsADrawThatIsUsedAfterFiring) {
    const auto program = after("split_cell_step",
                               "NEURON { ARTIFICIAL_CELL y RANDOM r }\n"
                               "ASSIGNED { u }\n"
                               "BREAKPOINT { net_event(t) u = random_uniform(r) }");
    EXPECT_EQ(to_nmodl(program->block(fire_block)->body), "if (rv_fires) {\n    net_event(t)\n    u = rv_draw_0\n}\n");
    EXPECT_EQ(to_nmodl(program->block(advance_block)->body), "rv_fires = 0.0\nrv_fires = 1.0\n");
}

TEST(SplitCellStep, TakesWhatFollowsNetEventAlong) {
    const auto split = [](const std::string& behind) {
        return after("split_cell_step",
                     "NEURON { ARTIFICIAL_CELL y HISTORY h }\n"
                     "ASSIGNED { u last }\n"
                     "BREAKPOINT { u = u + 1 if (u > 5) { u = 0 net_event(t) " +
                         behind + " } }");
    };
    EXPECT_EQ(to_nmodl(split("last = t history_add(h, t, last)")->block(fire_block)->body),
              "if (rv_fires) {\n    net_event(t)\n    last = t\n    history_add(h, t, last)\n}\n");
    for (const char* shared : {"last = u", "u = 1", "if (last > 0) { last = 0 }"}) {
        EXPECT_EQ(split(shared)->block(fire_block), nullptr) << shared;
    }
}

TEST(SplitCellStep, LeavesStepsWhoseDrawsDependOnTheStep) {
    for (const std::string body : {"u = u + 1 u = random_poisson(r, u)", "if (u > 1) { u = random_uniform(r) }",
                                   "u = draw()", "u = random_poisson(r, 1) > 2 && random_uniform(r) > 0.5"}) {
        const auto program = after("split_cell_step",
                                   "NEURON { ARTIFICIAL_CELL y RANDOM r }\n"
                                   "ASSIGNED { u }\n"
                                   "BREAKPOINT { " +
                                       body + " }\nFUNCTION draw() { draw = random_uniform(r) }");
        EXPECT_EQ(program->block(draw_block), nullptr) << body;
    }
}

TEST(InitializeStates, StartsInitialWithStartValues) {
    EXPECT_EQ(to_nmodl(after("initialize_states", channel)->block(BlockKind::Initial)->body), "m = 0.5\n");
    const auto named = after("initialize_states", "NEURON { SUFFIX x } PARAMETER { m0 = 3 } STATE { m }");
    EXPECT_EQ(to_nmodl(named->block(BlockKind::Initial)->body), "m = m0\n");
}

TEST(InitializeStates, LetsTheIonFollowAPotentialThatIsWritten) {
    const auto program =
        after("initialize_states", "NEURON { SUFFIX x USEION na WRITE ena } ASSIGNED { ena }\nBREAKPOINT { ena = 40 }");
    EXPECT_EQ(to_nmodl(program->block(BlockKind::Initial)->body), "ena = ena\n");
    EXPECT_EQ(body(*program, advance_block), "ena = 40.0\nena = ena\n");
}

TEST(InitializeStates, MakesJumpsHappenOnceInBreakpoint) {
    const std::string start = "NEURON { SUFFIX x NONSPECIFIC_CURRENT i } ASSIGNED { i } STATE { g }\n";
    const auto program = after("initialize_states", start + "BREAKPOINT { state_discontinuity(g, g + 1) i = g }");
    EXPECT_EQ(to_nmodl(program->block(BlockKind::Breakpoint)->body), "if (rv_may_jump) {\n    g = g + 1.0\n}\ni = g\n");
}

TEST(PastValues, KeepDiscreteStatesForAsManyStepsAsAreUsed) {
    const std::string start = "NEURON { SUFFIX x } STATE { y u[2] }\nBREAKPOINT { SOLVE d }\n";
    const auto program = after("past_values", start + "DISCRETE d { y = y@1 + y@2  u[0] = u@1[1] }");
    EXPECT_EQ(to_nmodl(program->block("d")->body),
              "rv_past_y[1] = rv_past_y[0]\nrv_past_y[0] = y\n"
              "rv_past_u[0] = u[0]\nrv_past_u[1] = u[1]\n"
              "y = rv_past_y[0] + rv_past_y[1]\nu[0] = rv_past_u[0.0 + 1.0]\n");
    EXPECT_EQ(program->symbol("rv_past_y")->length, 2);
}

TEST(PastValues, GiveLagAHistoryThatInitialEmpties) {
    const auto program =
        after("past_values", "NEURON { SUFFIX x } PARAMETER { d = 1 } STATE { m }\nBREAKPOINT { LAG m BY d }");
    EXPECT_EQ(to_nmodl(program->block(BlockKind::Initial)->body), "rv_lag_m_d = rv_forget(rv_lag_m_d)\n");
    EXPECT_EQ(to_nmodl(program->block(BlockKind::Breakpoint)->body),
              "{\n    rv_lag_m_d = rv_history_of(rv_lag_m_d)\n    lag_m_d = rv_lag(rv_lag_m_d, m, t, d)\n}\n");
}

TEST(RenameLocals, GivesLocalsNamesOfTheirOwn) {
    const auto program = after("rename_locals",
                               "NEURON { SUFFIX x GLOBAL m } ASSIGNED { v m }\n"
                               "PROCEDURE p(v) { LOCAL m, k  m = v  FROM k = 0 TO 1 { m = k } }");
    EXPECT_EQ(body(*program, "p"), "LOCAL m_, k\nm_ = v_\nFROM k_ = 0.0 TO 1.0 {\n    m_ = k_\n}\n");
}

TEST(ResolveNames, FollowsNeuronsRulesOfVisibility) {
    const auto program = after("resolve_names",
                               "NEURON { POINT_PROCESS x RANGE r, s GLOBAL g USEION k READ ek WRITE ik }\n"
                               "PARAMETER { r = 1  p = 2  ek }\nASSIGNED { s g h ik diam }\nSTATE { m }");
    const auto storage = [&](const char* name) { return program->symbol(name)->storage; };
    EXPECT_EQ(storage("r"), Storage::Field);
    EXPECT_EQ(storage("p"), Storage::Global);
    EXPECT_EQ(storage("g"), Storage::Global);
    EXPECT_EQ(storage("h"), Storage::Field);
    EXPECT_EQ(storage("ek"), Storage::Ion);
    EXPECT_EQ(storage("diam"), Storage::Built);
    EXPECT_TRUE(program->symbol("p")->is_visible);
    EXPECT_TRUE(program->symbol("s")->is_visible);
    EXPECT_FALSE(program->symbol("h")->is_visible);
    EXPECT_TRUE(program->symbol("m")->is_visible);
}

TEST(EvaluateUnits, KnowsTheConstantsOfNature) {
    const auto program =
        after("evaluate_units",
              "NEURON { SUFFIX x } UNITS { (mV) = (millivolt) F = (faraday) (coulomb)\n"
              "kF = (faraday) (kilocoulombs) R = (k-mole) (joule/degC) PI = (pi) (1) c = (mV) -> (volt) }");
    const auto value = [&](std::size_t k) { return program->constants.at(k).value; };
    EXPECT_EQ(value(0), 0x1.78e555060882cp+16);
    EXPECT_NEAR(value(1), 96.4853321233100141, 1e-13);
    EXPECT_EQ(value(2), 0x1.0a1013e8990bep+3);
    EXPECT_EQ(value(3), 0x1.921fb54442d18p+1);
    EXPECT_EQ(value(4), 1e-3);
}

TEST(EvaluateUnits, TakesTheFactorOfAUnitInOne) {
    const auto program = after("evaluate_units",
                               "NEURON { SUFFIX x } UNITS { (mV) = (millivolt) F = (faraday) (1) R = (k-mole) (1)\n"
                               "c = (mV) (1) d = (1) (mV) }");
    const auto value = [&](std::size_t k) { return program->constants.at(k).value; };
    EXPECT_EQ(value(0), 0x1.78e555060882cp+16);
    EXPECT_EQ(value(1), 0x1.0a1013e8990bep+3);
    EXPECT_EQ(value(2), 0x1.0624dd2f1a9fcp-10);
    EXPECT_EQ(value(3), 1000);
}

TEST(SelectBranches, ComputesBothBranchesAndChooses) {
    const auto program = after("select_branches",
                               "NEURON { SUFFIX x }\n"
                               "FUNCTION f(x) { if (x < 1) { f = 2 } else { f = exp(x) } }",
                               Math::vector);
    EXPECT_EQ(body(*program, "f"),
              "LOCAL is_1_, f_then2, f_else3\n{\n    is_1_ = x < 1.0\n    f_then2 = 2.0\n    f_else3 = exp(x)\n"
              "    f = is_1_ != 0.0 ? f_then2 : f_else3\n}\n");
}

TEST(SelectBranches, LeavesBranchesWithEffects) {
    const std::string text = "NEURON { POINT_PROCESS x }\nASSIGNED { a }\nINITIAL { if (a > 1) { net_send(1, 2) } }";
    EXPECT_EQ(to_nmodl(after("select_branches", text, Math::vector)->block(BlockKind::Initial)->body),
              "if (a > 1.0) {\n    net_send(t + 1.0, 2.0)\n}\n");
}

TEST(SendTimes, PutsTBeforeTheText) {
    const auto sent = [](const std::string& delay) {
        const std::string text = "NEURON { POINT_PROCESS x }\nASSIGNED { a b }\nINITIAL { net_send(" + delay + ", 1) }";
        return to_nmodl(after("send_times", text)->block(BlockKind::Initial)->body);
    };
    EXPECT_EQ(sent("a - b + 2"), "net_send(t + a - b + 2.0, 1.0)\n");
    EXPECT_EQ(sent("(a - b)"), "net_send(t + (a - b), 1.0)\n");
    EXPECT_EQ(sent("(a - b) + 2"), "net_send(t + (a - b) + 2.0, 1.0)\n");
    EXPECT_EQ(sent("a*b - (a + b)"), "net_send(t + a * b - (a + b), 1.0)\n");
    EXPECT_EQ(sent("-a - b"), "net_send(t + -a - b, 1.0)\n");
    EXPECT_EQ(sent("a < b"), "net_send(t + a < b, 1.0)\n");
}

TEST(SendTimes, TakesTheTimeOfTheSimulation) {
    const std::string text = "NEURON { POINT_PROCESS x }\nNET_RECEIVE (w) { LOCAL t  t = 5  net_send(t - w, 1) }";
    const auto program = after("send_times", text);
    const auto body = to_nmodl(program->block(BlockKind::NetReceive)->body);
    EXPECT_NE(body.find("net_send(t + t_ - w, 1.0)"), std::string::npos) << body;
}

ExpressionPtr parsed(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = parse("t.mod", "PROCEDURE p() { x = " + text + " }", diagnostics);
    return clone(*program->blocks.at(0).body.at(0)->value.at(1));
}

TEST(Simplify, MovesSignsOutAndDropsOnes) {
    const auto simple = [](const char* text) { return to_nmodl(*simplify(parsed(text))); };
    EXPECT_EQ(simple("(-1)/tau"), "-(1.0 / tau)");
    EXPECT_EQ(simple("2*3*x + 0"), "6.0 * x");
    EXPECT_EQ(simple("a + -b"), "a - b");
    EXPECT_EQ(simple("1*x/1 - 0*y"), "x");
    EXPECT_EQ(simple("-(-x)"), "x");
}

TEST(LinearForm, SeparatesSlopeAndRest) {
    const auto x = make_name("x");
    const auto form = linear_form(*parsed("a*(1 - x) - b*x + c"), *x);
    EXPECT_TRUE(form.is_linear);
    EXPECT_EQ(to_nmodl(*form.slope), "a * -1.0 - b * 1.0");
    EXPECT_EQ(to_nmodl(*form.rest), "a * 1.0 + c");
    EXPECT_FALSE(linear_form(*parsed("x*x"), *x).is_linear);
    EXPECT_FALSE(linear_form(*parsed("exp(x)"), *x).has_derivative);
    EXPECT_FALSE(linear_form(*parsed("1/x"), *x).has_derivative);
}

TEST(DataFlow, SeesWhatIsSetBeforeItIsRead) {
    const auto program = after("solve_blocks",
                               "NEURON { SUFFIX x GLOBAL a, b, c } ASSIGNED { a b c v }\n"
                               "INITIAL { p() c = a  if (v > 0) { b = 1 } }\nPROCEDURE p() { a = v }");
    const auto flow = data_flow(*program, *program->block(BlockKind::Initial));
    EXPECT_EQ(flow.reads, (std::set<std::string>{"v"}));
    EXPECT_EQ(flow.writes, (std::set<std::string>{"a", "b", "c"}));
    EXPECT_EQ(flow.sets, (std::set<std::string>{"a", "c"}));
}

TEST(DataFlow, CountsACallWithWhatIsSetBeforeIt) {
    const auto program = after("solve_blocks",
                               "NEURON { SUFFIX x GLOBAL a, b, c } ASSIGNED { a b c }\n"
                               "INITIAL { a = 1  p() }\nPROCEDURE q() { if (b > 0) { a = 1 p() } else { p() } }\n"
                               "PROCEDURE p() { c = a }");
    EXPECT_EQ(data_flow(*program, *program->block(BlockKind::Initial)).reads, std::set<std::string>{});
    const auto flow = data_flow(*program, *program->block("q"));
    EXPECT_EQ(flow.reads, (std::set<std::string>{"a", "b"}));
    EXPECT_EQ(flow.sets, (std::set<std::string>{"c"}));
}

TEST(DataFlow, WalksEachFunctionOnceAndRecursionToItsEnd) {
    std::string text = "NEURON { SUFFIX x GLOBAL a, b } ASSIGNED { a b }\nINITIAL { b = f0(1) + odd(3) }\n";
    for (int k = 0; k < 60; ++k) {
        const std::string next = "f" + std::to_string(k + 1);
        text +=
            "FUNCTION f" + std::to_string(k) + "(x) { f" + std::to_string(k) + " = " + next + "(" + next + "(x)) }\n";
    }
    text += "FUNCTION f60(x) { f60 = a * x }\n";
    text += "FUNCTION odd(n) { odd = 0  if (n > 0) { odd = even(n - 1) } }\n";
    text += "FUNCTION even(n) { even = 1  if (n > 0) { even = odd(n - 1) * b } }\n";
    const auto program = after("solve_blocks", text);
    const auto flow = data_flow(*program, *program->block(BlockKind::Initial));
    EXPECT_EQ(flow.reads, (std::set<std::string>{"a", "b"}));
    EXPECT_EQ(flow.writes, (std::set<std::string>{"b"}));
    EXPECT_TRUE(flow.calls.contains("f60"));
    EXPECT_FALSE(flow.is_plain);  // recursion
}

}  // namespace
}  // namespace ranvier::nmodl
