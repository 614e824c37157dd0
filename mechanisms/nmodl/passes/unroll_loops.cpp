#include "mechanisms/nmodl/passes/unroll_loops.hpp"

#include <cmath>

namespace ranvier::nmodl {
namespace {

constexpr int most_rounds = 10000;
constexpr int most_rounds_of_all = 100000;
constexpr long long largest_integer = 1'000'000'000;

std::optional<int> integer(long long value) {
    if (value < -largest_integer || value > largest_integer) return std::nullopt;
    return static_cast<int>(value);
}

bool has_equations(const Statements& body) {
    bool found = false;
    for_each_statement(body, [&](const Statement& s) {
        using enum StatementKind;
        found = found || s.kind == Reaction || s.kind == Conserve || s.kind == Equation;
    });
    return found;
}

/// Adds the number of rounds to `rounds`.
StatementPtr unrolled(const Statement& loop, int& rounds, Diagnostics& diagnostics) {
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
        if (++rounds > most_rounds_of_all) {
            diagnostics.error(loop.where, "loops around reactions or equations have more than " +
                                              std::to_string(most_rounds_of_all) + " rounds in all");
            break;
        }
        auto round = make_statement(StatementKind::Block, loop.where);
        round->body = clone(loop.body);
        const auto number = make_number(std::to_string(k));
        for_each_expression(round->body, [&](ExpressionPtr& e) { substitute(e, loop.name, *number); });
        made->body.push_back(std::move(round));
    }
    return made;
}

void unroll(Statements& body, int& rounds, Diagnostics& diagnostics) {
    for (auto& statement : body) {
        if (statement->kind == StatementKind::From && has_equations(statement->body)) {
            statement = unrolled(*statement, rounds, diagnostics);
        }
        unroll(statement->body, rounds, diagnostics);
        unroll(statement->otherwise, rounds, diagnostics);
    }
}

}  // namespace

std::optional<int> integer_value(const Expression& e) {
    if (e.kind == ExpressionKind::Number) {
        const double value = e.value();
        const bool is_small = std::abs(value) <= static_cast<double>(largest_integer);
        return is_small ? std::optional(static_cast<int>(value)) : std::nullopt;
    }
    if (e.kind == ExpressionKind::Unary && e.text == "-") {
        const auto value = integer_value(*e.operands[0]);
        return value ? std::optional<int>(-*value) : std::nullopt;
    }
    if (e.kind != ExpressionKind::Binary) return std::nullopt;
    const auto a = integer_value(*e.operands[0]), b = integer_value(*e.operands[1]);
    if (!a || !b) return std::nullopt;
    if (e.text == "+") return integer(*a + *b);
    if (e.text == "-") return integer(*a - *b);
    if (e.text == "*") return integer(static_cast<long long>(*a) * *b);
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
    int rounds = 0;
    unroll(body, rounds, diagnostics);
}

}  // namespace ranvier::nmodl
