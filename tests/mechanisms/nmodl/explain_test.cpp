// The output of `ranvier explain`.
#include "mechanisms/nmodl/explain/explain.hpp"

#include <gtest/gtest.h>

#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {
namespace {

std::unique_ptr<Program> after(const std::string& text, const char* pass) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    run_passes(*program, Math::libm, diagnostics, pass);
    return program;
}

std::string explained(const std::string& text, ExplainFormat format = ExplainFormat::plain) {
    return explain(*after(text, "resolve_names"), *after(text, ""), format);
}

void expect_parts(const std::string& found, const std::vector<std::string>& parts) {
    for (const auto& part : parts) EXPECT_NE(found.find(part), std::string::npos) << part << "\nis not in\n" << found;
}

const std::string channel = R"(TITLE  A potassium channel
NEURON { SUFFIX kx USEION k READ ek WRITE ik RANGE gbar GLOBAL ninf }
PARAMETER { gbar = 0.01 (S/cm2) <0,1e9> }
ASSIGNED { v (mV) ek (mV) ik (mA/cm2) ninf taun (ms) }
STATE { n }
INITIAL { rates(v) n = ninf }
BREAKPOINT { SOLVE states METHOD cnexp  ik = gbar*n*n*n*n*(v - ek) }
DERIVATIVE states { rates(v)  n' = (ninf - n)/taun }
PROCEDURE rates(v (mV)) {
    TABLE ninf, taun DEPEND celsius FROM -100 TO 100 WITH 200
    ninf = 1/(1 + exp(-(v + 40)/9))
    taun = 2 + 3.0*exp(-v/80)
})";

TEST(Explain, TellsPlainlyWhatAChannelComputes) {
    EXPECT_EQ(explained(channel),
              "kx  density mechanism, values per area\n"
              "A potassium channel\n"
              "\nions:\n"
              "  k: reads ek; writes ik\n"
              "\ncurrents:\n"
              "  ik (mA/cm2)\n"
              "\nstates:\n"
              "  n\n"
              "\nat the start:\n"
              "    rates(v)\n"
              "    n = ninf\n"
              "\ncurrents' equations:\n"
              "    ik = gbar * n * n * n * n * (v - ek)\n"
              "\nequations of states, solved by cnexp:\n"
              "    rates(v)\n"
              "    n' = (ninf - n) / taun\n"
              "\nrates(v):\n"
              "    read from a table of 200 steps from -100 to 100, recomputed when celsius changes; usetable_kx = 0 "
              "computes exactly\n"
              "    ninf = 1 / (1 + exp(-(v + 40) / 9))\n"
              "    taun = 2 + 3 * exp(-v / 80)\n"
              "\nparameters:\n"
              "  gbar = 0.01 (S/cm2) from 0 to 1e9\n"
              "\none value for all instances:\n"
              "  ninf\n"
              "  usetable = 1\n"
              "\nhow it runs:\n"
              "  many instances at a time, on any number of threads\n");
}

TEST(Explain, WritesFormulasInLatex) {
    expect_parts(explained(channel, ExplainFormat::latex),
                 {"\\[ \\mathrm{ik} = \\mathrm{gbar}\\,n^{4}\\,\\left(v - \\mathrm{ek}\\right) \\]",
                  "\\[ \\frac{d n}{dt} = \\frac{n_{\\infty} - n}{\\tau_{n}} \\]",
                  "\\[ n_{\\infty} = \\frac{1}{1 + \\exp\\left(\\frac{-\\left(v + 40\\right)}{9}\\right)} \\]",
                  "usetable\\_kx"});
}

TEST(Explain, WritesReactions) {
    const std::string text =
        "NEURON { SUFFIX x }\nSTATE { c o }\nBREAKPOINT { SOLVE kin METHOD sparse }\n"
        "KINETIC kin { ~ 2 c <-> o (1, 3)  CONSERVE c + o = 1 }";
    expect_parts(explained(text), {"reactions of kin, solved by sparse:\n    ~ 2 c <-> o (1, 3)\n    CONSERVE"});
    expect_parts(explained(text, ExplainFormat::latex),
                 {"\\[ 2\\,c \\underset{3}{\\overset{1}{\\rightleftharpoons}} o \\]"});
}

std::string how_it_runs(const std::string& text) {
    const auto all = explained(text);
    return all.substr(all.find("how it runs:\n") + 13);
}

TEST(Explain, NamesWhatMakesInstancesRunOneAfterTheOther) {
    const std::string start = "NEURON { SUFFIX x GLOBAL a RANGE r }\nASSIGNED { a r v }\n";
    EXPECT_EQ(how_it_runs(start + "INITIAL { a = v  r = a }"),
              "  many instances at a time, on any number of threads\n");
    EXPECT_EQ(how_it_runs(start + "BREAKPOINT { a = a + v  r = a }"),
              "  one instance at a time: the GLOBAL a is passed from one instance to the next in advance\n");
    EXPECT_EQ(how_it_runs("NEURON { POINT_PROCESS x POINTER p RANGE r }\nASSIGNED { p r }\nBREAKPOINT { r = p }"),
              "  one instance at a time: the POINTER p may lead to another instance\n");
}

TEST(ToLatex, CombinesFactorsAndKeepsBrackets) {
    const auto latex = [](const std::string& text) {
        Diagnostics diagnostics;
        const auto program = parse("t.mod", "PROCEDURE p() { x = " + text + " }", diagnostics);
        return to_latex(*program->blocks.at(0).body.at(0)->value.at(1));
    };
    EXPECT_EQ(latex("m*m*m*h"), "m^{3}\\,h");
    EXPECT_EQ(latex("(a + b)*(a + b)"), "\\left(a + b\\right)^{2}");
    EXPECT_EQ(latex("2*3*x"), "2 \\cdot 3\\,x");
    EXPECT_EQ(latex("a - (b - c)"), "a - \\left(b - c\\right)");
    EXPECT_EQ(latex("exp(-v/5)"), "\\exp\\left(\\frac{-v}{5}\\right)");
    EXPECT_EQ(latex("exp(a)"), "e^{a}");
    EXPECT_EQ(latex("3^((v - 6.3)/10)"), "3^{\\frac{v - 6.3}{10}}");
}

}  // namespace
}  // namespace ranvier::nmodl
