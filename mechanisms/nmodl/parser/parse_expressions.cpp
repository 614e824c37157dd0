#include <utility>

#include "mechanisms/nmodl/parser/parser_state.hpp"

namespace ranvier::nmodl {
namespace {

/// Precedence of a binary operator; 0 for other tokens. All are left-associative; ^ binds tighter and is read by
/// power().
int precedence(const Token& token) {
    if (token.kind != TokenKind::Symbol) return 0;
    const auto& op = token.text;
    if (op == "||") return 1;
    if (op == "&&") return 2;
    if (op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=") return 3;
    if (op == "+" || op == "-") return 4;
    if (op == "*" || op == "/" || op == "%") return 5;
    return 0;
}

}  // namespace

ExpressionPtr Parser::expression() {
    const int operators = std::exchange(operators_, 0);
    auto made = binary(1);
    operators_ += operators;  // of the expression that encloses this one
    return made;
}

ExpressionPtr Parser::binary(int least) {
    auto lhs = unary();
    for (;;) {
        const int strength = precedence(peek());
        if (strength < least || strength == 0) return lhs;
        const auto op = take();
        if (++operators_ > max_operators) fail(op, "an expression with fewer operators");
        auto rhs = binary(strength + 1);
        lhs = make_binary(op.text, std::move(lhs), std::move(rhs));
    }
}

// A unary minus binds less tightly than ^ but more tightly than *: -a^b is -(a^b), -a*b is (-a)*b.
ExpressionPtr Parser::unary() {
    if (++depth_ > max_depth) fail(peek(), "an expression that is nested less deeply");
    ExpressionPtr made;
    if (at("-") || at("!")) {
        const auto op = take();
        made = make_unary(op.text, unary());
        made->where = op.where;
    } else if (at("+")) {
        take();
        made = unary();
    } else {
        made = power();
    }
    --depth_;
    return made;
}

ExpressionPtr Parser::power() {
    auto base = primary();
    if (!accept("^")) return base;
    return make_binary("^", std::move(base), unary());
}

ExpressionPtr Parser::variable(const Token& name) {
    std::string text = name.text;
    if (name.kind == TokenKind::Prime) text = (name.primes > 1 ? "D" + std::to_string(name.primes) : "D") + text;
    if (name.kind == TokenKind::Name && accept("@")) {  // x@k: x before the last k steps of its DISCRETE block
        auto past = make_index(text + "@", make_number(std::to_string(integer("an integer after '@'"))), name.where);
        if (accept("[")) {
            past->operands.push_back(expression());
            expect("]", "after the index");
        }
        return past;
    }
    if (!accept("[")) return make_name(text, name.where);
    auto index = expression();
    expect("]", "after the index");
    return make_index(text, std::move(index), name.where);
}

ExpressionPtr Parser::primary() {
    const auto token = take();
    switch (token.kind) {
        case TokenKind::Integer:
        case TokenKind::Real: {
            auto number = make_number(token.text, token.where);
            number->units = optional_units();
            return number;
        }
        case TokenKind::Prime:
            return variable(token);
        case TokenKind::Name: {
            if (!at("(")) return variable(token);
            take();
            std::vector<ExpressionPtr> arguments;
            if (!at(")")) {
                do {
                    if (peek().kind == TokenKind::String) {
                        const auto string = take();
                        auto made = std::make_unique<Expression>();
                        made->kind = ExpressionKind::String;
                        made->text = string.text;
                        made->where = string.where;
                        arguments.push_back(std::move(made));
                    } else {
                        arguments.push_back(expression());
                    }
                } while (accept(","));
            }
            expect(")", "after the arguments");
            return make_call(token.text, std::move(arguments), token.where);
        }
        case TokenKind::Symbol:
            if (token.text == "(") {
                auto inner = expression();
                expect(")", "to close the parenthesis");
                inner->is_parenthesised = true;
                if (inner->kind == ExpressionKind::Number && inner->units.empty()) inner->units = conversion_factor;
                return inner;
            }
            break;
        default:
            break;
    }
    fail(token, "an expression");
}

}  // namespace ranvier::nmodl
