#include "hoc_like/language/syntax/parser.hpp"

// `depvar` and `eqn` become calls of the functions of those names, which work on the machine's system of equations:
//
//     depvar x          depvar(&x)
//     eqn x:: l = r     eqn(&x, 1)  while (eqn(1, l)) {}  while (eqn(0, r)) {}
//
// In the two sides, each variable x becomes eqn(&x), which records that x was read.

namespace ranvier::hoc {

ExpressionPtr Parser::call_of(const char* function, int at, ExpressionPtr first, ExpressionPtr second) {
    Expressions arguments;
    arguments.push_back(std::move(first));
    if (second) arguments.push_back(std::move(second));
    return make_expression(at, tree::NativeCall{names_.find_function(function), std::move(arguments)});
}

ExpressionPtr Parser::parse_unknown() {
    const int at = token().offset;
    ExpressionPtr address = parse_address();
    if (!as<tree::Variable>(*as<tree::Address>(*address)->place)) {
        fail(at, "the unknowns of equations must be named numbers");
    }
    return address;
}

StatementPtr Parser::parse_unknowns(int) {
    const int start = token().offset;
    tree::Block block;
    do {
        const int at = token().offset;
        block.statements.push_back(
            make_statement(at, tree::ExpressionStatement{call_of("depvar", at, parse_unknown()), false}));
    } while (accept(","));
    return make_statement(start, std::move(block));
}

void Parser::note_readings(ExpressionPtr& expression) {
    if (as<tree::Address>(*expression)) return;  // neither &x nor the target of an assignment reads the variable
    if (auto* assign = as<tree::Assign>(*expression)) return note_readings(assign->value);
    for_each_child(*expression, [&](ExpressionPtr& child) { note_readings(child); });
    if (!as<tree::Variable>(*expression)) return;
    const int at = expression->at;
    expression = call_of("eqn", at, make_expression(at, tree::Address{std::move(expression)}));
}

StatementPtr Parser::parse_side(bool is_left) {
    const int at = token().offset;
    ExpressionPtr side = parse_expression();
    note_readings(side);
    ExpressionPtr which = make_expression(at, tree::Number{is_left ? 1. : 0.});
    return make_statement(
        at, tree::While{call_of("eqn", at, std::move(which), std::move(side)), make_statement(at, tree::Block{})});
}

// eqn x:: left = right; or added terms: eqn x: left =, eqn x: = right
StatementPtr Parser::parse_equation(int) {
    const int at = token().offset;
    ExpressionPtr owner = parse_unknown();
    expect(":", "after the unknown that the equation belongs to");
    const bool is_whole = accept(":");
    tree::Block block;
    ExpressionPtr anew = make_expression(at, tree::Number{is_whole ? 1. : 0.});
    block.statements.push_back(
        make_statement(at, tree::ExpressionStatement{call_of("eqn", at, std::move(owner), std::move(anew)), false}));
    const bool has_left = is_whole || !is("=");
    in_equation_ = true;
    if (has_left) block.statements.push_back(parse_side(true));
    expect("=", "in the equation");
    if (is_whole || !has_left) block.statements.push_back(parse_side(false));
    in_equation_ = false;
    return make_statement(at, std::move(block));
}

}  // namespace ranvier::hoc
