#include "hoc_like/language/interface/interpreter.hpp"

#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

TEST(Interpreter, CallsProceduresWithArgumentsOfEveryKind) {
    Bench bench;
    bench.run("func add() { return $1 + $2 }\nproc tell() { print $s1, $o2, $&3  $&3 = 9 }\nx = 4\n");
    const std::vector<Argument> numbers{2.0, 3.0};
    EXPECT_EQ(bench.hoc.call("add", numbers), 5);
    bench.output.clear();
    const std::vector<Argument> mixed{std::string{"text"}, ObjectPtr{}, bench.hoc.reference("x")};
    bench.hoc.call("tell", mixed);
    EXPECT_EQ(bench.output, "textNULLobject 4 \n");
    EXPECT_EQ(bench.hoc.number("x"), 9);
    EXPECT_THROW(bench.hoc.call("nothing", {}), std::runtime_error);
    EXPECT_TRUE(bench.hoc.is_callable("add"));
    EXPECT_FALSE(bench.hoc.is_callable("x"));
}

TEST(Interpreter, CanBeCalledFromABuiltInFunctionThatHocCalled) {
    Bench bench;
    bench.registry.add(FunctionDefinition{"call_back", "call_back(name)", "", [](Call& call) -> Result {
                                              const std::vector<Argument> arguments{call.number(1)};
                                              return call.interpreter().call(call.string(0), arguments) + 1;
                                          }});
    bench.run("func down() { if ($1 == 0) { return 0 } return call_back(\"down\", $1 - 1) }\n");
    EXPECT_EQ(bench.run("print down(50)\n"), "50 \n");
}

TEST(Interpreter, ReadsAndSetsVariablesByName) {
    Bench bench;
    bench.hoc.set_number("n", 3);
    bench.run("n += 1\nstrdef s\ns = \"abc\"\nobjref o, b\nb = new Box(2)\n");
    EXPECT_EQ(bench.hoc.number("n"), 4);
    EXPECT_EQ(bench.hoc.string("s"), "abc");
    EXPECT_FALSE(bench.hoc.object("o")->get());
    EXPECT_EQ((*bench.hoc.object("b"))->name(), "Box[0]");
    EXPECT_EQ(bench.hoc.number("unknown"), std::nullopt);
    EXPECT_EQ(bench.hoc.number("float_epsilon"), 1e-11);
    EXPECT_EQ(bench.hoc.name_declared("n"), 5);
    EXPECT_EQ(bench.hoc.name_declared("b"), 2);
    EXPECT_EQ(bench.hoc.name_declared("unknown"), 0);
}

TEST(Interpreter, RefersToPlacesByText) {
    Bench bench;
    bench.run("x = 2\ndouble a[3]\ncreate soma\nobjref b\nb = new Box(3)\n");
    bench.hoc.reference("a[1]")->store(7);
    bench.hoc.reference("soma.v(0.5)")->store(-70);
    bench.hoc.reference("b.x[2]")->store(5);
    EXPECT_EQ(bench.run("print a[1], soma.v(0.5), b.x[2]\n"), "7 -70 5 \n");
    EXPECT_THROW(bench.hoc.reference("1 + 1"), std::runtime_error);
}

TEST(Interpreter, KeepsReferencesSafeWhenTheirPlaceHasGone) {
    Bench bench;
    bench.run("double a[3]\nbegintemplate T\npublic n\nproc init() { n = 4 }\nendtemplate T\nobjref t\nt = new T()\n");
    const auto element = bench.hoc.reference("a[2]");
    const auto member = bench.hoc.reference("t.n");
    EXPECT_EQ(member->load(), 4);
    bench.run("double a[1]\nobjref t\n");
    EXPECT_THROW(element->load(), std::runtime_error);
    EXPECT_THROW(member->store(1), std::runtime_error);
}

TEST(Interpreter, RunsStatementsInAnObject) {
    Bench bench;
    bench.run(
        "begintemplate T\npublic n\nproc init() { n = 4 }\nproc hidden() { n = 40 }\nendtemplate T\nobjref t\nt = new "
        "T()\n");
    bench.hoc.execute("n = n + 1", *bench.hoc.object("t"));
    EXPECT_EQ(bench.run("print t.n\n"), "5 \n");
    bench.hoc.call("hidden", {}, *bench.hoc.object("t"));
    EXPECT_EQ(bench.run("print t.n\n"), "40 \n");
    EXPECT_THROW(bench.hoc.execute("brand_new = 1", *bench.hoc.object("t")), ScriptError);
}

