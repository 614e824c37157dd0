// Generated kernels, compiled and run, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mechanism_bench.hpp"

namespace ranvier::nmodl {
namespace {

class Kernels : public testing::TestWithParam<Math> {
  protected:
    static std::string name(const char* stem) {
        return std::string(stem) + (GetParam() == Math::libm ? "_libm.mod" : "_vector.mod");
    }
};

INSTANTIATE_TEST_SUITE_P(BothArithmetics, Kernels, testing::Values(Math::libm, Math::vector),
                         [](const auto& instance) { return instance.param == Math::libm ? "libm" : "vector"; });

// One gate that relaxes to minf(v) with a fixed time constant, and its current.
const std::string gate = R"(
    NEURON { SUFFIX gate USEION k READ ek WRITE ik RANGE gbar, g GLOBAL minf }
    PARAMETER { gbar = 0.036 (S/cm2) <0, 10>  tau = 5 (ms) }
    ASSIGNED { v (mV) ek (mV) ik (mA/cm2) g (S/cm2) minf }
    STATE { m START 0.25 }
    BREAKPOINT { SOLVE states METHOD cnexp  g = gbar*m*m  ik = g*(v - ek) }
    DERIVATIVE states { rates(v)  m' = (minf - m)/tau }
    PROCEDURE rates(v (mV)) { if (v < -100) { minf = 0 } else { minf = 1/(1 + exp(-(v + 40)/10)) } }
)";

TEST_P(Kernels, FollowTheExactSolutionOfAGate) {
    const int count = 37;  // not a multiple of a vector's width
    MechanismBench bench(name("gate"), gate, GetParam(), count);
    ASSERT_TRUE(bench.mechanism().initialize);
    bench.mechanism().initialize(&bench.in);
    for (int i = 0; i < count; ++i) {
        EXPECT_EQ(bench.field("m", i), 0.25);
        bench.v[static_cast<std::size_t>(i)] = -110.0 + 4 * i;
    }
    for (int step = 0; step < 400; ++step) bench.mechanism().advance(&bench.in);
    for (int i = 0; i < count; ++i) {
        const double v = bench.v[static_cast<std::size_t>(i)];
        const double minf = v < -100 ? 0 : 1 / (1 + std::exp(-(v + 40) / 10));
        EXPECT_NEAR(bench.field("m", i), minf + (0.25 - minf) * std::exp(-10.0 / 5.0), 1e-13) << v;
    }
    // Scripts see the value that the last instance computed.
    EXPECT_NEAR(bench.global("minf"), 1 / (1 + std::exp(-(-110.0 + 4 * 36 + 40) / 10)), 1e-15);
}

TEST_P(Kernels, AddCurrentsAndTheirDerivatives) {
    const int count = 11;
    MechanismBench bench(name("gate_current"), gate, GetParam(), count);
    for (int i = 0; i < count; ++i) {
        bench.field("m", i) = 0.1 * i;
        bench.v[static_cast<std::size_t>(i)] = -60;
        bench.ion(0).erev[i] = -77;
        bench.rhs[static_cast<std::size_t>(i)] = 1;
        bench.ion(0).current[i] = 0.5;
    }
    bench.mechanism().current(&bench.in);
    for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double g = 0.036 * 0.01 * i * i;
        EXPECT_NEAR(bench.field("g", i), g, 1e-15);
        EXPECT_NEAR(bench.rhs[k], 1 - g * 17, 1e-14);
        EXPECT_NEAR(bench.d[k], g, 1e-9);  // numeric where not analytic
        EXPECT_NEAR(bench.ion(0).current[i], 0.5 + g * 17, 1e-14);
        EXPECT_NEAR(bench.ion(0).current_dv[i], g, 1e-9);
    }
}

TEST_P(Kernels, GiveTheSameBitsForAnyPlacement) {
    const int count = 13;
    MechanismBench straight(name("gate_straight"), gate, GetParam(), count);
    MechanismBench shuffled(name("gate_shuffled"), gate, GetParam(), count);
    std::vector<int32_t> node;
    for (int i = 0; i < count; ++i) node.push_back((5 * i) % count);
    shuffled.in.node = node.data();
    shuffled.ion(0).index = node.data();
    for (int i = 0; i < count; ++i) {
        const double v = -90 + 7.3 * i, m = 0.07 * i;
        straight.v[static_cast<std::size_t>(i)] = v;
        straight.field("m", i) = m;
        shuffled.v[static_cast<std::size_t>(node[static_cast<std::size_t>(i)])] = v;
        shuffled.field("m", i) = m;
    }
    for (auto* bench : {&straight, &shuffled}) {
        bench->mechanism().advance(&bench->in);
        bench->mechanism().current(&bench->in);
    }
    for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i), at = static_cast<std::size_t>(node[k]);
        EXPECT_EQ(straight.field("m", i), shuffled.field("m", i));
        EXPECT_EQ(straight.rhs[k], shuffled.rhs[at]);
        EXPECT_EQ(straight.d[k], shuffled.d[at]);
    }
}

