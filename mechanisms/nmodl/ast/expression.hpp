#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/nmodl/source/diagnostics.hpp"

namespace ranvier::nmodl {

enum class ExpressionKind {
    Number,  ///< text: the literal; integers have ".0" appended, as NEURON evaluates them
    String,
    Name,    ///< text; a derivative m' is named "Dm", m'' "D2m"
    Index,   ///< text[operands[0]]
    Call,    ///< text(operands...)
    Unary,   ///< text is "-" or "!"
    Binary,  ///< text is one of + - * / ^ < > <= >= == != && ||
    Select   ///< operands[0] ? operands[1] : operands[2]; only passes create it, NMODL has no such operator
};

/// The value of Expression::units for a number in parentheses, `(0.001)`.
inline constexpr const char* conversion_factor = "()";

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
    ExpressionKind kind = ExpressionKind::Number;
    std::string text;
    std::vector<ExpressionPtr> operands;
    Location where;
    bool is_parenthesised = false;  ///< in the .mod file: (a + b)
    std::string units;              ///< of a Number: the units written after the number, or conversion_factor

    bool is_number(double value) const;
    /// The value of a Number.
    double value() const;
};

ExpressionPtr make_number(std::string literal, Location where = {});
ExpressionPtr make_number(double value, Location where = {});
ExpressionPtr make_name(std::string name, Location where = {});
ExpressionPtr make_index(std::string name, ExpressionPtr index, Location where = {});
ExpressionPtr make_unary(std::string op, ExpressionPtr operand);
ExpressionPtr make_binary(std::string op, ExpressionPtr lhs, ExpressionPtr rhs);
ExpressionPtr make_call(std::string name, std::vector<ExpressionPtr> arguments, Location where = {});
ExpressionPtr make_call(std::string name, ExpressionPtr a);
ExpressionPtr make_call(std::string name, ExpressionPtr a, ExpressionPtr b);
ExpressionPtr make_call(std::string name, ExpressionPtr a, ExpressionPtr b, ExpressionPtr c);
ExpressionPtr clone(const Expression& expression);
/// Whether two trees have the same shape and the same texts.
bool equal(const Expression& a, const Expression& b);
/// Whether text pasted beside the expression, such as `t +` or `* x`, joins only its nearest operand: it is a sum, a
/// comparison or a logical operation without parentheses.
bool is_open(const Expression& expression);

/// Calls visit(expression) for the expression and all its operands, outermost first.
template <class Visit>
void for_each(Expression& expression, Visit&& visit) {
    visit(expression);
    for (auto& operand : expression.operands) for_each(*operand, visit);
}
template <class Visit>
void for_each(const Expression& expression, Visit&& visit) {
    visit(expression);
    for (const auto& operand : expression.operands) for_each(std::as_const(*operand), visit);
}

}  // namespace ranvier::nmodl