TEST(Interpreter, StopsWhenInterrupted) {
    Bench bench;
    bench.registry.add(FunctionDefinition{"press_ctrl_c", "", "", [](Call& call) -> Result {
                                              call.interpreter().interrupt();
                                              return 0.0;
                                          }});
    bench.run("n = 0\nproc forever() { while (1) { n += 1  if (n == 5) press_ctrl_c() } }\n");
    for (const char* statement : {"forever()\n", "execute1(\"forever()\", 0)\n"}) {
        try {
            bench.run(std::string("n = 0\n") + statement);
            FAIL();
        } catch (const Interruption& interruption) {
            EXPECT_NE(interruption.where.find("while (1)"), std::string::npos) << interruption.where;
        }
        EXPECT_EQ(bench.run("print n\n"), "5 \n");
    }
    bench.hoc.interrupt();
    bench.hoc.forget_interrupt();
    EXPECT_EQ(bench.run("for n = 0, 2 {}\nprint n\n"), "3 \n");
}

TEST(Interpreter, HasStacksOfTheSizesAskedFor) {
    const std::string text = "func sum() { if ($1 == 0) return 0  return $1 + sum($1 - 1) }\nprint sum(1000)\n";
    Bench usual, few_values{{.values = 1000}}, few_frames{{.frames = 100}};
    EXPECT_EQ(usual.run(text), "500500 \n");
    EXPECT_NE(few_values.error(text).find("the stack is full"), std::string::npos);
    EXPECT_NE(few_frames.error(text).find("calls are nested too deeply: more than 100"), std::string::npos);
    EXPECT_EQ(few_values.run("print sum(20)\n"), "210 \n");
}

TEST(Interpreter, HasALimitOfStepsForFuzzing) {
    Bench bench;
    bench.hoc.set_step_limit(1000);
    EXPECT_NE(bench.error("while (1) { }\n").find("limit of steps"), std::string::npos);
    bench.hoc.set_step_limit(0);
    EXPECT_EQ(bench.run("for i = 0, 5000 { }\nprint i\n"), "5001 \n");
}

TEST(Interpreter, LoadsFilesOnceFromTheLibrary) {
    Bench bench;
    bench.hoc.set_library([](std::string_view name) -> std::optional<std::string> {
        if (name == "lib.hoc") return "n = n + 1\n";
        return std::nullopt;
    });
    EXPECT_EQ(bench.run("n = 0\nx = load_file(\"lib.hoc\")\nx += load_file(\"lib.hoc\")\nprint n, x\nx = load_file(1, "
                        "\"lib.hoc\")\nprint n\n"),
              "1 2 \n2 \n");
    EXPECT_EQ(bench.run("load_file(\"missing.hoc\")\n"), "\t0 \n");
    EXPECT_EQ(bench.run("load_file(\"lib.hoc\", \"n\")\nprint n\n"), "\t0 \n2 \n");
}

TEST(Interpreter, EndsByQuitWithItsStatus) {
    Bench bench;
    try {
        bench.run("quit(3)\n");
        FAIL() << "quit() came back";
    } catch (const Quit& quit) {
        EXPECT_EQ(quit.status, 3);
    }
    EXPECT_EQ(bench.run("print 1\n"), "1 \n");
}

TEST(Interpreter, PrintsResultsAtTheTopLevelOnly) {
    Bench bench;
    EXPECT_EQ(bench.run("3\n"), "\t3 \n");
    EXPECT_EQ(bench.run("\"abc\"\n"), "abc\n");
    EXPECT_EQ(bench.run("{3 twice(2)}\n"), "");
    EXPECT_EQ(bench.run("x = 3\n(x = 4)\n"), "\t4 \n");
    EXPECT_EQ(bench.run("if (1) x\n"), "");
    EXPECT_EQ(bench.run("printf(\"ab\\n\")\n"), "ab\n\t3 \n");
    EXPECT_EQ(bench.run("objref o\no\n"), "\tNULLobject \n");
}

TEST(Interpreter, DoesNotKnowOfAnother) {
    Bench one, two;
    one.run("x = 1\n");
    two.run("x = 2\n");
    EXPECT_EQ(one.hoc.number("x"), 1);
}

}  // namespace
}  // namespace ranvier::hoc::test