TEST_P(Kernels, ScalePointCurrentsByAreaAndAddThemInOrder) {
    MechanismBench bench(name("point"),
                         "NEURON { POINT_PROCESS point RANGE g NONSPECIFIC_CURRENT i }\n"
                         "PARAMETER { g = 0.002 } ASSIGNED { v i }\nBREAKPOINT { i = g*v }\n",
                         GetParam(), 3);
    const std::vector<int32_t> node = {0, 0, 1};  // two at the same place
    bench.in.node = node.data();
    bench.in.nodes_are_distinct = 0;
    bench.v = {-50, -60, 0};
    bench.in.v = bench.v.data();
    bench.area = {200, 400, 1};
    bench.in.area = bench.area.data();
    bench.field("g", 1) = 0.004;
    bench.mechanism().current(&bench.in);
    EXPECT_NEAR(bench.rhs[0], (0.002 + 0.004) * 50 * 1e2 / 200, 1e-13);
    EXPECT_NEAR(bench.rhs[1], 0.002 * 60 * 1e2 / 400, 1e-13);
    EXPECT_NEAR(bench.d[0], 0.006 * 1e2 / 200, 1e-8);
}

TEST_P(Kernels, TurnElectrodeCurrentsRound) {
    MechanismBench bench(name("electrode"),
                         "NEURON { POINT_PROCESS electrode RANGE r ELECTRODE_CURRENT i }\n"
                         "PARAMETER { r = 2 } ASSIGNED { v i }\nBREAKPOINT { i = (10 - v)/r }\n",
                         GetParam());
    bench.mechanism().current(&bench.in);
    EXPECT_NEAR(bench.rhs[0], 5, 1e-13);
    EXPECT_NEAR(bench.d[0], 0.5, 1e-8);
    EXPECT_TRUE(bench.mechanism().flags & RV_ELECTRODE_CURRENT);
}

TEST_P(Kernels, InterpolateTables) {
    const std::string text =
        "NEURON { SUFFIX tab GLOBAL y RANGE out } ASSIGNED { v y out celsius }\n"
        "INITIAL { f(v) out = y }\n"
        "PROCEDURE f(x) { TABLE y DEPEND celsius FROM -1 TO 1 WITH 4  y = celsius*x*x*x }\n";
    MechanismBench bench(name("tab"), text, GetParam(), 5);
    bench.v = {-2, -0.75, 0.3, 0.5, 7};
    bench.in.v = bench.v.data();
    bench.in.celsius = 2;
    bench.make_tables();
    const auto expect = [&](const std::vector<double>& expected) {
        bench.mechanism().initialize(&bench.in);
        for (int i = 0; i < 5; ++i) EXPECT_DOUBLE_EQ(bench.field("out", i), expected[static_cast<std::size_t>(i)]) << i;
    };
    expect({-2, (-2 - 0.25) / 2, 0.6 * 0.25, 0.25, 2});
    bench.in.celsius = 4;
    bench.make_tables();
    expect({-4, (-4 - 0.5) / 2, 0.6 * 0.5, 0.5, 4});
    bench.global("usetable") = 0;
    expect({-32, 4 * std::pow(-0.75, 3), 4 * 0.3 * 0.3 * 0.3, 0.5, 4.0 * 343});
    bench.in.v[1] = std::nan("");
    bench.global("usetable") = 1;
    bench.mechanism().initialize(&bench.in);
    EXPECT_TRUE(std::isnan(bench.field("out", 1)));
}

