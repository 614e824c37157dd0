#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

TEST(HocSection, IsCreatedConnectedAndAccessed) {
    Bench bench;
    EXPECT_EQ(
        bench.run("create soma, dend[2]\naccess soma\nconnect dend[0](0), soma(1)\nsoma connect dend[1](1), 0.25\n"
                  "print secname()\ndend[0] print parent_of()\ndend[1] print parent_of()\n"),
        "soma\n(0) to soma(1)\n(1) to soma(0.25)\n");
    ASSERT_TRUE(bench.hoc.section_named("dend[1]"));
    EXPECT_EQ(bench.hoc.section_named("dend[1]")->name(), "dend[1]");
    EXPECT_FALSE(bench.hoc.section_named("dend[2]"));
}

TEST(HocSection, IsReplacedByANewCreate) {
    Bench bench;
    bench.run("create dend[3]\ncreate dend[1]\n");
    EXPECT_EQ(bench.cables.destroyed, 3);
    EXPECT_EQ(bench.cables.sections.size(), 1u);
}

TEST(HocSection, HasMechanismsAndRangeVariables) {
    Bench bench;
    EXPECT_EQ(bench.run("create soma\nsoma { nseg = 3 insert hh insert pas uninsert pas v = 2 v(0.5) = 5 v(0.5) += 1 "
                        "cai[2](0.5) = 9 }\n"
                        "access soma\nprint mechanisms(), v(0), v(0.5), v, soma.cai[2](0.5), cai(0.5), soma.nseg\n"),
              "hh 2 6 6 9 0 3 \n");
}

TEST(HocSection, TapersAndWalksOverPositions) {
    Bench bench;
    EXPECT_EQ(bench.run("create soma\naccess soma\nnseg = 4\ndiam(0:1) = 1:9\nfor (x) printf(\"%g \", x)\n"
                        "for (x, 0) { if (x > 0.6) break  printf(\"[%g] \", diam(x)) }\n"),
              "0 0.125 0.375 0.625 0.875 1 [2] [4] ");
}

TEST(HocSection, IsLeftOnEveryWayOutOfItsStatement) {
    Bench bench;
    bench.run(
        "create soma, dend\naccess soma\n"
        "proc f() { dend { return } }\nproc g() { for i = 0, 2 { dend { if (i) break else continue } } }\n"
        "proc h() { forall { for j = 0, 2 { dend { break } } } }\n");
    EXPECT_EQ(bench.run("f()\ng()\nh()\nprint secname()\n"), "soma\n");
}

TEST(HocSection, IsFoundByForallForsecAndIfsec) {
    Bench bench;
    EXPECT_EQ(bench.run("create soma, apic[2], dend\nobjref l\nl = new SectionList()\napic[1] l.append()\n"
                        "forall printf(\"%s \", secname())\nforsec \"ap\" printf(\"<%s> \", secname())\nforsec l "
                        "printf(\"{%s} \", secname())\n"
                        "soma ifsec \"so.*\" printf(\"yes \")\nsoma ifsec l printf(\"no \")\nforsec \"apic[1]\" "
                        "printf(\"%s\", secname())\n"),
              "soma apic[0] apic[1] dend <apic[0]> <apic[1]> {apic[1]} yes apic[1]");
}

TEST(HocSection, OfAnObjectIsReachedThroughIt) {
    Bench bench;
    EXPECT_EQ(
        bench.run("begintemplate C\npublic soma, dend, all\ncreate soma, dend[1]\nproc init() { create dend[2] }\n"
                  "proc all() { forall printf(\"%s \", secname()) }\nendtemplate C\n"
                  "create soma\nobjref c, l\nc = new C()\nc.soma.v(0.5) = 3\nc.dend[1] { v = 4 insert hh }\naccess "
                  "c.dend[1]\n"
                  "connect c.dend[0](0), c.soma(1)\nc.soma connect c.dend[1](0), 0.5\n"
                  "print c.soma.v(0.5), v, secname(), c.soma.nseg\nc.dend[0] print parent_of()\n"
                  "{c.all()}\n"
                  "l = new SectionList()\nc.soma l.append()\nprint l.sec[0].v(0.5)\nl.sec[0] { print secname() }\n"),
        "3 4 C[0].dend[1]1 \n(0) to C[0].soma(1)\nC[0].soma C[0].dend[0] C[0].dend[1] 3 \nC[0].soma\n");
}

TEST(HocSection, GivesPointersToItsValues) {
    Bench bench;
    EXPECT_EQ(
        bench.run("create soma\nproc up() { $&1 += 1 }\nup(&soma.v(0.5))\nsoma up(&v(0.5))\naccess soma\nprint v\n"),
        "2 \n");
    EXPECT_NE(bench.error("up(&v)\n").find("& needs the position"), std::string::npos);
}

TEST(HocSection, IsTheFirstOneWhereNoneIsAccessed) {
    Bench bench;
    EXPECT_EQ(bench.run("create soma, dend\nprint secname()\ndend print secname()\nprint secname()\n"),
              "soma\ndend\nsoma\n");
    EXPECT_NE(Bench{}.error("print secname()\n").find("no section is accessed"), std::string::npos);
}

}  // namespace
}  // namespace ranvier::hoc::test
