// Kernels as straight code: MOD text in, definitions out.
#include <gtest/gtest.h>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/cut_passes.hpp"
#include "mechanisms/nmodl/codegen/iteration.hpp"
#include "mechanisms/nmodl/codegen/straight_code.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

namespace ranvier::nmodl {
namespace {

/// A mechanism with the procedure `p` whose body is given.
std::unique_ptr<Program> program_with(const std::string& body, const std::string& more = "") {
    Diagnostics diagnostics;
    auto program = parse("t.mod",
                         "NEURON { SUFFIX x RANGE a, b, c GLOBAL k }\n"
                         "PARAMETER { a = 1  b = 2  k = 3 }\nASSIGNED { v celsius c }\n" +
                             more + "PROCEDURE p() {\n" + body + "\n}\n",
                         diagnostics);
    run_passes(*program, Math::vector, diagnostics);
    return program;
}

std::string text(const StraightCode& code) {
    std::string all;
    for (const auto& [name, value] : code.invariants) all += "fixed " + name + " = " + to_nmodl(*value) + "\n";
    for (const auto& [name, value] : code.definitions) all += name + " = " + to_nmodl(*value) + "\n";
    for (const auto& [name, value] : code.results) all += "-> " + name + " = " + to_nmodl(*value) + "\n";
    return all;
}

std::string straight(const std::string& body, const std::string& more = "") {
    const auto program = program_with(body, more);
    const auto code = straighten(*program, program->block("p")->body);
    return code ? text(*code) : "impossible";
}

std::string reduced(const std::string& body, const std::string& more = "") {
    const auto program = program_with(body, more);
    auto code = straighten(*program, program->block("p")->body);
    if (!code) return "impossible";
    reduce(*program, *code, {});
    return text(*code);
}

TEST(Straighten, DefinesEachNameOnce) {
    EXPECT_EQ(straight("a = a + 1\n a = 2*a"), "rv_a_1 = a + 1.0\nrv_a_2 = 2.0 * rv_a_1\n-> a = rv_a_2\n");
}

TEST(Straighten, InlinesFunctionsWithTheirArgumentsAndLocals) {
    const std::string square = "FUNCTION square(x) { LOCAL y  y = x*x  square = y }\n";
    EXPECT_EQ(straight("b = square(a + 1)", square), "rv_x_1 = a + 1.0\nrv_y_2 = rv_x_1 * rv_x_1\n-> b = rv_y_2\n");
}

TEST(Straighten, TurnsBranchesWithCallsIntoSelections) {
    const std::string twice = "FUNCTION twice(x) { twice = 2*x }\n";
    const auto all = straight("if (a > 0) { b = twice(a)  c = 1 } else { b = 5 }", twice);
    EXPECT_NE(all.find("rv_twice_2 = 2.0 * a"), std::string::npos) << all;
    EXPECT_NE(all.find("-> b = rv_b_"), std::string::npos) << all;
    EXPECT_NE(all.find("-> c = rv_c_"), std::string::npos) << all;  // the old value or 1
}

TEST(Straighten, KeepsFirstValuesThatAreAssignedLater) {
    EXPECT_EQ(straight("LOCAL x  x = a  a = b  b = x"), "rv_b_1 = b\nrv_a_2 = a\n-> a = rv_b_1\n-> b = rv_a_2\n");
}

TEST(Straighten, LooksUpInTables) {
    const auto program = program_with("rates(v + 1)  a = c",
                                      "PROCEDURE rates(x) { TABLE b, c FROM 0 TO 10 WITH 20  b = x*x  c = exp(x) }\n");
    const auto code = straighten(*program, program->block("p")->body, TableUse::Always);
    ASSERT_TRUE(code);
    EXPECT_EQ(text(*code),
              "rv_x_1 = v + 1.0\n"
              "rv_at_2 = rv_table_scale_rates * (rv_x_1 - rv_table_from_rates)\n"
              "rv_b_3 = rv_looked_up(rv_table_rates_b, 20.0, rv_at_2)\n"
              "rv_c_4 = rv_looked_up(rv_table_rates_c, 20.0, rv_at_2)\n"
              "-> a = rv_c_4\n-> b = rv_b_3\n-> c = rv_c_4\n");
}

TEST(Straighten, WritesOutLoopsOverElements) {
    const std::string array = "ASSIGNED { w[3] }\n";
    EXPECT_EQ(straight("FROM k = 0 TO 1 { w[k + 1] = w[k] + k }", array),
              "rv_w_1 = w[0] + 0.0\nrv_w_2 = rv_w_1 + 1.0\n-> w[1] = rv_w_1\n-> w[2] = rv_w_2\n");
    EXPECT_EQ(straight("LOCAL n  n = a  w[n] = 1", array), "impossible");
}

TEST(Straighten, TakesTheBranchOfAKnownCondition) {
    const std::string choice = "FUNCTION choice(n) { if (n == 1) { choice = a*a } else { choice = exp(a) } }\n";
    EXPECT_EQ(straight("b = choice(1)", choice),
              "rv_choice_then2_1 = a * a\nrv_choice_else3_2 = exp(a)\n-> b = rv_choice_then2_1\n");
}

TEST(Straighten, StepsALinearScheme) {
    const std::string scheme = "STATE { o }\nBREAKPOINT { SOLVE kin METHOD sparse }\nKINETIC kin { ~ o << (a) }\n";
    const auto program = program_with("", scheme);
    auto code = straighten(*program, program->block(advance_block)->body);
    ASSERT_TRUE(code);
    ASSERT_EQ(code->failures.size(), 1u);
    EXPECT_EQ(code->failures[0].solver->name, "kin");
    EXPECT_TRUE(code->results.contains("o"));
}

TEST(SplitIteration, ComputesOnceWhatDoesNotDependOnUnknowns) {
    const std::string block =
        "STATE { y z }\nBREAKPOINT { SOLVE d METHOD derivimplicit }\n"
        "DERIVATIVE d { c = exp(a)  y' = c - y*y  z' = b - z }\n";
    const auto program = program_with("", block);
    auto code = straighten(*program, program->block(advance_block)->body);
    ASSERT_TRUE(code && code->iteration);
    reduce_exactly(*program, *code, {});
    const auto parts = split_iteration(*program, *code);
    const auto has_exp = [](const auto& definitions) {
        return std::ranges::any_of(definitions, [](const auto& d) { return to_nmodl(*d.value) == "exp(a)"; });
    };
    EXPECT_TRUE(has_exp(parts.before.definitions));
    EXPECT_FALSE(has_exp(parts.equations));
    ASSERT_EQ(parts.users.size(), 2u);  // each unknown has separate equations
    EXPECT_EQ(parts.users[0].size() + parts.users[1].size(), parts.equations.size());
}

TEST(ReduceExactly, ComputesEqualValuesOnce) {
    const auto program = program_with("LOCAL x, y\n x = a + b  y = a + b\n a = x*y\n b = y*x");
    auto code = straighten(*program, program->block("p")->body);
    reduce_exactly(*program, *code, {});
    EXPECT_EQ(text(*code), "rv_x_1 = a + b\nrv_a_3 = rv_x_1 * rv_x_1\n-> a = rv_a_3\n-> b = rv_a_3\n");
}

TEST(Straighten, LeavesLoopsAlone) {
    EXPECT_EQ(straight("while (a > 1) { a = a/2 }"), "impossible");
}

TEST(Reduce, DividesByNumbersOnce) {
    EXPECT_EQ(reduced("a = exp(-(v + 65)/20)"), "rv_a_1 = exp(-0.05 * (v + 65.0))\n-> a = rv_a_1\n");
}

TEST(Reduce, MovesWhatIsTheSameForAllOutOfTheLoop) {
    EXPECT_EQ(reduced("LOCAL q  q = 3^((celsius - 6.3)/10)  a = b*q/k"),
              "fixed rv_q_1 = 3.0^(0.1 * (celsius - 6.3))\nfixed rv_fixed_3 = rv_q_1 / k\n"
              "rv_a_2 = rv_fixed_3 * b\n-> a = rv_a_2\n");
}

TEST(Reduce, DividesByAQuotientWithoutDivision) {
    EXPECT_EQ(reduced("LOCAL tau  tau = 1/(k*b)  a = v/tau"), "rv_a_2 = k * (v * b)\n-> a = rv_a_2\n");
}

TEST(Reduce, SharesTheReciprocalOfADivisor) {
    EXPECT_EQ(reduced("a = v/(b + v)  c = b/(b + v)"),
              "rv_reciprocal_3 = 1.0 / (b + v)\nrv_a_1 = v * rv_reciprocal_3\nrv_c_2 = b * rv_reciprocal_3\n"
              "-> a = rv_a_1\n-> c = rv_c_2\n");
}

TEST(Reduce, TakesOneExponentialForShiftedArguments) {
    EXPECT_EQ(reduced("a = exp(-(v + 40)/10)  c = exp(-(v + 30)/10)  b = exp(v/10)"),
              "fixed rv_fixed_5 = exp(1.0)\nrv_exp_4 = exp(-0.1 * v + -4.0)\nrv_a_1 = rv_exp_4\n"
              "rv_c_2 = rv_exp_4 * rv_fixed_5\nrv_b_3 = exp(0.1 * v)\n-> a = rv_a_1\n-> b = rv_b_3\n-> c = rv_c_2\n");
}

std::string slope(const std::string& body) {
    const auto program = program_with(body);
    auto code = straighten(*program, program->block("p")->body);
    std::vector<ExpressionPtr> of;
    of.push_back(clone(*code->results.at("a")));
    const auto slopes = differentiate(*program, *code, of, "v");
    if (!slopes) return "unknown";
    auto found = to_nmodl(*slopes->front());
    for (const auto& [name, value] : code->definitions) {
        if (name == found) return to_nmodl(*value);
    }
    return found;
}

TEST(Differentiate, FollowsProductsThroughDefinitions) {
    EXPECT_EQ(slope("c = b*(v - k)  a = b*c"), "b * b");
    EXPECT_EQ(slope("a = v*v"), "v + v");
    EXPECT_EQ(slope("a = b"), "0.0");
}

TEST(Differentiate, KnowsExpAndSelections) {
    EXPECT_EQ(slope("a = exp(v*b)"), "exp(v * b) * b");
    EXPECT_EQ(slope("if (v > 0) { a = b*v } else { a = 1 }").find("unknown"), std::string::npos);
}

TEST(Differentiate, GivesUpOnOtherFunctionsOfV) {
    EXPECT_EQ(slope("a = sqrt(v)"), "unknown");
    EXPECT_EQ(slope("a = sqrt(b)*v"), "sqrt(b)");
}

/// The passes of `body`: definitions, => values passed on, exp of what is computed between.
std::string passes(const std::string& body, Calls how) {
    const auto program = program_with(body);
    auto code = straighten(*program, program->block("p")->body);
    std::string all;
    for (const auto& pass : cut_passes(*program, *code, {}, how)) {
        for (const auto* definition : pass.definitions) all += definition->name + "; ";
        for (const auto& name : pass.handed) all += "=> " + name + "; ";
        for (const auto* definition : pass.calls) all += to_nmodl(*definition->value) + "; ";
        all += "| ";
    }
    return all;
}

TEST(CutPasses, CutsBeforeExponentialsOfExponentials) {
    const std::string body = "LOCAL x\n x = exp(a) + 1\n b = 1/x\n c = exp(x)";
    EXPECT_EQ(passes(body, Calls::InLoops), "rv_exp_4; rv_x_1; => rv_x_1; | rv_b_2; rv_c_3; | ");
    EXPECT_EQ(passes(body, Calls::BetweenLoops), "exp(a); | rv_x_1; => rv_x_1; exp(rv_x_1); | rv_b_2; | ");
    EXPECT_EQ(passes("b = a + 1", Calls::InLoops), "rv_b_1; | ");
}

TEST(CutPasses, ComputesEqualExponentialsOnce) {
    EXPECT_EQ(passes("b = exp(a) + 2\n c = 3*exp(a)", Calls::BetweenLoops), "exp(a); | rv_b_1; rv_c_2; | ");
}

TEST(Straighten, GivesUpWhereCallsWouldDoubleAgainAndAgain) {
    const auto chain = [](int length) {
        std::string functions = "FUNCTION f0(x) { f0 = x }\n";
        for (int k = 1; k <= length; ++k) {
            const std::string name = "f" + std::to_string(k), next = "f" + std::to_string(k - 1);
            functions += "FUNCTION " + name + "(x) { " + name + " = " + next + "(" + next + "(x)) }\n";
        }
        return straight("c = f" + std::to_string(length) + "(a)", functions);
    };
    EXPECT_EQ(chain(5), "-> c = a\n");
    EXPECT_EQ(chain(60), "impossible");
}

}  // namespace
}  // namespace ranvier::nmodl
