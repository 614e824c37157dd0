#include "hoc_like/language/compile/compiler.hpp"

#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_names.hpp"

namespace ranvier::hoc::test {
namespace {

/// The code of the last statement of a text.
Code compiled(const Parsed& parsed) {
    return compile_statement(parsed.source, parsed.last());
}

std::vector<Op> ops(const std::string& text) {
    const Parsed parsed{text};
    std::vector<Op> all;
    for (const Instruction& instruction : compiled(parsed).instructions) all.push_back(instruction.op);
    return all;
}

using Ops = std::vector<Op>;

TEST(Compiler, FusesArithmeticWithWhatStandsOnItsRight) {
    EXPECT_EQ(ops("x = 1\ny = 2\nx = y * 3 - y\n"),
              (Ops{Op::load_global, Op::multiply_constant, Op::subtract_global, Op::set_global, Op::end}));
    EXPECT_EQ(ops("x = 1\nx = x ^ 2\n"), (Ops{Op::load_global, Op::constant, Op::power, Op::set_global, Op::end}));
}

TEST(Compiler, AddsInPlaceIfTheSumLeavesItsVariableAlone) {
    EXPECT_EQ(ops("x = 1\nx = x + 2\n"), (Ops{Op::constant, Op::add_to_global, Op::end}));
    EXPECT_EQ(ops("x = 1\nx = x + answer()\n"),
              (Ops{Op::load_global, Op::call_native, Op::to_number, Op::add, Op::set_global, Op::end}));
}

TEST(Compiler, JumpsByComparisons) {
    EXPECT_EQ(ops("x = 1\nif (x < 2) x = 3\n"),
              (Ops{Op::load_global, Op::constant, Op::jump_unless_less, Op::constant, Op::set_global, Op::end}));
}

TEST(Compiler, CountsInTwoInstructionsAndPatchesTheirJumps) {
    const Parsed parsed{"i = 0\nx = 0\nfor i = 1, 9 { if (i > 5) break  x += i }\n"};
    const Code code = compiled(parsed);
    const auto place_of = [&](Op op) {
        const auto found = std::find_if(code.instructions.begin(), code.instructions.end(),
                                        [&](const Instruction& instruction) { return instruction.op == op; });
        return static_cast<int>(found - code.instructions.begin());
    };
    const int start = place_of(Op::for_start_global);
    const int step = place_of(Op::for_step_global);
    const int leave = place_of(Op::jump);
    EXPECT_EQ(step + code.instructions[static_cast<std::size_t>(step)].a, start + 1);
    EXPECT_EQ(start + code.instructions[static_cast<std::size_t>(start)].a, step + 1);
    EXPECT_EQ(leave + code.instructions[static_cast<std::size_t>(leave)].a, step + 1);
}

TEST(Compiler, MakesAStatementOfWrongTypesAnErrorOfTheRun) {
    const Parsed parsed{"strdef s\ns = 3\n"};
    const Code code = compiled(parsed);
    ASSERT_EQ(code.instructions.front().op, Op::raise);
    EXPECT_EQ(*code.instructions.front().text, "expected a string, not a number");
}

TEST(Compiler, SaysHowARangeIsAskedFor) {
    const Parsed parsed{"create soma\nsoma.v(0.5) += 2\n"};
    const Code code = compiled(parsed);
    EXPECT_EQ(code.instructions[0].op, Op::push_own_section);
    ASSERT_EQ(code.instructions[3].op, Op::store_range);
    const RangeAccess access = code.instructions[3].range_access();
    EXPECT_TRUE(access.has_position);
    EXPECT_FALSE(access.has_index);
    EXPECT_TRUE(access.drops_section);
    EXPECT_EQ(access.op, Assignment::add);
}

}  // namespace
}  // namespace ranvier::hoc::test
