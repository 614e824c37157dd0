#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

constexpr int most_rounds = 10000;

bool has_equations(const Statements& body) {
    bool found = false;
    for_each_statement(body, [&](const Statement& s) {
        using enum StatementKind;
        found = found || s.kind == Reaction || s.kind == Conserve || s.kind == Equation;
    });
    return found;
}

StatementPtr unrolled(const Statement& loop, Diagnostics& diagnostics) {
    const auto first = integer_value(*loop.value[0]), last = integer_value(*loop.value[1]);
    const auto step = loop.value.size() > 2 ? integer_value(*loop.value[2]) : 1;
    auto made = make_statement(StatementKind::Block, loop.where);
    if (!first || !last || !step || *step < 1 || (*last - *first) / *step > most_rounds) {
        diagnostics.error(loop.where,
                          "the bounds of a loop around reactions or equations must be integers known when "
                          "the mechanism is compiled",
                          "use DEFINE name integer");
        return made;
    }
    for (int k = *first; k <= *last; k += *step) {
        auto round = make_statement(StatementKind::Block, loop.where);
        round->body = clone(loop.body);
        const auto number = make_number(std::to_string(k));
        for_each_expression(round->body, [&](ExpressionPtr& e) { substitute(e, loop.name, *number); });
        made->body.push_back(std::move(round));
    }
    return made;
}

}  // namespace

std::optional<int> integer_value(const Expression& e) {
    if (e.kind == ExpressionKind::Number) return static_cast<int>(e.value());
    if (e.kind == ExpressionKind::Unary && e.text == "-") {
        const auto value = integer_value(*e.operands[0]);
        return value ? std::optional<int>(-*value) : std::nullopt;
    }
    if (e.kind != ExpressionKind::Binary) return std::nullopt;
    const auto a = integer_value(*e.operands[0]), b = integer_value(*e.operands[1]);
    if (!a || !b) return std::nullopt;
    if (e.text == "+") return *a + *b;
    if (e.text == "-") return *a - *b;
    if (e.text == "*") return *a * *b;
    if (e.text == "/" && *b != 0) return *a / *b;
    return std::nullopt;
}

void substitute(ExpressionPtr& e, const std::string& name, const Expression& by) {
    if (e->kind == ExpressionKind::Name && e->text == name) {
        e = clone(by);
        return;
    }
    for (auto& operand : e->operands) substitute(operand, name, by);
}

void unroll_loops(Statements& body, Diagnostics& diagnostics) {
    for (auto& statement : body) {
        if (statement->kind == StatementKind::From && has_equations(statement->body)) {
            statement = unrolled(*statement, diagnostics);
        }
        unroll_loops(statement->body, diagnostics);
        unroll_loops(statement->otherwise, diagnostics);
    }
}

}  // namespace ranvier::nmodl