TEST_P(Kernels, RunInstancesInOrderWhereTheyShareAGlobal) {
    MechanismBench bench(name("shared"),
                         "NEURON { SUFFIX shared GLOBAL n RANGE mine } ASSIGNED { n mine }\n"
                         "INITIAL { n = n + 1  mine = n }\n",
                         GetParam(), 9);
    bench.mechanism().initialize(&bench.in);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(bench.field("mine", i), i + 1);
    EXPECT_EQ(bench.global("n"), 9);
    EXPECT_FALSE(bench.mechanism().flags & RV_IS_THREADSAFE);
}

TEST_P(Kernels, DeliverEvents) {
    MechanismBench bench(name("cell"),
                         "NEURON { ARTIFICIAL_CELL cell RANGE m } PARAMETER { delay = 4 } STATE { m }\n"
                         "INITIAL { net_send(1, 3) }\n"
                         "NET_RECEIVE (w, last) { INITIAL { last = -1 }\n"
                         "  if (flag == 3) { net_event(t) } else { m = m + w  last = t  net_move(t + delay) } }\n",
                         GetParam());
    bench.in.t = 2;
    bench.mechanism().initialize(&bench.in);
    ASSERT_EQ(bench.sent.size(), 1u);
    EXPECT_EQ(bench.sent[0].t, 3);
    EXPECT_EQ(bench.sent[0].flag, 3);
    double weight[2] = {0.5, 0};
    bench.mechanism().net_initialize(&bench.in, 0, weight);
    EXPECT_EQ(weight[1], -1);
    bench.mechanism().net_receive(&bench.in, 0, weight, 0);
    EXPECT_EQ(bench.field("m"), 0.5);
    EXPECT_EQ(weight[1], 2);
    EXPECT_EQ(bench.moved, std::vector<double>{6});
    bench.mechanism().net_receive(&bench.in, 0, weight, 3);
    EXPECT_EQ(bench.fired, std::vector<double>{2});
    EXPECT_EQ(bench.mechanism().weight_count, 2);
    EXPECT_TRUE(bench.mechanism().flags & RV_HAS_NET_EVENT);
}

// A group of events does what single ones do, whichever way the block asks for its flag.
TEST_P(Kernels, DeliverASpikeToManyInstances) {
    const char* const bodies[] = {
        "if (flag == 1) { fired = fired + 1 net_event(t) } else { m = m * 0.5 + w  seen = seen + 1 net_move(t + m) }",
        "if (flag == 0) { m = m + w * (1 + seen)  seen = seen + 1 } else if (flag == 2) { fired = 7 }",
        "LOCAL x  x = 2  if (flag != 0 || x > 3) { fired = 1 } else { if (!flag && seen < 1) { m = w + x } seen = 1 }",
        "if (flag < 0.5) { flag = 3 }  if (flag == 3) { m = m + w  fired = fired + flag }",
        "m = m + w  w = w + flag + 1  if (flag >= 1) { fired = 1 }",
    };
    int number = 0;
    for (const char* body : bodies) {
        const std::string mod = name(("group" + std::to_string(number++)).c_str());
        const std::string text =
            "NEURON { ARTIFICIAL_CELL many RANGE m, seen, fired } ASSIGNED { m seen fired }\n"
            "INITIAL { net_send(9, 1) }\nNET_RECEIVE (w, other) { " +
            std::string(body) + " }\n";
        constexpr std::uint32_t none = 0xffffffff, first = 100;
        const std::vector<std::uint32_t> receivers = {103, 100, none, 104, 104, 117, 101, 102, 109, 111, 118, 103};
        MechanismBench one(mod, text, GetParam(), 20), many(mod, text, GetParam(), 20);
        std::vector<double> weights;
        for (std::size_t k = 0; k < 2 * receivers.size(); ++k) weights.push_back(0.1 * static_cast<double>(k));
        std::vector<double> same = weights;
        one.in.t = many.in.t = 2;
        for (std::size_t k = 0; k < receivers.size(); ++k) {
            if (receivers[k] == none) continue;
            one.mechanism().net_receive(&one.in, static_cast<int>(receivers[k] - first), &weights[2 * k], 0);
        }
        ASSERT_NE(many.mechanism().net_receive_group, nullptr);
        const int failed = many.mechanism().net_receive_group(&many.in, static_cast<int>(receivers.size()),
                                                              receivers.data(), first, same.data());
        EXPECT_EQ(failed, 0);
        EXPECT_EQ(same, weights) << body;
        EXPECT_EQ(many.moved, one.moved) << body;
        for (int i = 0; i < 20; ++i) {
            for (const char* field : {"m", "seen", "fired"})
                EXPECT_EQ(many.field(field, i), one.field(field, i)) << body;
        }
    }
}

