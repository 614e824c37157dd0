#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

TEST(HocObject, GoesWithItsLastReference) {
    Bench bench;
    bench.run("objref a, b\na = new Box(1)\nb = a\nobjref a\n");
    EXPECT_EQ(bench.living_boxes, 1);
    bench.run("objref b\n");
    EXPECT_EQ(bench.living_boxes, 0);
}

TEST(HocObject, GoesWhenItWasNeverHeld) {
    Bench bench;
    bench.run("{ new Box(1) }\nprint new Box(2)\nfunc f() { return $o1.size() }\nx = f(new Box(3))\n");
    EXPECT_EQ(bench.living_boxes, 0);
}

TEST(HocObject, GoesWhenAnErrorPassesItsCall) {
    Bench bench;
    bench.error("proc f() { localobj o  o = new Box(1)  x = 1/0 }\nf(new Box(2))\n");
    EXPECT_EQ(bench.living_boxes, 0);
}

// The leak check of the address sanitizer looks at this one.
TEST(HocObject, GoesWithATemplateThatHasNoEnd) {
    Bench bench;
    bench.run("begintemplate A\nobjref o, p[2]\nstrdef s\ndouble x[3]\no = new Box(1)\np[1] = o\n");
}

TEST(HocObject, CountsFromZeroAgainWhenTheLastHasGone) {
    Bench bench;
    EXPECT_EQ(bench.run("objref a, b\na = new Box()\nb = new Box()\nprint a, b\nobjref a, b\na = new Box()\nprint a\n"),
              "Box[0] Box[1] \nBox[0] \n");
}

TEST(HocObject, TakesItsSectionsWithIt) {
    Bench bench;
    bench.run("begintemplate C\npublic soma\ncreate soma, dend[2]\nendtemplate C\nobjref c\nc = new C()\n");
    EXPECT_EQ(bench.cables.sections.size(), 3u);
    EXPECT_EQ(bench.cables.sections[2]->name(), "C[0].dend[1]");
    const int of_the_definition = bench.cables.destroyed;
    bench.run("objref c\n");
    EXPECT_EQ(bench.cables.destroyed, of_the_definition + 3);
    EXPECT_TRUE(bench.cables.sections.empty());
}

TEST(HocObject, TellsUnrefEachLoss) {
    Bench bench;
    EXPECT_EQ(bench.run("begintemplate U\nproc unref() { print \"left \", $1 }\nendtemplate U\n"
                        "objref a, b\na = new U()\nb = a\nobjref a\nobjref b\n"),
              "left 1 \nleft 0 \n");
}

TEST(HocObject, LivesAsLongAsItsMethodRuns) {
    Bench bench;
    EXPECT_EQ(
        bench.run(
            "objref o\nbegintemplate S\npublic go\nexternal o\nproc go() { n = 5  objref o  print n }\nendtemplate S\n"
            "o = new S()\no.go()\nprint o\n"),
        "5 \n\t0 \nNULLobject \n");
}

TEST(HocObject, ReachesThroughChainsOfAnyDepth) {
    Bench bench;
    EXPECT_EQ(bench.run("begintemplate N\npublic next, box, n\nobjref next, box[2]\nproc init() { n = $1  box[1] = new "
                        "Box(3) }\nendtemplate N\n"
                        "objref a\na = new N(1)\na.next = new N(2)\na.next.next = new N(3)\n"
                        "a.next.next.box[1].x[2] = 7\na.next.next.n += 1\nprint a.next.next.box[1].x[2], "
                        "a.next.next.n, a.next.next\n"
                        "print a.next.next.box[1].me().add(a.next.next.box[1]).size()\n"),
              "7 4 N[2] \n4 \n");
}

TEST(HocObject, CachesMembersByClassAtEachPlace) {
    Bench bench;
    EXPECT_EQ(
        bench.run("begintemplate P\npublic v2, size\nproc init() { v2 = 1 }\nfunc size() { return 10 }\nendtemplate P\n"
                  "objref l[3]\nl[0] = new Box(4)\nl[1] = new P()\nl[2] = new Box(6)\n"
                  "for k = 0, 5 { printf(\"%d \", l[k % 3].size()) }\n"),
        "4 10 6 4 10 6 ");
}

TEST(HocObject, PassesObjrefsAndStringsByReference) {
    Bench bench;
    EXPECT_EQ(bench.run("begintemplate H\npublic s, o\nstrdef s\nobjref o\nendtemplate H\nobjref h, t\nh = new H()\n"
                        "proc set() { $s1 = \"new\"  $o2 = new Box(5) }\nset(h.s, h.o)\nprint h.s, h.o.size()\n"
                        "sprint(h.s, \"%d!\", 5)\nprint h.s\nnew_object_in(t, h)\nprint t\n"),
              "new 5 \n\t1 \n5! \n\t0 \nH[0] \n");
}

TEST(HocObject, OfABuiltInClassHasStringsAndProperties) {
    Bench bench;
    EXPECT_EQ(bench.run("objref b\nb = new Box(2)\nb.label = \"abc\"\nb.x[1] = 3\nb.x[1] *= 2\nb.x = 4\nprint b.label, "
                        "b.x[1], b.x, b.text()\n"),
              "abc 6 4 abc \n");
    EXPECT_NE(bench.error("b.x[9] = 1\n"), "no error");
    EXPECT_NE(bench.error("b.size = 1\n").find("cannot assign to"), std::string::npos);
}

TEST(HocObject, CanBeNamedByClassAndNumber) {
    Bench bench;
    EXPECT_EQ(bench.run("objref b\nb = new Box(2)\nprint Box[0].size(), Box[0]\n"), "2 Box[0] \n");
    EXPECT_NE(bench.error("print Box[1]\n").find("there is no Box[1]"), std::string::npos);
}

TEST(HocObject, IsFreedInLinearTimeAndListedInOrder) {
    Bench bench;
    bench.run("objref b[20000]\nfor k = 0, 19999 { b[k] = new Box() }\n");
    EXPECT_EQ(bench.hoc.instances("Box").size(), 20000u);
    bench.run("objref none\nfor k = 0, 19999 { if (k % 3) b[k] = none }\n");
    const auto left = bench.hoc.instances("Box");
    ASSERT_EQ(left.size(), 6667u);
    EXPECT_EQ(left[1]->name(), "Box[3]");
    EXPECT_EQ(bench.run("print Box[9999]\n"), "Box[9999] \n");
}

}  // namespace
}  // namespace ranvier::hoc::test
