// The compiled kernels of the built-in mechanisms, called through the ABI without an engine.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <span>
#include <string_view>

#include "mechanisms/builtin/builtin_mechanisms.hpp"
#include "tests/mechanisms/builtin/block.hpp"

namespace ranvier::test {
namespace {

using mechanisms::builtin_mechanisms;
using mechanisms::Isa;
using mechanisms::Math;

const rv_mechanism& find(std::string_view name, Math math = Math::libm, Isa isa = Isa::baseline) {
    for (const auto* mechanism : builtin_mechanisms(math, isa)) {
        if (mechanism->name == name) return *mechanism;
    }
    throw std::invalid_argument(std::string(name));
}

TEST(BuiltinMechanisms, ComeInTheOrderOfNeuronsTypes) {
    const char* const names[] = {"pas",      "fastpas",  "IClamp",   "AlphaSynapse",    "ExpSyn", "Exp2Syn",
                                 "SEClamp",  "VClamp",   "OClamp",   "APCount",         "hh",     "NetStim",
                                 "IntFire1", "IntFire2", "IntFire4", "PointProcessMark"};
    const auto all = builtin_mechanisms(Math::vector);
    ASSERT_EQ(all.size(), std::size(names));
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_STREQ(all[k]->name, names[k]);
}

// With both arithmetics: a synapse decays by exp(-dt/tau) in each step, an event adds its weight.
TEST(ExpSynKernel, DecaysExponentially) {
    for (const Math math : {Math::libm, Math::vector}) {
        Block block(find("ExpSyn", math), 11);
        for (int i = 0; i < 11; ++i) block.field("tau")[i] = 1.0 + i;
        block.initialize();
        for (int i = 0; i < 11; ++i) block.receive(i, 0.25, 0.0);
        for (int step = 0; step < 40; ++step) block.advance();
        for (int i = 0; i < 11; ++i) EXPECT_NEAR(block.field("g")[i], 0.25 * std::exp(-1.0 / (1.0 + i)), 1e-15);
    }
}

// Current in nA becomes a density by 100/area [um2]; its derivative by v is the conductance.
TEST(ExpSynKernel, PutsItsCurrentIntoRhsAndItsConductanceIntoD) {
    Block block(find("ExpSyn"), 3, -65.0);
    block.initialize();
    block.receive(1, 0.5, 0.0);
    block.current();
    EXPECT_NEAR(block.in().rhs[1], -0.5 * -65.0, 1e-12);  // area is 100 um2
    EXPECT_NEAR(block.in().d[1], 0.5, 1e-9);
    EXPECT_EQ(block.in().rhs[0], 0.0);
}

// Exp2Syn's factor makes the peak of one event equal to its weight.
TEST(Exp2SynKernel, PeaksAtTheWeight) {
    Block block(find("Exp2Syn"), 1);
    block.field("tau1")[0] = 2.0;
    block.field("tau2")[0] = 5.0;
    block.initialize();
    block.receive(0, 0.003, 0.0);
    double peak = 0.0;
    for (int step = 0; step < 400; ++step) {
        block.advance();
        block.current();
        peak = std::max(peak, block.field("g")[0]);
    }
    EXPECT_NEAR(peak, 0.003, 1e-7);
}

// Hodgkin & Huxley's m gate at a fixed voltage relaxes to alpha/(alpha + beta) with rate alpha + beta at 6.3 degC.
TEST(HhKernel, RelaxesItsGatesAsEquation15Says) {
    for (const Math math : {Math::libm, Math::vector}) {
        Block block(find("hh", math), 7, -65.0);
        block.global("usetable") = 0.0;
        block.initialize();
        const double m0 = block.field("m")[3];
        for (int i = 0; i < 7; ++i) block.in().v[i] = -20.0;
        for (int step = 0; step < 10; ++step) block.advance();
        const double alpha = 0.1 * -20.0 / (std::exp(-20.0 / 10.0) - 1.0), beta = 4.0 * std::exp(-45.0 / 18.0);
        const double end = alpha / (alpha + beta);
        EXPECT_NEAR(block.field("m")[3], end + (m0 - end) * std::exp(-0.25 * (alpha + beta)), 1e-13);
        EXPECT_EQ(block.field("m")[3], block.field("m")[6]);
    }
}

TEST(HhKernel, SumsItsThreeCurrents) {
    Block block(find("hh"), 1, -65.0);
    block.initialize();
    block.current();
    const double m = block.field("m")[0], h = block.field("h")[0], n = block.field("n")[0];
    const double g_na = 0.12 * m * m * m * h, g_k = 0.036 * n * n * n * n;
    const double total = g_na * (-65.0 - 50.0) + g_k * (-65.0 + 77.0) + 0.0003 * (-65.0 + 54.3);
    EXPECT_NEAR(block.in().rhs[0], -total, 1e-12);
    EXPECT_NEAR(block.in().d[0], g_na + g_k + 0.0003, 1e-9);
    EXPECT_NEAR(block.in().ion[0].current[0], g_na * (-65.0 - 50.0), 1e-12);
}

// An odd number of instances, so that loops have remainders; values over the whole range of voltages.
TEST(HhKernel, HasTheSameBitsOnEveryInstructionSet) {
    const auto run = [](Isa isa, double table) {
        Block block(find("hh", Math::vector, isa), 1003);
        block.global("usetable") = table;
        block.initialize();
        for (int step = 0; step < 20; ++step) {
            for (int i = 0; i < 1003; ++i) block.in().v[i] = -110.0 + 0.2 * i + step;
            block.current();
            block.advance();
        }
        std::vector<double> all;
        for (const char* name : {"m", "h", "n", "gna", "gk"}) {
            all.insert(all.end(), block.field(name), block.field(name) + 1003);
        }
        all.insert(all.end(), block.in().rhs, block.in().rhs + 1003);
        all.insert(all.end(), block.in().d, block.in().d + 1003);
        return all;
    };
    for (const double table : {0.0, 1.0}) {
        const auto baseline = run(Isa::baseline, table);
        for (const Isa isa : {Isa::avx2, Isa::avx512}) {
            if (!mechanisms::is_supported(isa)) continue;
            const auto other = run(isa, table);
            EXPECT_EQ(std::memcmp(baseline.data(), other.data(), other.size() * sizeof(double)), 0)
                << name_of(isa) << ", table " << table;
        }
    }
}

TEST(IClampKernel, InjectsFromDelForDur) {
    Block block(find("IClamp"), 1);
    block.field("del")[0] = 1.0;
    block.field("dur")[0] = 2.0;
    block.field("amp")[0] = 0.7;
    block.initialize();
    for (const auto& [t, amp] : {std::pair{0.5, 0.0}, {1.0, 0.7}, {2.9, 0.7}, {3.0, 0.0}}) {
        block.in().t = t;
        block.current();
        EXPECT_EQ(block.field("i")[0], amp) << t;
    }
}

// Weight 0.6 twice within a short time passes 1: the cell fires once and asks for the end of its refractory time.
TEST(IntFire1Kernel, FiresAboveOne) {
    Block block(find("IntFire1"), 1);
    block.initialize();
    block.receive(0, 0.6, 0.0);
    EXPECT_TRUE(block.asked.empty());
    block.in().t = 1.0;
    block.receive(0, 0.6, 0.0);
    EXPECT_EQ(block.field("m")[0], 2.0);
    ASSERT_EQ(block.asked.size(), 2u);
    EXPECT_EQ(block.asked[0].what, "send");
    EXPECT_EQ(block.asked[0].t, 6.0);
    EXPECT_EQ(block.asked[1].what, "event");
}

TEST(NetStimKernel, FiresRegularlyWithoutNoise) {
    Block block(find("NetStim"), 1);
    block.field("number")[0] = 3;
    block.initialize();
    std::vector<double> spikes;
    for (std::size_t k = 0; k < block.asked.size(); ++k) {
        const auto asked = block.asked[k];
        if (asked.what == "event") {
            spikes.push_back(asked.t);
        } else {
            block.in().t = asked.t;
            block.receive(0, 0.0, asked.flag);
        }
    }
    EXPECT_EQ(spikes, (std::vector{50.0, 60.0, 70.0}));
}

TEST(Isa, IsWhatTheEnvironmentSays) {
    setenv("RANVIER_ISA", "baseline", 1);
    EXPECT_EQ(mechanisms::best_isa(), Isa::baseline);
    setenv("RANVIER_ISA", "sse9", 1);
    EXPECT_THROW(mechanisms::best_isa(), std::runtime_error);
    unsetenv("RANVIER_ISA");
    EXPECT_TRUE(mechanisms::is_supported(mechanisms::best_isa()));
}

}  // namespace
}  // namespace ranvier::test
