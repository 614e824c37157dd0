// Which synapses are linear, so that one can stand for several.
#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

bool adds(const std::string& text) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    run_passes(*program, Math::libm, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << text;
    return program->adds_events;
}

struct Synapse {
    std::string neuron = "NONSPECIFIC_CURRENT i", initial = "A = 0  B = 0", equations = "A' = -A/tau  B' = (A - B)/tau",
                current = "i = g*(v - e)", receive = "A = A + w*factor", more = "";

    std::string text() const {
        return "NEURON { POINT_PROCESS x\n" + neuron +
               " RANGE tau, e }\nPARAMETER { tau = 2 e = 0 factor = 3 }\nSTATE { A B }\nASSIGNED { v i g last }\n"
               "INITIAL { " +
               initial + " }\nBREAKPOINT { SOLVE decay METHOD cnexp\n g = B*mg(v)\n " + current +
               " }\nDERIVATIVE decay { " + equations +
               " }\nFUNCTION mg(u) { mg = 1/(1 + exp(-u)) }\n"
               "NET_RECEIVE (w, y, tlast) { " +
               receive + " }\n" + more;
    }
};

TEST(AddsEvents, HoldsForLinearSynapses) {
    EXPECT_TRUE(adds(Synapse{}.text()));
    EXPECT_TRUE(
        adds(Synapse{.receive = "LOCAL u\n u = w*exp(-(t - tlast)/tau)  A = A + u  B = u + B  tlast = t"}.text()));
    EXPECT_TRUE(adds(Synapse{.receive = "INITIAL { tlast = t  y = 0 }\n if (w > 0) { A = A + w - y }"}.text()));
    EXPECT_TRUE(adds(Synapse{.receive = "state_discontinuity(A, A + w*mg(2))"}.text()));
    EXPECT_TRUE(adds(Synapse{.equations = "A' = -A*(1 + mg(v))  B' = -B/tau"}.text()));
    EXPECT_TRUE(adds(Synapse{
        .neuron = "USEION ca READ eca WRITE ica", .current = "ica = g*(v - eca)", .more = "ASSIGNED { ica eca }"}
                         .text()));
}

TEST(AddsEvents, IsDeniedWhereASumIsNotASynapse) {
    // The states saturate, begin above 0, or enter a current with another term.
    EXPECT_FALSE(adds(Synapse{.receive = "A = A + w*(1 - A)"}.text()));
    EXPECT_FALSE(adds(Synapse{.receive = "A = w"}.text()));
    EXPECT_FALSE(adds(Synapse{.receive = "A = A*2"}.text()));
    EXPECT_FALSE(adds(Synapse{.receive = "B = A + w"}.text()));
    EXPECT_FALSE(adds(Synapse{.receive = "if (A < 1) { A = A + w }"}.text()));
    EXPECT_FALSE(adds(Synapse{.initial = "A = 0.1  B = 0"}.text()));
    EXPECT_FALSE(adds(Synapse{.equations = "A' = -A*A  B' = -B"}.text()));
    EXPECT_FALSE(adds(Synapse{.equations = "A' = 1 - A  B' = -B"}.text()));
    EXPECT_FALSE(adds(Synapse{.equations = "A' = -A/(1 + B)  B' = -B"}.text()));
    EXPECT_FALSE(adds(Synapse{.equations = "A' = -mg(A)  B' = -B"}.text()));
    EXPECT_FALSE(adds(Synapse{.current = "i = g*(v - e) + 1"}.text()));
    EXPECT_FALSE(adds(Synapse{.current = "i = g*g*(v - e)"}.text()));
    EXPECT_FALSE(adds(Synapse{.current = "if (g > 1) { g = 1 }\n i = g*(v - e)"}.text()));
    // It remembers events, sends some, or draws random numbers.
    EXPECT_FALSE(adds(Synapse{.receive = "last = t  A = A + w"}.text()));
    EXPECT_FALSE(adds(Synapse{.receive = "A = A + w  net_send(1, 1)"}.text()));
    EXPECT_FALSE(adds(Synapse{.neuron = "NONSPECIFIC_CURRENT i RANDOM r"}.text()));
    EXPECT_FALSE(adds(Synapse{.neuron = "NONSPECIFIC_CURRENT i POINTER p"}.text()));
    EXPECT_FALSE(
        adds(Synapse{.receive = "A = A + hidden()", .more = "FUNCTION hidden() { last = t  hidden = 1 }"}.text()));
    EXPECT_FALSE(adds("NEURON { SUFFIX x }"));
}

}  // namespace
}  // namespace ranvier::nmodl
