#include "hoc_like/language/syntax/parser.hpp"

#include <gtest/gtest.h>

#include "tests/hoc_like/language/fake_names.hpp"

namespace ranvier::hoc::test {
namespace {

template <class Form>
const Form& form_of(const Statement& statement) {
    return std::get<Form>(statement.form);
}

template <class Form>
const Form& form_of(const ExpressionPtr& expression) {
    return std::get<Form>(expression->form);
}

const tree::Assign& last_assignment(const Parsed& parsed) {
    return form_of<tree::Assign>(form_of<tree::ExpressionStatement>(parsed.last()).expression);
}

TEST(Parser, PutsUnaryMinusBetweenTimesAndPower) {
    const Parsed parsed{"x = -2 ^ 2 * 3\n"};
    const auto& product = form_of<tree::Binary>(last_assignment(parsed).value);
    EXPECT_EQ(product.op, BinaryOperator::multiply);
    const auto& minus = form_of<tree::Unary>(product.left);
    EXPECT_EQ(minus.op, UnaryOperator::minus);
    EXPECT_EQ(form_of<tree::Binary>(minus.operand).op, BinaryOperator::power);
    EXPECT_EQ(form_of<tree::Number>(product.right).value, 3);
}

TEST(Parser, TakesTheLeftOfEqualOperatorsFirstButTheRightOfPowers) {
    const Parsed difference{"x = 5 - 3 - 1\n"};
    EXPECT_EQ(form_of<tree::Number>(form_of<tree::Binary>(last_assignment(difference).value).right).value, 1);
    const Parsed power{"x = 2 ^ 3 ^ 2\n"};
    EXPECT_EQ(form_of<tree::Number>(form_of<tree::Binary>(last_assignment(power).value).left).value, 2);
}

TEST(Parser, GoesByWhatANameWasDeclaredToBe) {
    const Parsed section{"create soma\nsoma insert hh\n"};
    const auto& in_soma = form_of<tree::InSection>(section.last());
    EXPECT_EQ(form_of<tree::Section>(in_soma.section).symbol->name, "soma");
    EXPECT_EQ(form_of<tree::Insert>(*in_soma.body).mechanism, "hh");
    EXPECT_THROW(Parsed{"soma insert hh\n"}, ScriptError);  // a number has no statement

    const Parsed object{"objref o\no.n[2](3).m = 4\n"};
    const auto& m = form_of<tree::Component>(last_assignment(object).target);
    EXPECT_EQ(m.name, "m");
    EXPECT_FALSE(m.arguments.has_value());
    const auto& n = form_of<tree::Component>(m.object);
    EXPECT_EQ(n.indices.size(), 1u);
    EXPECT_EQ(n.arguments->size(), 1u);
    EXPECT_EQ(form_of<tree::ObjectVariable>(n.object).symbol->name, "o");
}

TEST(Parser, TakesAnUnknownNameWithParenthesesForAProcedureToCome) {
    const Parsed parsed{"later(1, 2)\n"};
    const auto& call = form_of<tree::Call>(form_of<tree::ExpressionStatement>(parsed.last()).expression);
    EXPECT_EQ(call.symbol->kind, SymbolKind::unknown);
    EXPECT_EQ(call.arguments.size(), 2u);
}

TEST(Parser, TurnsTapersIntoAStatementWithBothEnds) {
    const Parsed parsed{"create soma\nsoma.diam(0.2:0.8) *= 1:2\n"};
    const auto& taper = form_of<tree::Taper>(parsed.last());
    EXPECT_EQ(taper.range.name, "diam");
    EXPECT_EQ(taper.op, Assignment::multiply);
    EXPECT_EQ(form_of<tree::Number>(taper.x1).value, 0.8);
    EXPECT_EQ(form_of<tree::Number>(taper.y0).value, 1);
}

TEST(Parser, ReportsTheMistakesOfAProcedureTogether) {
    try {
        const Parsed parsed{"proc p() {\n  x = )\n  y = 1\n  z = ]\n}\n"};
        FAIL();
    } catch (const ScriptError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("test.hoc:2:7"), std::string::npos) << text;
        EXPECT_NE(text.find("test.hoc:4:7"), std::string::npos) << text;
        EXPECT_EQ(error.where().line, 2);
    }
}

TEST(Tree, VisitsChildrenInTheOrderOfTheSource) {
    const Parsed parsed{"objref o\nanswer(o.x[1](2), 3)\n"};
    const auto& alone = form_of<tree::ExpressionStatement>(parsed.last());
    std::vector<int> places;
    const auto visit = [&](auto& self, ExpressionPtr& each) -> void {
        places.push_back(each->at);
        for_each_child(*each, [&](ExpressionPtr& child) { self(self, child); });
    };
    for_each_child(*alone.expression, [&](ExpressionPtr& child) { visit(visit, child); });
    EXPECT_EQ(places, (std::vector{18, 16, 20, 23, 27}));  // .x, o, 1, 2, 3
}

}  // namespace
}  // namespace ranvier::hoc::test
