#include "mechanisms/nmodl/passes/linear_form.hpp"

namespace ranvier::nmodl {
namespace {

ExpressionPtr copy(const ExpressionPtr& e) {
    return e ? clone(*e) : nullptr;
}
ExpressionPtr negated(ExpressionPtr e) {
    return e ? make_unary("-", std::move(e)) : nullptr;
}

ExpressionPtr sum(const ExpressionPtr& a, const ExpressionPtr& b) {
    if (!a) return copy(b);
    if (!b) return copy(a);
    return make_binary("+", copy(a), copy(b));
}

ExpressionPtr difference(const ExpressionPtr& a, const ExpressionPtr& b) {
    if (!a) return negated(copy(b));
    if (!b) return copy(a);
    return make_binary("-", copy(a), copy(b));
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
            make_binary("+", times(copy(l.derivative), clone(rhs)), times(clone(lhs), copy(r.derivative)));
    } else if (l.derivative) {
        form.derivative = times(copy(l.derivative), clone(rhs));
    } else if (r.derivative) {
        form.derivative = times(clone(lhs), copy(r.derivative));
    }
    if (l.slope && !r.slope && r.rest) form.slope = times(copy(l.slope), copy(r.rest));
    if (r.slope && !l.slope && l.rest) form.slope = times(copy(l.rest), copy(r.slope));
    if (l.rest && r.rest) form.rest = times(copy(l.rest), copy(r.rest));
    return form;
}

LinearForm quotient(const Expression& e, LinearForm l, LinearForm r) {
    LinearForm form;
    form.has_derivative = l.has_derivative && r.has_derivative && !r.derivative;
    form.is_linear = l.is_linear && r.is_linear && !r.slope;
    const auto over = [&](const ExpressionPtr& a) {
        return a ? make_binary("/", copy(a), clone(*e.operands[1])) : nullptr;
    };
    form.derivative = over(l.derivative);
    form.slope = over(l.slope);
    form.rest = over(l.rest);
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
        form.derivative = combine(l.derivative, r.derivative);
        form.slope = combine(l.slope, r.slope);
        form.rest = combine(l.rest, r.rest);
        form.has_derivative = l.has_derivative && r.has_derivative;
        form.is_linear = l.is_linear && r.is_linear;
        return form;
    }
    return opaque(e, state);
}

}  // namespace ranvier::nmodl
