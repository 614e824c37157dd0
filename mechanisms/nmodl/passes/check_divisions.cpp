#include "mechanisms/nmodl/passes/check_divisions.hpp"

#include <cmath>
#include <optional>

namespace ranvier::nmodl {
namespace {

/// The value of an expression of numbers and CONSTANTs.
std::optional<double> constant_value(const Program& program, const Expression& e) {
    if (e.kind == ExpressionKind::Number) return e.value();
    if (e.kind == ExpressionKind::Name) {
        const auto* symbol = program.symbol(e.text);
        return symbol && symbol->storage == Storage::Constant ? std::optional(symbol->value) : std::nullopt;
    }
    if (e.kind == ExpressionKind::Unary && e.text == "-") {
        const auto value = constant_value(program, *e.operands[0]);
        return value ? std::optional(-*value) : std::nullopt;
    }
    if (e.kind != ExpressionKind::Binary) return std::nullopt;
    const auto a = constant_value(program, *e.operands[0]), b = constant_value(program, *e.operands[1]);
    if (e.text == "*" && ((a && *a == 0) || (b && *b == 0))) return 0.0;
    if (!a || !b) return std::nullopt;
    if (e.text == "+") return *a + *b;
    if (e.text == "-") return *a - *b;
    if (e.text == "*") return *a * *b;
    if (e.text == "/") return *a / *b;
    if (e.text == "^") return std::pow(*a, *b);
    return std::nullopt;
}

void check(const Program& program, const Expression& expression, Diagnostics& diagnostics) {
    for_each(expression, [&](const Expression& e) {
        if (e.kind != ExpressionKind::Binary || e.text != "/") return;
        if (constant_value(program, *e.operands[1]) != 0.0) return;
        diagnostics.warning(e.operands[1]->where, "division by 0 regardless of the variables: the result is inf or NaN",
                            "to handle a limit, write a condition: if (fabs(x) < 1e-6) { ... } else { ... }");
    });
}

}  // namespace

void check_divisions(const Program& program, Diagnostics& diagnostics) {
    for (const auto& block : program.blocks) {
        for_each_expression(block.body, [&](const Expression& e) { check(program, e, diagnostics); });
    }
}

}  // namespace ranvier::nmodl
