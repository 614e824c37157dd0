#include "mechanisms/nmodl/passes/solve_cnexp.hpp"

#include "mechanisms/nmodl/passes/linear_form.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"
#include "mechanisms/nmodl/passes/solver_states.hpp"

namespace ranvier::nmodl {
namespace {

/// The state of which `target` is the first derivative, or null.
ExpressionPtr state_of(const Program& program, const Expression& target) {
    const auto [symbol, order] = derivative_name(program, target.text);
    if (!symbol || order != 1) return nullptr;
    auto state = clone(target);
    state->text = symbol->name;
    return state;
}

ExpressionPtr number(const char* text) {
    return make_number(text);
}

/// How far `state` is from where it stays. NEURON takes 0 for the target of an equation with a product of the state.
ExpressionPtr distance_to_target(const Expression& state, const LinearForm& form, ExpressionPtr rest) {
    if (!form.is_linear) return make_unary("-", clone(state));
    auto slope = form.slope ? clone(*form.slope) : number("0.0");
    auto target = make_binary("/", make_unary("-", std::move(rest)), std::move(slope));
    return make_binary("-", std::move(target), clone(state));
}

StatementPtr cnexp_libm(const Expression& state, const LinearForm& form) {
    auto rest = form.rest ? clone(*form.rest) : number("0.0");
    auto dt = make_name("dt");
    if (!form.derivative) {
        // m = m - dt*(- rest)
        auto change = make_binary("*", std::move(dt), make_unary("-", std::move(rest)));
        return make_assign(clone(state), make_binary("-", clone(state), std::move(change)));
    }
    auto decay = make_call("exp", make_binary("*", std::move(dt), clone(*form.derivative)));
    auto fraction = make_binary("-", number("1.0"), std::move(decay));
    auto distance = distance_to_target(state, form, std::move(rest));
    auto change = make_binary("*", std::move(fraction), std::move(distance));
    return make_assign(clone(state), make_binary("+", clone(state), std::move(change)));
}

/// a/b without a common factor.
ExpressionPtr ratio(ExpressionPtr a, ExpressionPtr b) {
    const auto is_quotient = [](const Expression& e) { return e.kind == ExpressionKind::Binary && e.text == "/"; };
    const auto negative = [](const Expression& e) { return e.kind == ExpressionKind::Unary && e.text == "-"; };
    bool minus = false;
    for (auto* side : {&a, &b}) {
        if (negative(**side)) {
            minus = !minus;
            *side = std::move((*side)->operands[0]);
        }
    }
    ExpressionPtr made;
    if (is_quotient(*a) && is_quotient(*b) && equal(*a->operands[1], *b->operands[1])) {
        made = make_binary("/", std::move(a->operands[0]), std::move(b->operands[0]));
    } else {
        made = make_binary("/", std::move(a), std::move(b));
    }
    return simplify(minus ? make_unary("-", std::move(made)) : std::move(made));
}

StatementPtr cnexp_vector(const Expression& state, const LinearForm& form) {
    auto rest = form.rest ? simplify(clone(*form.rest)) : number("0.0");
    auto dt = make_name("dt");
    if (!form.derivative) {
        return make_assign(clone(state), make_call("fma", std::move(dt), std::move(rest), clone(state)));
    }
    auto slope = simplify(clone(*form.derivative));
    auto exponent = make_binary("*", std::move(dt), clone(*slope));
    const auto& inner = exponent->operands[1]->kind == ExpressionKind::Unary ? exponent->operands[1]->operands[0]
                                                                             : exponent->operands[1];
    if (inner->kind == ExpressionKind::Binary && inner->text == "/" && inner->operands[0]->is_number(1)) {
        const bool minus = exponent->operands[1]->kind == ExpressionKind::Unary;
        auto quotient = make_binary("/", make_name("dt"), clone(*inner->operands[1]));
        exponent = minus ? make_unary("-", std::move(quotient)) : std::move(quotient);
    }
    auto decay = make_call("exp", simplify(std::move(exponent)));
    if (!form.is_linear || rest->is_number(0)) {
        return make_assign(clone(state), make_binary("*", clone(state), std::move(decay)));
    }
    auto target = ratio(make_unary("-", std::move(rest)), std::move(slope));
    auto distance = make_binary("-", clone(state), clone(*target));
    return make_assign(clone(state), make_call("fma", std::move(distance), std::move(decay), std::move(target)));
}

}  // namespace

const Statement* equation_beyond_cnexp(const Program& program, const Block& block) {
    const Statement* first = nullptr;
    for_each_statement(block.body, [&](const Statement& statement) {
        if (first) return;
        if (statement.kind == StatementKind::Equation) first = &statement;
        if (statement.kind != StatementKind::Assign) return;
        if (derivative_name(program, statement.value[0]->text).order > 1) first = &statement;
        const auto state = state_of(program, *statement.value[0]);
        if (state && !linear_form(*statement.value[1], *state).has_derivative) first = &statement;
    });
    return first;
}

const Statement* equation_with_product(const Program& program, const Block& block) {
    const Statement* first = nullptr;
    for_each_statement(block.body, [&](const Statement& statement) {
        if (first || statement.kind != StatementKind::Assign) return;
        const auto state = state_of(program, *statement.value[0]);
        if (state && !linear_form(*statement.value[1], *state).is_linear) first = &statement;
    });
    return first;
}

void solve_cnexp(const Program& program, Statements& body, Math math) {
    for (auto& statement : body) {
        solve_cnexp(program, statement->body, math);
        solve_cnexp(program, statement->otherwise, math);
        if (statement->kind != StatementKind::Assign) continue;
        const auto state = state_of(program, *statement->value[0]);
        if (!state) continue;
        const auto form = linear_form(*statement->value[1], *state);
        const auto where = statement->where;
        statement = math == Math::libm ? cnexp_libm(*state, form) : cnexp_vector(*state, form);
        statement->where = where;
    }
}

}  // namespace ranvier::nmodl
