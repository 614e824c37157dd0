// What people see when a .mod file is wrong.
#include <gtest/gtest.h>

#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

namespace ranvier::nmodl {
namespace {

/// All messages of a compilation, "" if there are none.
std::string messages(const std::string& text) {
    Diagnostics diagnostics;
    try {
        const auto program = parse("bad.mod", text, diagnostics);
        run_passes(*program, Math::libm, diagnostics);
        generate_cpp(*program, {});
    } catch (const CompileError& error) {
        return error.what();
    }
    return {};
}

/// All warnings of a compilation that succeeds.
std::string warnings(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = parse("odd.mod", text, diagnostics);
    run_passes(*program, Math::libm, diagnostics);
    std::string all;
    for (const auto& warning : diagnostics.warnings()) all += render(warning, "warning");
    return all;
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    const auto found = messages(text);
    for (const auto& part : parts) EXPECT_NE(found.find(part), std::string::npos) << part << "\nis not in\n" << found;
}

TEST(Messages, ShowPlaceLineCaretAndNearestName) {
    EXPECT_EQ(messages("NEURON { SUFFIX x RANGE gbar }\nPARAMETER { gbar = 1 }\nINITIAL {\n\tgbar = 2*gbra\n}\n"),
              "bad.mod:4:11: error: 'gbra' is not declared\n"
              "    \tgbar = 2*gbra\n"
              "    \t         ^\n"
              "    did you mean 'gbar'?\n");
}

TEST(Messages, SaySeveralErrorsInOneRun) {
    expect_parts("NEURON { SUFFIX x }\nINITIAL { a = 1 +  }\nPROCEDURE p( { }\nSTATE { m }\n",
                 {"bad.mod:2:20: error: expected an expression, found '}'", "bad.mod:3:14: error: expected the name"});
}

TEST(Messages, RefuseExpressionsThatWouldFillTheStack) {
    std::string sum = "1", nested = "1";
    for (int k = 0; k < 100000; ++k) sum += " + v";
    for (int k = 0; k < 100; ++k) nested = "exp(" + nested + sum.substr(1, 400) + ")";
    for (const std::string& expression : {sum, nested}) {
        expect_parts("NEURON { SUFFIX x }\nINITIAL { v = " + expression + " }\n",
                     {"expected an expression with fewer operators, found '+'"});
    }
}

TEST(Messages, NameUnknownBlocksAndWords) {
    expect_parts("BRAKEPOINT { }", {"expected the start of a block", "did you mean BREAKPOINT?"});
    expect_parts("NEURON { SUFIX x }", {"did you mean SUFFIX?"});
}

TEST(Messages, NameMissingSolveBlocksAndUnknownMethods) {
    const std::string start = "NEURON { SUFFIX x }\nSTATE { m }\n";
    expect_parts(start + "BREAKPOINT { SOLVE stats METHOD cnexp }\nDERIVATIVE states { m' = 1 }",
                 {"there is no block 'stats'", "did you mean 'states'?"});
    expect_parts(start + "BREAKPOINT { SOLVE states METHOD cnexpp }\nDERIVATIVE states { m' = 1 }",
                 {"METHOD cnexpp cannot solve a DERIVATIVE block", "did you mean cnexp?"});
}

TEST(Messages, WarnOfCnexpForNonlinearEquations) {
    EXPECT_EQ(warnings("NEURON { SUFFIX x }\nSTATE { m h }\nBREAKPOINT { SOLVE s METHOD cnexp }\n"
                       "DERIVATIVE s {\n  h' = -h*h\n  m' = -exp(m)\n}"),
              "odd.mod:6:3: warning: METHOD cnexp needs equations that are linear in their own state, but this one is "
              "not: 's' is solved by derivimplicit, as in NEURON\n"
              "      m' = -exp(m)\n"
              "      ^\n"
              "    write METHOD derivimplicit\n");
}

TEST(Messages, WarnOnceOfProductsOfAStateWithCnexp) {
    EXPECT_EQ(warnings("NEURON { SUFFIX x }\nSTATE { m h }\nBREAKPOINT { SOLVE s METHOD cnexp }\n"
                       "DERIVATIVE s {\n  h' = -h*h\n  m' = m*(1 - m)\n}"),
              "odd.mod:5:3: warning: METHOD cnexp needs equations that are linear in their own state, but this one is "
              "not: it is treated as linear, as in NEURON, which is not its solution\n"
              "      h' = -h*h\n"
              "      ^\n"
              "    write METHOD derivimplicit\n");
    EXPECT_EQ(warnings("NEURON { SUFFIX x }\nSTATE { m h }\nBREAKPOINT { SOLVE s METHOD cnexp }\n"
                       "DERIVATIVE s {\n  h' = m*h\n  m' = m*(1 - h)\n}"),
              "");
}

TEST(Messages, WarnOfEquationsWithoutSolve) {
    EXPECT_EQ(warnings("NEURON { SUFFIX x }\nSTATE { m }\nDERIVATIVE states { m' = -m }"),
              "odd.mod:3:12: warning: no SOLVE names 'states': its equations are never solved, as in NEURON\n"
              "    DERIVATIVE states { m' = -m }\n"
              "               ^\n"
              "    BREAKPOINT { SOLVE states METHOD cnexp ... }\n");
    EXPECT_EQ(warnings("NEURON { SUFFIX x }\nSTATE { m }\nINITIAL { SOLVE k STEADYSTATE sparse }\n"
                       "KINETIC k { ~ m <-> m (1, 1) }"),
              "");
}

TEST(Messages, WarnOfDivisionsByTheNumberZero) {
    const std::string start = "NEURON { SUFFIX x RANGE a }\nDEFINE N 3\nCONSTANT { z = 0 }\nASSIGNED { a }\n";
    EXPECT_EQ(warnings(start + "INITIAL { a = 2 + 1/(N - 3) }"),
              "odd.mod:5:22: warning: division by 0 regardless of the variables: the result is inf or NaN\n"
              "    INITIAL { a = 2 + 1/(N - 3) }\n"
              "                         ^\n"
              "    to handle a limit, write a condition: if (fabs(x) < 1e-6) { ... } else { ... }\n");
    EXPECT_NE(warnings(start + "INITIAL { a = 2/z }"), "");
    EXPECT_EQ(warnings(start + "INITIAL { a = 2/(N - 2) + z/a }"), "");
}

TEST(Messages, RefuseSingularKinetics) {
    const std::string start =
        "NEURON { SUFFIX x }\nSTATE { a b c }\nBREAKPOINT { SOLVE k METHOD sparse }\nKINETIC k {\n"
        "~ a <-> b (1, 2)\n~ b <-> c (1, 2)\nCONSERVE a + b + c = 1\n";
    EXPECT_EQ(messages(start + "CONSERVE 2 a + 2 b + 2 c = 2 }"),
              "bad.mod:8:1: error: this CONSERVE follows from earlier ones: the equations of 'k' are singular\n"
              "    CONSERVE 2 a + 2 b + 2 c = 2 }\n"
              "    ^\n"
              "    remove it\n");
    EXPECT_NE(messages(start + "CONSERVE a + b = 1\nCONSERVE c = 0.5 }"), "");
    EXPECT_EQ(messages(start + "CONSERVE a + b = 1 }"), "");
}

TEST(Messages, RefuseVerbatimWithItsPlace) {
    EXPECT_EQ(messages("NEURON { SUFFIX x }\nINITIAL {\nVERBATIM\nx = 1;\nENDVERBATIM\n}"), "");
    EXPECT_EQ(messages("NEURON { SUFFIX x }\nPROCEDURE p() {\nVERBATIM\n/* x */ return 0;\nENDVERBATIM\n}"), "");
}

TEST(Messages, NameMissingIncludeAndWhereItWasSought) {
    expect_parts("NEURON { SUFFIX x }\nINCLUDE \"none.inc\"\n",
                 {"bad.mod:2:9", "there is no file \"none.inc\"", "tried:"});
}

TEST(Messages, CheckCallsAndDerivatives) {
    const std::string start = "NEURON { SUFFIX x }\nFUNCTION f(a, b) { f = a }\n";
    expect_parts(start + "INITIAL { f(1) }", {"'f' takes 2 arguments, not 1"});
    expect_parts(start + "INITIAL { foo(1) }", {"there is no FUNCTION or PROCEDURE 'foo'"});
    expect_parts(start + "DERIVATIVE d { q' = 1 }", {"'q' is not a STATE"});
    expect_parts(start + "INITIAL { exp(1, 2) }", {"'exp' takes 1 arguments, not 2"});
}

TEST(Messages, RefuseIndicesOutsideTheArray) {
    const std::string start = "NEURON { SUFFIX x }\nDEFINE N 3\nASSIGNED { a[N] }\nSTATE { s[2] }\n";
    expect_parts(start + "INITIAL { LOCAL b[2]\n  a[2*N - 1] = a[0] }",
                 {"bad.mod:6:3: error: 'a[5]' is outside the array", "'a' has 3 elements, 0 to 2"});
    expect_parts(start + "INITIAL { LOCAL b[2]\n  a[2] = b[2] }", {"bad.mod:6:10: error: 'b[2]' is outside the array"});
    expect_parts(start + "INITIAL { a[-1] = 0 }", {"'a[-1]' is outside the array"});
    expect_parts(start + "BREAKPOINT { SOLVE k METHOD sparse }\nKINETIC k { ~ s[1] <-> s[2] (1, 1) }",
                 {"bad.mod:6:24: error: 's[2]' is outside the array"});
    EXPECT_EQ(messages(start + "INITIAL { a[N - 1] = 1  FROM k = 0 TO 2 { a[k] = s[k/2] } }"), "");
}

TEST(Messages, RefuseIndicesOutsideTheArrayInUnrolledLoops) {
    expect_parts(
        "NEURON { SUFFIX x }\nSTATE { s[2] }\nBREAKPOINT { SOLVE k METHOD sparse }\n"
        "KINETIC k {\n  FROM j = 0 TO 1 { ~ s[j] <-> s[j+1] (1, 1) } }",
        {"bad.mod:5:", "'s[2]' is outside the array"});
}

TEST(Messages, RefuseConstantsThatAreVariablesOfAnIon) {
    expect_parts("NEURON { SUFFIX x USEION ca READ cao }\nCONSTANT { cao = 2 }",
                 {"bad.mod:2:12: error: 'cao' is a variable of the ion ca and cannot be a CONSTANT"});
    EXPECT_EQ(messages("NEURON { SUFFIX x USEION ca READ cai }\nCONSTANT { cao = 2 }"), "");
}

TEST(Messages, RefuseNamesThatAreNotOfTheIon) {
    expect_parts("NEURON { SUFFIX x USEION na READ ek }", {"'ek' is not a variable of the ion na", "ena, ina, nai"});
}

TEST(Messages, CheckFunctionTables) {
    const std::string start = "NEURON { SUFFIX x }\n";
    expect_parts(start + "FUNCTION_TABLE t()\n", {"FUNCTION_TABLE 't' needs an argument"});
    expect_parts(start + "FUNCTION_TABLE t(v)\nINITIAL { t(1, 2) }", {"'t' takes 1 arguments, not 2"});
}

TEST(Messages, CheckLagAndDiscrete) {
    const std::string start = "NEURON { SUFFIX x }\nPARAMETER { d = 1 }\nASSIGNED { a }\nSTATE { m n[2] }\n";
    expect_parts(start + "INITIAL { LAG m BY a }", {"bad.mod:5:20: error: 'a' must be a PARAMETER or CONSTANT"});
    expect_parts(start + "INITIAL { LAG m d }", {"expected 'BY' after the variable"});
    expect_parts(start + "DISCRETE q { m = a@1 }", {"bad.mod:5:18", "'a' must be a STATE to be used as a@k"});
    expect_parts(start + "DISCRETE q { m = n@1 }", {"'n' is an array and needs an index"});
    expect_parts(start + "DISCRETE q { m = m@0 }", {"must be between 1 and 1000"});
}

TEST(Messages, RefuseToAssignALoopsVariable) {
    expect_parts("NEURON { SUFFIX x }\nINITIAL { FROM k = 0 TO 2 { k = 1 } }",
                 {"bad.mod:2:29: error: the loop's variable 'k' cannot be assigned"});
}

TEST(Messages, RefuseConductanceOfAnUnknownIon) {
    expect_parts(
        "NEURON { SUFFIX x NONSPECIFIC_CURRENT i }\nASSIGNED { i g v }\n"
        "BREAKPOINT { CONDUCTANCE g USEION k  g = 1  i = g*v }",
        {"bad.mod:3:14: error: CONDUCTANCE: there is no USEION k"});
}

TEST(Messages, RefuseUnknownUnits) {
    expect_parts("NEURON { SUFFIX x }\nUNITS { k = (furlong) (meter) }", {"the units (furlong) are not known"});
    expect_parts("NEURON { SUFFIX x }\nUNITS { k = (volt) (meter) }", {"(volt) cannot be expressed in (meter)"});
}

}  // namespace
}  // namespace ranvier::nmodl
