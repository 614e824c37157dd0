// Which mechanisms leave the weights of their connections as they are.
#include "mechanisms/nmodl/codegen/keeps_weights.hpp"

#include <gtest/gtest.h>

#include "pass_text.hpp"

namespace ranvier::nmodl {
namespace {

bool keeps(const std::string& text) {
    Diagnostics diagnostics;
    auto program = parse("t.mod", text, diagnostics);
    run_passes(*program, Math::libm, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << text;
    return keeps_weights(make_plan(*program, Math::libm));
}

const std::string cell = "NEURON { ARTIFICIAL_CELL x }\nASSIGNED { m n }\n";

TEST(KeepsWeights, HoldsWhereTheyAreOnlyRead) {
    EXPECT_TRUE(keeps(cell + "NET_RECEIVE (w) { m = m + w  if (m > 1) { net_event(t)  net_send(1, 1) } }"));
    EXPECT_TRUE(keeps(cell + "NET_RECEIVE (w, a) { INITIAL { m = a } m = w*a }"));
    EXPECT_TRUE(keeps(cell + "NET_RECEIVE (w) { FOR_NETCONS(u) { m = m + u } }"));
    // A variable of a block that has the name of a weight is another one.
    EXPECT_TRUE(keeps(cell + "NET_RECEIVE (w) { m = f(w) }\nFUNCTION f(w) { w = w + 1  f = w }"));
}

TEST(KeepsWeights, IsDeniedWhereTheyAreAssigned) {
    EXPECT_FALSE(keeps(cell + "NET_RECEIVE (w) { w = 1 }"));
    EXPECT_FALSE(keeps(cell + "NET_RECEIVE (w, last) { if (flag == 0) { m = w*last  last = t } }"));
    EXPECT_FALSE(keeps(cell + "NET_RECEIVE (w, last) { INITIAL { last = -1 } m = w }"));
    EXPECT_FALSE(keeps(cell + "NET_RECEIVE (w) { FOR_NETCONS(u) { if (u > 0) { u = u - w } } }"));
    EXPECT_FALSE(keeps(cell + "NET_RECEIVE (w) { m = w\nVERBATIM\n;\nENDVERBATIM\n}"));
    EXPECT_FALSE(keeps("NEURON { SUFFIX x }"));
}

}  // namespace
}  // namespace ranvier::nmodl
