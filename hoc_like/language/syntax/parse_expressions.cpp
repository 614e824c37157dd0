#include <algorithm>

#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/syntax/parser.hpp"

namespace ranvier::hoc {
namespace {

struct Operator {
    std::string_view text;
    int precedence;
    bool right;
    int op;
};
// NEURON's precedence; unary minus and ! stand between * and ^.
constexpr Operator operators[] = {
    {"||", 1, false, '|'}, {"&&", 2, false, '&'}, {"<", 3, false, '<'},  {"<=", 3, false, 'l'}, {">", 3, false, '>'},
    {">=", 3, false, 'g'}, {"==", 3, false, '='}, {"!=", 3, false, '!'}, {"+", 4, false, '+'},  {"-", 4, false, '-'},
    {"*", 5, false, '*'},  {"/", 5, false, '/'},  {"%", 5, false, '%'},  {"^", 7, true, '^'},
};
constexpr int unary_precedence = 6;
constexpr int deepest_expression = 1000;

const Operator* find_operator(const Token& token) {
    if (token.kind != TokenKind::symbol) return nullptr;
    const auto* found = std::find_if(std::begin(operators), std::end(operators),
                                     [&](const Operator& candidate) { return candidate.text == token.text; });
    return found == std::end(operators) ? nullptr : found;
}

}  // namespace

bool Parser::is_assignment() const {
    return is("=") || is("+=") || is("-=") || is("*=") || is("/=");
}

bool Parser::is_object_expression(const Node& node) {
    switch (node.kind) {
        case NodeKind::component:
        case NodeKind::object_variable:
        case NodeKind::local_object:
        case NodeKind::instance:
        case NodeKind::self:
        case NodeKind::range_object:
            return true;
        case NodeKind::argument:
            return node.op == 'o';
        default:
            return false;
    }
}

NodePtr Parser::parse_expression(int precedence) {
    if (++depth_ > deepest_expression) fail_here("the expression is nested too deeply");
    NodePtr left = parse_unary();
    while (const Operator* op = find_operator(token())) {
        if (op->precedence <= precedence) break;
        const int at = token().offset;
        advance();
        NodePtr node = make_node(NodeKind::binary, at);
        node->op = op->op;
        NodePtr right = parse_expression(op->right ? op->precedence - 1 : op->precedence);
        node->kids.push_back(std::move(left));
        node->kids.push_back(std::move(right));
        left = std::move(node);
    }
    --depth_;
    return left;
}

NodePtr Parser::parse_unary() {
    if (!is("-") && !is("!")) return parse_operand();
    NodePtr node = make_node(NodeKind::unary, token().offset);
    node->op = token().text[0];
    advance();
    node->kids.push_back(parse_expression(unary_precedence));
    return node;
}

NodePtr Parser::parse_operand(bool assignments) {
    NodePtr node = parse_primary();
    if (node->kind == NodeKind::call || node->kind == NodeKind::native_call || is_object_expression(*node)) {
        node = parse_chain(std::move(node));
    }
    if (assignments && !in_equation_ && is_assignment()) return parse_assignment(std::move(node));
    return node;
}

NodePtr Parser::parse_assignment(NodePtr target) {
    NodePtr node = make_node(NodeKind::assign, token().offset);
    node->op = token().text[0];
    switch (target->kind) {
        case NodeKind::variable:
            make_number(*target->symbol);
            break;
        case NodeKind::local:
        case NodeKind::local_object:
        case NodeKind::argument:
        case NodeKind::object_variable:
        case NodeKind::string_variable:
        case NodeKind::host_variable:
        case NodeKind::self:
        case NodeKind::component:
        case NodeKind::taper:
        case NodeKind::range:
            break;
        default:
            fail_here("nothing can be assigned to this");
    }
    advance();
    if (target->kind == NodeKind::taper) {
        target->op = node->op;
        target->kids.push_back(parse_expression());
        expect(":", "between the values at the two ends");
        target->kids.push_back(parse_expression());
        return target;
    }
    NodePtr value = parse_expression();
    node->kids.push_back(std::move(target));
    node->kids.push_back(std::move(value));
    return node;
}

NodePtr Parser::parse_primary() {
    const Token& t = token();
    const int at = t.offset;
    switch (t.kind) {
        case TokenKind::number: {
            NodePtr node = make_node(NodeKind::number, at);
            node->number = t.number;
            advance();
            return node;
        }
        case TokenKind::string: {
            NodePtr node = make_node(NodeKind::string, at);
            node->text = t.text;
            advance();
            return node;
        }
        case TokenKind::argument:
            return parse_argument_token();
        case TokenKind::name:
            return parse_name();
        case TokenKind::mistake:
            fail_here(t.text);
        default:
            break;
    }
    if (accept("(")) {
        NodePtr node = parse_expression();
        expect(")", "after the expression");
        if (node->kind == NodeKind::assign) {
            node->a = 1;
            return node;
        }
        // In parentheses a section name or assignment target stands for its value.
        return node;
    }
    fail_here("an expression expected, not " + found());
}

NodePtr Parser::parse_name() {
    const int at = token().offset;
    if (is("new")) return parse_new();
    if (is("read")) {
        advance();
        NodePtr node = make_node(NodeKind::read, at);
        expect("(", "after read");
        node->kids.push_back(parse_operand(false));
        if (node->kids[0]->kind == NodeKind::variable) make_number(*node->kids[0]->symbol);
        expect(")", "after the variable");
        return node;
    }
    if (is_keyword(token().text)) fail_here("an expression expected, not the word '" + token().text + "'");
    const std::string name = token().text;
    advance();
    int index = 0;
    if (const Local* found = local(name, index)) {
        NodePtr node = make_node(found->is_object ? NodeKind::local_object : NodeKind::local, at);
        node->a = index;
        node->text = name;
        if (found->is_object || !is("(")) return node;
        NodePtr call = make_node(NodeKind::call, at);  // a mistake, if it is ever reached
        call->text = name;
        parse_arguments(*call);
        return call;
    }
    if (Symbol* symbol = resolve(name)) {
        // A public name is the template's, also if it is built in: after `public v` there is a number v.
        const bool is_own = symbol->kind != SymbolKind::unknown || symbol->is_public;
        if (is_own || !names_.is_builtin(name)) return parse_symbol(*symbol, at);
    }
    if (names_.is_builtin(name)) return parse_builtin(name, at);
    return parse_symbol(names_.scope().find_or_add(name), at);
}

NodePtr Parser::parse_symbol(Symbol& symbol, int at) {
    NodePtr node;
    switch (symbol.kind) {
        case SymbolKind::unknown:
        case SymbolKind::number:
        case SymbolKind::numbers:
            if (is("(") && symbol.kind != SymbolKind::numbers) {
                node = make_node(NodeKind::call, at);  // a procedure that may be defined later
                node->symbol = &symbol;
                parse_arguments(*node);
                return node;
            }
            if (is(".")) {
                fail(at, symbol.name + (symbol.kind == SymbolKind::unknown ? " is not declared" : " is a number") +
                             ": before a '.' stands an objref or a section" + names_.suggestion(symbol.name));
            }
            node = make_node(NodeKind::variable, at);
            node->symbol = &symbol;
            parse_indices(*node);
            if (!node->kids.empty() && symbol.kind != SymbolKind::numbers) {
                fail(at, symbol.name + " is not an array" +
                             (symbol.kind == SymbolKind::unknown ? names_.suggestion(symbol.name) : ""));
            }
            if (!node->kids.empty() && static_cast<int>(node->kids.size()) != symbol.dimensions) {
                fail(at, symbol.name + " has " + std::to_string(symbol.dimensions) + " indices, not " +
                             std::to_string(node->kids.size()));
            }
            return node;
        case SymbolKind::string:
            node = make_node(NodeKind::string_variable, at);
            node->symbol = &symbol;
            return node;
        case SymbolKind::object:
        case SymbolKind::objects:
            if (symbol.name == "this" && symbol.scope->owner()) return make_node(NodeKind::self, at);
            node = make_node(NodeKind::object_variable, at);
            node->symbol = &symbol;
            parse_indices(*node);
            if (symbol.kind == SymbolKind::object && !node->kids.empty()) fail(at, symbol.name + " is not an array");
            if (!node->kids.empty() && static_cast<int>(node->kids.size()) != symbol.dimensions) {
                fail(at, symbol.name + " has " + std::to_string(symbol.dimensions) + " indices, not " +
                             std::to_string(node->kids.size()));
            }
            return node;
        case SymbolKind::section: {
            NodePtr section = parse_section(symbol, at);
            if (!accept(".")) fail(at, symbol.name + " is a section: '.' and a range variable expected after it");
            const int name_at = token().offset;
            const std::string name = token().kind == TokenKind::name ? token().text : std::string{};
            const auto range = name.empty() ? std::nullopt : names_.cable_host().range_name(name);
            if (!range) {
                fail(name_at, (name.empty() ? found() : name) + " is not a range variable" + names_.suggestion(name));
            }
            advance();
            return parse_range(*range, name, name_at, std::move(section));
        }
        case SymbolKind::procedure:
            if (!is("(")) fail(at, symbol.name + " is " + describe(symbol) + ": '(' expected after it");
            node = make_node(NodeKind::call, at);
            node->symbol = &symbol;
            parse_arguments(*node);
            return node;
        case SymbolKind::template_class:
            break;
    }
    node = make_node(NodeKind::instance, at);
    node->class_info = symbol.class_info;
    expect("[", "after the template's name (or 'new' before it)");
    node->kids.push_back(parse_expression());
    expect("]", "after the number");
    return node;
}

NodePtr Parser::parse_builtin(const std::string& name, int at) {
    if (const FunctionDefinition* function = names_.find_function(name)) {
        NodePtr node = make_node(NodeKind::native_call, at);
        node->function = function;
        if (!is("(")) fail(at, name + " is a function: " + function->signature);
        parse_arguments(*node);
        return node;
    }
    if (const VariableDefinition* variable = names_.find_variable(name)) {
        NodePtr node = make_node(NodeKind::host_variable, at);
        node->variable = variable;
        if (variable->length > 0) parse_indices(*node);
        if (node->kids.size() > 1) fail(at, name + " has one index");
        return node;
    }
    if (const MathFunction* function = find_math(name)) {
        NodePtr node = make_node(NodeKind::math, at);
        node->math = function->compute;
        node->text = name;
        expect("(", "after " + name);
        node->kids.push_back(parse_expression());
        expect(")", "after the argument of " + name);
        return node;
    }
    if (ClassInfo* info = names_.find_class(name)) {
        NodePtr node = make_node(NodeKind::instance, at);
        node->class_info = info;
        expect("[", "after the class's name (or 'new' before it)");
        node->kids.push_back(parse_expression());
        expect("]", "after the number");
        return node;
    }
    if (const auto range = names_.cable_host().range_name(name)) return parse_range(*range, name, at, nullptr);
    fail(at, name + " is the name of a mechanism: it can be inserted, and has no value");
}

NodePtr Parser::parse_argument_token() {
    const Token& t = token();
    NodePtr node = make_node(NodeKind::argument, t.offset);
    if (!procedure_) fail(t.offset, "arguments like $1 belong in a procedure");
    node->op = t.sigil;
    node->a = t.index;
    if (t.index == 0) {
        int index = 0;
        const Local* found = local("i", index);
        if (!found || found->is_object) fail(t.offset, "$i needs 'local i'");
        node->b = index;
    }
    advance();
    if (node->op == '&') parse_indices(*node);
    return node;
}

NodePtr Parser::parse_new() {
    NodePtr node = make_node(NodeKind::new_object, token().offset);
    advance();
    const int at = token().offset;
    node->text = expect_name("the name of a template or class");
    node->class_info = find_class(node->text);
    if (!node->class_info && !procedure_)
        fail(at, node->text + " is not a template or class" + names_.suggestion(node->text));
    if (is("(")) {
        parse_arguments(*node);
    } else {
        fail_here("'(' expected after the name of the class, not " + found());
    }
    return node;
}

NodePtr Parser::parse_address() {
    NodePtr node = make_node(NodeKind::address, token().offset);
    NodePtr place = parse_operand(false);
    switch (place->kind) {
        case NodeKind::variable:
            make_number(*place->symbol);
            break;
        case NodeKind::local:
        case NodeKind::argument:
        case NodeKind::host_variable:
        case NodeKind::component:
        case NodeKind::range:
            break;
        default:
            fail(node->at, "& needs a variable, a range variable with its position, or a member of an object");
    }
    node->kids.push_back(std::move(place));
    return node;
}

NodePtr Parser::parse_chain(NodePtr base) {
    while (is(".")) {
        advance();
        if (token().kind != TokenKind::name) fail_here("a member's name expected after '.', not " + found());
        NodePtr node = make_node(NodeKind::component, token().offset);
        node->text = token().text;
        advance();
        node->kids.push_back(std::move(base));
        parse_indices(*node);
        node->a = static_cast<int>(node->kids.size()) - 1;
        node->b = -1;
        if (is("(")) {
            parse_arguments(*node);
            node->b = static_cast<int>(node->kids.size()) - 1 - node->a;
        }
        base = std::move(node);
    }
    return base;
}

NodePtr Parser::parse_section(Symbol& symbol, int at) {
    NodePtr node = make_node(NodeKind::section, at);
    node->symbol = &symbol;
    parse_indices(*node);
    const int count = static_cast<int>(node->kids.size());
    if (count > 0 && count != symbol.dimensions && symbol.dimensions > 0) {
        fail(at, symbol.name + " has " + std::to_string(symbol.dimensions) + " indices, not " + std::to_string(count));
    }
    return node;
}

// `dend[3]`, `obj.dend[3]`, each perhaps with `(x)`.
NodePtr Parser::parse_section_designator(NodePtr& position) {
    const int at = token().offset;
    Symbol* symbol = token().kind == TokenKind::name ? resolve(token().text) : nullptr;
    int index = 0;
    if (symbol && symbol->kind == SymbolKind::section && !local(token().text, index)) {
        advance();
        NodePtr section = parse_section(*symbol, at);
        if (accept("(")) {
            position = parse_expression();
            expect(")", "after the position");
        }
        return section;
    }
    NodePtr node = parse_operand(false);
    if (node->kind == NodeKind::component && node->b == 1) {
        position = std::move(node->kids.back());
        node->kids.pop_back();
        node->b = -1;
    }
    if (!is_object_expression(*node) && node->kind != NodeKind::native_call) {
        fail(at, "a section expected" + (symbol ? ": " + symbol->name + " is " + describe(*symbol) : std::string{}));
    }
    return node;
}

NodePtr Parser::parse_range(const RangeName& range, std::string name, int at, NodePtr section) {
    NodePtr node = make_node(range.is_object ? NodeKind::range_object : NodeKind::range, at);
    node->a = range.id;
    node->b = range.length;
    node->op = range.per_section ? 1 : 0;
    node->text = std::move(name);
    NodePtr index;
    NodePtr position;
    if (accept("[")) {
        if (range.length <= 1) fail(at, node->text + " is not an array");
        index = parse_expression();
        expect("]", "after the index");
    }
    NodePtr second;
    if (!range.per_section && accept("(")) {
        position = parse_expression();
        if (accept(":")) second = parse_expression();
        expect(")", "after the position");
    }
    node->kids.push_back(std::move(section));
    node->kids.push_back(std::move(index));
    if (second) {
        node->kids.push_back(nullptr);
        if (!is_assignment()) fail_here("'=' expected after " + node->text + "(x0:x1)");
        NodePtr taper = make_node(NodeKind::taper, at);
        taper->kids.push_back(std::move(node));
        taper->kids.push_back(std::move(position));
        taper->kids.push_back(std::move(second));
        return taper;
    }
    node->kids.push_back(std::move(position));
    return node;
}

void Parser::parse_indices(Node& node) {
    while (accept("[")) {
        node.kids.push_back(parse_expression());
        expect("]", "after the index");
    }
}

void Parser::parse_arguments(Node& node) {
    expect("(", "before the arguments");
    if (accept(")")) return;
    do {
        if (accept("&")) {
            node.kids.push_back(parse_address());
        } else {
            node.kids.push_back(parse_expression());
        }
    } while (accept(","));
    expect(")", "after the arguments");
}

}  // namespace ranvier::hoc