TEST_P(Kernels, WatchConditions) {
    MechanismBench bench(name("watcher"),
                         "NEURON { POINT_PROCESS watcher } PARAMETER { top = 20 } ASSIGNED { v }\n"
                         "NET_RECEIVE (w) { WATCH (v > top) 2, (v < -top) 3 }\n",
                         GetParam());
    double weight = 0;
    bench.mechanism().net_receive(&bench.in, 0, &weight, 0);
    ASSERT_EQ(bench.sent.size(), 2u);
    EXPECT_EQ(bench.sent[1].flag, 3);
    bench.v[0] = 25;
    EXPECT_EQ(bench.mechanism().watch(&bench.in, 0, 0), 5);
    EXPECT_EQ(bench.mechanism().watch(&bench.in, 0, 1), -45);
}

TEST_P(Kernels, CallFunctionsFromScripts) {
    MechanismBench bench(name("callable"),
                         "NEURON { SUFFIX callable RANGE r } PARAMETER { r = 3 }\n"
                         "FUNCTION f(a, b) { f = a^2 + b }\nPROCEDURE p(x) { r = x printf(\"r %g\\n\", r) }\n",
                         GetParam(), 2);
    EXPECT_EQ(bench.call("f", {3, 1}), 10);
    EXPECT_EQ(bench.call("f", {3, 1}, -1), 10);
    bench.call("p", {8}, 1);
    EXPECT_EQ(bench.field("r", 0), 3);
    EXPECT_EQ(bench.field("r", 1), 8);
    EXPECT_EQ(bench.printed, "r 8\n");
    bench.call("p", {8}, -1);
    EXPECT_NE(bench.failure.find("setdata_callable"), std::string::npos);
    bench.call("f", {1});
    EXPECT_NE(bench.failure.find("takes 2 arguments"), std::string::npos);
}

TEST_P(Kernels, KeepArraysAndLoops) {
    MechanismBench bench(
        name("arrays"),
        "DEFINE N 4\nNEURON { SUFFIX arrays RANGE a, sum } ASSIGNED { a[N] sum }\n"
        "INITIAL { FROM k = 0 TO N-1 { a[k] = 2*k + 1 } sum = 0 FROM k = 0 TO N-1 BY 2 { sum = sum + a[k] } }\n",
        GetParam(), 2);
    bench.mechanism().initialize(&bench.in);
    EXPECT_EQ(bench.field("a", 1, 3), 7);
    EXPECT_EQ(bench.field("sum", 1), 1 + 5);
}

TEST_P(Kernels, DescribeTheirVariables) {
    MechanismBench bench(name("gate_description"), gate, GetParam());
    const auto& mechanism = bench.mechanism();
    EXPECT_STREQ(mechanism.name, "gate");
    EXPECT_EQ(mechanism.kind, RV_DENSITY);
    ASSERT_EQ(mechanism.field_count, 3);
    EXPECT_STREQ(mechanism.fields[0].name, "gbar");
    EXPECT_STREQ(mechanism.fields[0].units, "S/cm2");
    EXPECT_EQ(mechanism.fields[0].default_value, 0.036);
    EXPECT_EQ(mechanism.fields[0].high, 10);
    EXPECT_EQ(mechanism.fields[0].role, RV_PARAMETER);
    ASSERT_EQ(mechanism.ion_count, 1);
    EXPECT_EQ(mechanism.ions[0].use, static_cast<uint32_t>(RV_READS_EREV | RV_WRITES_CURRENT));
    EXPECT_EQ((mechanism.flags & RV_VECTOR_MATH) != 0, GetParam() == Math::vector);
}

