#include "mechanisms/nmodl/passes/simplify.hpp"

#include <cmath>

namespace ranvier::nmodl {
namespace {

bool is_negative(const Expression& e) {
    return e.kind == ExpressionKind::Unary && e.text == "-";
}

ExpressionPtr negate(ExpressionPtr e) {
    if (is_negative(*e)) return std::move(e->operands[0]);
    if (e->kind == ExpressionKind::Number && e->value() == 0) return e;
    return make_unary("-", std::move(e));
}

ExpressionPtr numeric(const std::string& op, double a, double b) {
    double value = op == "+" ? a + b : op == "-" ? a - b : op == "*" ? a * b : a / b;
    if (!std::isfinite(value)) return nullptr;
    auto made = make_number(std::fabs(value));
    return std::signbit(value) && value != 0 ? make_unary("-", std::move(made)) : std::move(made);
}

ExpressionPtr binary(const std::string& op, ExpressionPtr a, ExpressionPtr b) {
    if (a->kind == ExpressionKind::Number && b->kind == ExpressionKind::Number) {
        if (auto value = numeric(op, a->value(), b->value())) return value;
    }
    if (op == "*" || op == "/") {
        const bool negative = is_negative(*a) != is_negative(*b);
        if (is_negative(*a)) a = std::move(a->operands[0]);
        if (is_negative(*b)) b = std::move(b->operands[0]);
        if (negative) return negate(binary(op, std::move(a), std::move(b)));
        if (b->is_number(1)) return a;
        if (op == "*" && a->is_number(1)) return b;
        if (a->is_number(0)) return a;
        if (op == "*" && b->is_number(0)) return b;
    } else if (op == "+") {
        if (a->is_number(0)) return b;
        if (b->is_number(0)) return a;
        if (is_negative(*b)) return binary("-", std::move(a), std::move(b->operands[0]));
        if (is_negative(*a)) return binary("-", std::move(b), std::move(a->operands[0]));
    } else if (op == "-") {
        if (b->is_number(0)) return a;
        if (a->is_number(0)) return negate(std::move(b));
        if (is_negative(*b)) return binary("+", std::move(a), std::move(b->operands[0]));
        if (is_negative(*a)) return negate(binary("+", std::move(a->operands[0]), std::move(b)));
    }
    return make_binary(op, std::move(a), std::move(b));
}

}  // namespace

ExpressionPtr simplify(ExpressionPtr e) {
    for (auto& operand : e->operands) operand = simplify(std::move(operand));
    if (e->kind == ExpressionKind::Unary && e->text == "-") return negate(std::move(e->operands[0]));
    const bool arithmetic = e->text == "+" || e->text == "-" || e->text == "*" || e->text == "/";
    if (e->kind == ExpressionKind::Binary && arithmetic) {
        return binary(e->text, std::move(e->operands[0]), std::move(e->operands[1]));
    }
    return e;
}

}  // namespace ranvier::nmodl
