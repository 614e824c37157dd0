#include "hoc_like/language/interface/bridge.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/hoc_like/language/fake_cables.hpp"

// Access to scripts from another language.

namespace ranvier::hoc::test {
namespace {

using Given = Bridge::Given;
using Kind = Bridge::Kind;

class BridgeTest : public testing::Test {
  protected:
    double number(const Bridge::Taken& taken) { return std::get<double>(taken); }
    Bench bench;
    Bridge bridge{bench.hoc};
};

TEST_F(BridgeTest, ReadsSetsAndCallsWhatScriptsDefine) {
    bridge.run("x = 3\nstrdef s\ns = \"abc\"\ndouble y[2][3]\nfunc f() { return $1 * x }");
    EXPECT_EQ(number(bridge.load("x")), 3);
    EXPECT_EQ(std::get<std::string>(bridge.load("s")), "abc");
    bridge.store("y", std::array{1., 2.}, Given{7.});
    EXPECT_EQ(number(bridge.load("y", std::array{1., 2.})), 7);
    EXPECT_EQ(bridge.meaning("y").shape, (std::vector{2, 3}));
    EXPECT_EQ(number(bridge.call("f", std::array{Given{4.}})), 12);
    EXPECT_EQ(bridge.meaning("f").kind, Kind::callable);
    EXPECT_EQ(bridge.meaning("nothing").kind, Kind::none);
    EXPECT_THROW(bridge.load("y", std::array{1., 3.}), std::runtime_error);
}

TEST_F(BridgeTest, HandsArgumentsOverByReference) {
    bridge.run("proc refs() { $&1 = 5  $s2 = \"changed\" }");
    const NumberRefPtr place = make_number_place(1);
    std::string text = "before";
    bridge.call("refs", std::array{Given{place}, Given{&text}});
    EXPECT_EQ(place->load(), 5);
    EXPECT_EQ(text, "changed");
}

TEST_F(BridgeTest, ReachesMembersOfObjects) {
    bridge.run("begintemplate A\npublic x, f\nproc init() { x = $1 }\nfunc f() { return x + $1 }\nendtemplate A");
    const ObjectPtr a = bridge.create("A", std::array{Given{2.}});
    bridge.store(a, "x", {}, Given{5.});
    EXPECT_EQ(number(bridge.call(a, "f", std::array{Given{1.}})), 6);
    EXPECT_EQ(bridge.refer(a, "x")->load(), 5);
    EXPECT_EQ(bridge.numbered("A", 0), a);
    EXPECT_EQ(bridge.member_names(a), (std::vector<std::string>{"f", "x"}));
    EXPECT_THROW(bridge.load(a, "y"), std::runtime_error);
}

TEST_F(BridgeTest, GoesOnAfterAnError) {
    bridge.run("func bad() { return 1 / zero }\nzero = 0\nfunc good() { return 1 }");
    EXPECT_THROW(bridge.call("bad", {}), ScriptError);
    EXPECT_EQ(number(bridge.call("good", {})), 1);
    EXPECT_EQ(bridge.section_depth(), 0u);
}

TEST_F(BridgeTest, EndsQuietlyWhereAProcedureStops) {
    bridge.run("x = 1\nproc p() { x = 2  stop  x = 3 }");
    bridge.call("p", {});
    EXPECT_EQ(number(bridge.load("x")), 2);
}

}  // namespace
}  // namespace ranvier::hoc::test
