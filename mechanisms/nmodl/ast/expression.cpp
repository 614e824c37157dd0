#include "mechanisms/nmodl/ast/expression.hpp"

#include <cstdio>
#include <cstdlib>

namespace ranvier::nmodl {
namespace {

ExpressionPtr make(ExpressionKind kind, std::string text, Location where) {
    auto made = std::make_unique<Expression>();
    made->kind = kind;
    made->text = std::move(text);
    made->where = where;
    return made;
}

}  // namespace

double Expression::value() const {
    return std::strtod(text.c_str(), nullptr);
}
bool Expression::is_number(double number) const {
    return kind == ExpressionKind::Number && value() == number;
}

ExpressionPtr make_number(std::string literal, Location where) {
    if (literal.find_first_of(".eEn") == std::string::npos) literal += ".0";
    return make(ExpressionKind::Number, std::move(literal), where);
}

ExpressionPtr make_number(double value, Location where) {
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return make_number(std::string(text), where);
}

ExpressionPtr make_name(std::string name, Location where) {
    return make(ExpressionKind::Name, std::move(name), where);
}

ExpressionPtr make_index(std::string name, ExpressionPtr index, Location where) {
    auto made = make(ExpressionKind::Index, std::move(name), where);
    made->operands.push_back(std::move(index));
    return made;
}

ExpressionPtr make_unary(std::string op, ExpressionPtr operand) {
    auto made = make(ExpressionKind::Unary, std::move(op), operand->where);
    made->operands.push_back(std::move(operand));
    return made;
}

ExpressionPtr make_binary(std::string op, ExpressionPtr lhs, ExpressionPtr rhs) {
    auto made = make(ExpressionKind::Binary, std::move(op), lhs->where);
    made->operands.push_back(std::move(lhs));
    made->operands.push_back(std::move(rhs));
    return made;
}

ExpressionPtr make_call(std::string name, std::vector<ExpressionPtr> arguments, Location where) {
    auto made = make(ExpressionKind::Call, std::move(name), where);
    made->operands = std::move(arguments);
    return made;
}

ExpressionPtr make_call(std::string name, ExpressionPtr a) {
    std::vector<ExpressionPtr> arguments;
    const auto where = a->where;
    arguments.push_back(std::move(a));
    return make_call(std::move(name), std::move(arguments), where);
}

ExpressionPtr make_call(std::string name, ExpressionPtr a, ExpressionPtr b) {
    auto made = make_call(std::move(name), std::move(a));
    made->operands.push_back(std::move(b));
    return made;
}

ExpressionPtr make_call(std::string name, ExpressionPtr a, ExpressionPtr b, ExpressionPtr c) {
    auto made = make_call(std::move(name), std::move(a), std::move(b));
    made->operands.push_back(std::move(c));
    return made;
}

ExpressionPtr clone(const Expression& expression) {
    auto made = make(expression.kind, expression.text, expression.where);
    made->is_parenthesised = expression.is_parenthesised;
    made->units = expression.units;
    for (const auto& operand : expression.operands) made->operands.push_back(clone(*operand));
    return made;
}

bool equal(const Expression& a, const Expression& b) {
    if (a.kind != b.kind || a.text != b.text || a.operands.size() != b.operands.size()) return false;
    for (std::size_t i = 0; i < a.operands.size(); ++i) {
        if (!equal(*a.operands[i], *b.operands[i])) return false;
    }
    return true;
}

bool is_open(const Expression& expression) {
    const auto& op = expression.text;
    const bool is_product = op == "*" || op == "/" || op == "%" || op == "^";
    return expression.kind == ExpressionKind::Binary && !expression.is_parenthesised && !is_product;
}

}  // namespace ranvier::nmodl
