#include "mechanisms/nmodl/passes/linear_form.hpp"

namespace ranvier::nmodl {
namespace {

ExpressionPtr copy(const ExpressionPtr& e) {
    return e ? clone(*e) : nullptr;
}
ExpressionPtr negated(ExpressionPtr e) {
    return e ? make_unary("-", std::move(e)) : nullptr;
}

ExpressionPtr sum(ExpressionPtr a, ExpressionPtr b) {
    if (!a) return b;
    if (!b) return a;
    return make_binary("+", std::move(a), std::move(b));
}

ExpressionPtr difference(ExpressionPtr a, ExpressionPtr b) {
    if (!a) return negated(std::move(b));
    if (!b) return a;
    return make_binary("-", std::move(a), std::move(b));
}

bool depends_on(const Expression& e, const Expression& state) {
    if (equal(e, state)) return true;
    for (const auto& operand : e.operands) {
        if (depends_on(*operand, state)) return true;
    }
    return false;
}

LinearForm opaque(const Expression& e, const Expression& state) {
    LinearForm form;
    form.rest = clone(e);
    if (depends_on(e, state)) form.has_derivative = form.is_linear = false;
    return form;
}

LinearForm product(const Expression& e, LinearForm l, LinearForm r) {
    LinearForm form;
    form.has_derivative = l.has_derivative && r.has_derivative;
    form.is_linear = l.is_linear && r.is_linear && !(l.slope && r.slope);
    const auto times = [](ExpressionPtr a, ExpressionPtr b) { return make_binary("*", std::move(a), std::move(b)); };
    const auto& lhs = *e.operands[0];
    const auto& rhs = *e.operands[1];
    if (l.derivative && r.derivative) {
        form.derivative =
            make_binary("+", times(std::move(l.derivative), clone(rhs)), times(clone(lhs), std::move(r.derivative)));
    } else if (l.derivative) {
        form.derivative = times(std::move(l.derivative), clone(rhs));
    } else if (r.derivative) {
        form.derivative = times(clone(lhs), std::move(r.derivative));
    }
    if (l.slope && !r.slope && r.rest) form.slope = times(std::move(l.slope), copy(r.rest));
    if (r.slope && !l.slope && l.rest) form.slope = times(copy(l.rest), std::move(r.slope));
    if (l.rest && r.rest) form.rest = times(std::move(l.rest), std::move(r.rest));
    return form;
}

LinearForm quotient(const Expression& e, LinearForm l, LinearForm r) {
    LinearForm form;
    form.has_derivative = l.has_derivative && r.has_derivative && !r.derivative;
    form.is_linear = l.is_linear && r.is_linear && !r.slope;
    const auto over = [&](ExpressionPtr a) {
        return a ? make_binary("/", std::move(a), clone(*e.operands[1])) : nullptr;
    };
    form.derivative = over(std::move(l.derivative));
    form.slope = over(std::move(l.slope));
    form.rest = over(std::move(l.rest));
    return form;
}

}  // namespace

LinearForm linear_form(const Expression& e, const Expression& state) {
    if (equal(e, state)) {
        LinearForm form;
        form.derivative = make_number("1.0");
        form.slope = make_number("1.0");
        return form;
    }
    if (e.kind == ExpressionKind::Number) {
        LinearForm form;
        if (e.text != "0.0") form.rest = clone(e);
        return form;
    }
    if (e.kind == ExpressionKind::Unary && e.text == "-") {
        auto form = linear_form(*e.operands[0], state);
        form.derivative = negated(std::move(form.derivative));
        form.slope = negated(std::move(form.slope));
        form.rest = negated(std::move(form.rest));
        return form;
    }
    if (e.kind == ExpressionKind::Binary && (e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/")) {
        auto l = linear_form(*e.operands[0], state), r = linear_form(*e.operands[1], state);
        if (e.text == "*") return product(e, std::move(l), std::move(r));
        if (e.text == "/") return quotient(e, std::move(l), std::move(r));
        const auto combine = e.text == "+" ? sum : difference;
        LinearForm form;
        form.derivative = combine(std::move(l.derivative), std::move(r.derivative));
        form.slope = combine(std::move(l.slope), std::move(r.slope));
        form.rest = combine(std::move(l.rest), std::move(r.rest));
        form.has_derivative = l.has_derivative && r.has_derivative;
        form.is_linear = l.is_linear && r.is_linear;
        return form;
    }
    return opaque(e, state);
}

}  // namespace ranvier::nmodl
