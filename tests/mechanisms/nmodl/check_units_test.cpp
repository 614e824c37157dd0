// The lint of units: inconsistencies are reported in the author's words, with a suggestion.
#include "mechanisms/nmodl/lint/check_units.hpp"

#include <gtest/gtest.h>

#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {
namespace {

const std::string units_start =
    "NEURON { SUFFIX x NONSPECIFIC_CURRENT i RANGE g }\n"
    "UNITS { (mV) = (millivolt) (mA) = (milliamp) (uA) = (microamp) (S) = (siemens) }\n"
    "PARAMETER { g = 1 (S/cm2) e = 2 (mV) late = 2 (ms) }\n"
    "ASSIGNED { v (mV) i (mA/cm2) j (uA/cm2) w }\n";

std::string lint(const std::string& text) {
    Diagnostics diagnostics;
    const auto program = parse("x.mod", units_start + text, diagnostics);
    run_passes(*program, Math::libm, diagnostics, "resolve_names");
    Diagnostics found;
    check_units(*program, found);
    std::string all;
    for (const auto& warning : found.warnings()) all += render(warning, "units");
    return all;
}

TEST(CheckUnits, AcceptsWhatFits) {
    EXPECT_EQ(lint("BREAKPOINT { i = g*(v - e) }"), "");
    EXPECT_EQ(lint("BREAKPOINT { w = exp((v - e)/20(mV)) + late/1(ms) }"), "");
    EXPECT_EQ(lint("BREAKPOINT { i = g*(v - 65) }"), "") << "a number without units fits anything";
}

TEST(CheckUnits, NamesBothSidesInTheFieldsWords) {
    EXPECT_EQ(lint("BREAKPOINT { i = g*(v - late) }"),
              "x.mod:5:21: units: 'v - late': (mV) beside (ms)\n"
              "    BREAKPOINT { i = g*(v - late) }\n"
              "                        ^\n");
    EXPECT_NE(lint("BREAKPOINT { w = exp(v) }").find("the argument of exp is not dimensionless: (mV)"),
              std::string::npos);
}

TEST(CheckUnits, TakesAFactorWithoutUnitsForANumber) {
    EXPECT_NE(lint("PARAMETER { gbar (mA/cm2) n }\nBREAKPOINT { g = gbar*n }").find("(S/cm2) beside (mA/cm2)"),
              std::string::npos);
    EXPECT_EQ(lint("PARAMETER { gbar (S/cm2) n }\nBREAKPOINT { g = gbar*n*w }"), "");
    EXPECT_EQ(lint("BREAKPOINT { w = v  w = i  g = w }"), "") << "alone, it may be anything";
}

TEST(CheckUnits, NamesUnitsThatAreNotDefined) {
    EXPECT_NE(lint("PARAMETER { x (furlong/fortnite) }").find("the unit (furlong/fortnite) of x is not known"),
              std::string::npos);
}

TEST(CheckUnits, SaysTheFactorWhereOnlyThatIsMissing) {
    EXPECT_NE(lint("BREAKPOINT { j = g*(v - e) }").find("multiply the second by (1000), in parentheses"),
              std::string::npos)
        << lint("BREAKPOINT { j = g*(v - e) }");
    EXPECT_EQ(lint("BREAKPOINT { j = (1000)*g*(v - e) }"), "");
}

TEST(CheckUnits, IsSilentBehindUnitsoff) {
    EXPECT_EQ(lint("UNITSOFF\nBREAKPOINT { i = g*(v - late) }\nUNITSON\n"), "");
    EXPECT_NE(lint("UNITSOFF\nUNITSON\nBREAKPOINT { i = g*(v - late) }\n"), "");
}

}  // namespace
}  // namespace ranvier::nmodl
