#include "hoc_like/language/syntax/parser.hpp"

// `depvar` and `eqn` become calls of the functions of those names, which work on Machine::equations.

namespace ranvier::hoc {
namespace {

NodePtr number_node(int at, double value) {
    NodePtr node = make_node(NodeKind::number, at);
    node->number = value;
    return node;
}

bool is_read_by(const Node& parent, std::size_t kid) {
    return !(kid == 0 && (parent.kind == NodeKind::address || parent.kind == NodeKind::assign));
}

}  // namespace

NodePtr Parser::call_of(const char* function, int at, NodePtr first, NodePtr second) {
    NodePtr node = make_node(NodeKind::native_call, at);
    node->function = names_.find_function(function);
    node->kids.push_back(std::move(first));
    if (second) node->kids.push_back(std::move(second));
    return node;
}

NodePtr Parser::parse_unknown() {
    const int at = token().offset;
    NodePtr place = parse_address();
    if (place->kids[0]->kind != NodeKind::variable) fail(at, "the unknowns of equations are numbers with a name");
    return place;
}

NodePtr Parser::parse_unknowns() {
    NodePtr block = make_node(NodeKind::block, token().offset);
    do {
        const int at = token().offset;
        NodePtr statement = make_node(NodeKind::expression, at);
        statement->kids.push_back(call_of("depvar", at, parse_unknown(), nullptr));
        block->kids.push_back(std::move(statement));
    } while (accept(","));
    return block;
}

/// Variables in it become calls that note the reading: `x` becomes `eqn(&x)`.
void Parser::note_readings(NodePtr& node) {
    if (!node) return;
    for (std::size_t k = 0; k < node->kids.size(); ++k) {
        if (is_read_by(*node, k)) note_readings(node->kids[k]);
    }
    if (node->kind != NodeKind::variable) return;
    const int at = node->at;
    NodePtr address = make_node(NodeKind::address, at);
    address->kids.push_back(std::move(node));
    node = call_of("eqn", at, std::move(address), nullptr);
}

/// `while (eqn(is_left, side)) {}`
NodePtr Parser::parse_side(bool is_left) {
    const int at = token().offset;
    NodePtr side = parse_expression();
    note_readings(side);
    NodePtr loop = make_node(NodeKind::while_do, at);
    loop->kids.push_back(call_of("eqn", at, number_node(at, is_left), std::move(side)));
    loop->kids.push_back(make_node(NodeKind::block, at));
    return loop;
}

// eqn x:: left = right, or terms that are added: eqn x: left =, eqn x: = right
NodePtr Parser::parse_equation() {
    const int at = token().offset;
    NodePtr owner = parse_unknown();
    expect(":", "after the unknown that the equation belongs to");
    const bool is_whole = accept(":");
    NodePtr block = make_node(NodeKind::block, at);
    NodePtr begin = make_node(NodeKind::expression, at);
    begin->kids.push_back(call_of("eqn", at, std::move(owner), number_node(at, is_whole)));
    block->kids.push_back(std::move(begin));
    const bool has_left = is_whole || !is("=");
    in_equation_ = true;
    if (has_left) block->kids.push_back(parse_side(true));
    expect("=", "in the equation");
    if (is_whole || !has_left) block->kids.push_back(parse_side(false));
    in_equation_ = false;
    return block;
}

}  // namespace ranvier::hoc