// With i = g (v - e) / (1 + exp(-v/8)) the derivative has two parts.
TEST_P(Kernels, AddTheCurrentsDerivativeToTheDiagonal) {
    MechanismBench bench(name("rectifier"),
                         "NEURON { SUFFIX rectifier NONSPECIFIC_CURRENT i RANGE g }\n"
                         "PARAMETER { g = 0.001  e = -20 } ASSIGNED { v i open }\n"
                         "BREAKPOINT { open = 1/(1 + exp(-v/8))  i = g*open*(v - e) }\n",
                         GetParam(), 20);
    for (int k = 0; k < 20; ++k) bench.v[static_cast<std::size_t>(k)] = -70 + 5 * k;
    bench.mechanism().current(&bench.in);
    for (std::size_t k = 0; k < 20; ++k) {
        const double v = bench.v[k], open = 1 / (1 + std::exp(-v / 8));
        EXPECT_NEAR(bench.rhs[k], -0.001 * open * (v + 20), 1e-15);
        const double slope = 0.001 * (open + (v + 20) * open * (1 - open) / 8);
        // libm arithmetic keeps NEURON's difference over 0.001 mV.
        EXPECT_NEAR(bench.d[k], slope, GetParam() == Math::vector ? 1e-17 : 1e-7) << v;
    }
}

TEST_P(Kernels, LeaveTheGlobalsOfTheLastInstance) {
    MechanismBench bench(name("gate_globals"), gate, GetParam(), 19);
    for (int k = 0; k < 19; ++k) bench.v[static_cast<std::size_t>(k)] = -70 + 3 * k;
    bench.mechanism().initialize(&bench.in);
    bench.mechanism().advance(&bench.in);
    EXPECT_NEAR(bench.global("minf"), 1 / (1 + std::exp(-(bench.v[18] + 40) / 10)), 1e-15);
}

TEST_P(Kernels, ClampTablesAtTheirEnds) {
    MechanismBench bench(name("table_ends"),
                         "NEURON { SUFFIX table_ends RANGE y } ASSIGNED { v y }\n"
                         "INITIAL { y = square(v) }\n"
                         "FUNCTION square(x) { TABLE FROM -1 TO 3 WITH 4  square = x*x }\n",
                         GetParam(), 6);
    bench.v = {-5, -1, 0.5, 3, 7, NAN};
    bench.mechanism().initialize(&bench.in);
    const double expected[] = {1, 1, 0.5, 9, 9};
    for (int k = 0; k < 5; ++k) EXPECT_EQ(bench.field("y", k), expected[k]) << k;
    EXPECT_TRUE(std::isnan(bench.field("y", 5)));
}

// A branch with calls, an invariant power and a time constant with a floor: nothing the vector arithmetic keeps as it
// is.
TEST_P(Kernels, AgreeOnABranchedGate) {
    MechanismBench bench(name("branched"),
                         "NEURON { SUFFIX branched RANGE tau GLOBAL q10 } PARAMETER { q10 = 2.3  a0 = 0.3 }\n"
                         "ASSIGNED { v celsius tau inf } STATE { n }\n"
                         "BREAKPOINT { SOLVE s METHOD cnexp } INITIAL { n = 0.2 }\n"
                         "DERIVATIVE s { rates(v) n' = (inf - n)/tau }\n"
                         "PROCEDURE rates(u) { LOCAL a, b, q  q = q10^((celsius - 24)/10)\n"
                         "  if (u < 0) { a = flow(u, 7) b = 0.1 } else { a = 0.4 b = flow(-u, 9) }\n"
                         "  tau = 1/(a + b)/q/a0  inf = a/(a + b)  if (tau < 2) { tau = 2 } }\n"
                         "FUNCTION flow(x, k) { flow = 1/(1 + exp(-x/k)) }\n",
                         GetParam(), 33);
    for (int k = 0; k < 33; ++k) bench.v[static_cast<std::size_t>(k)] = -80 + 5 * k;
    bench.mechanism().initialize(&bench.in);
    bench.mechanism().advance(&bench.in);
    for (int k = 0; k < 33; ++k) {
        const double u = bench.v[static_cast<std::size_t>(k)], q = std::pow(2.3, (6.3 - 24) / 10);
        const double a = u < 0 ? 1 / (1 + std::exp(-u / 7)) : 0.4, b = u < 0 ? 0.1 : 1 / (1 + std::exp(u / 9));
        const double tau = std::max(2.0, 1 / (a + b) / q / 0.3), inf = a / (a + b);
        EXPECT_NEAR(bench.field("tau", k), tau, 1e-14 * tau);
        EXPECT_NEAR(bench.field("n", k), inf + (0.2 - inf) * std::exp(-0.025 / tau), 1e-15);
    }
}

}  // namespace
}  // namespace ranvier::nmodl
