#include <algorithm>
#include <iterator>

#include "hoc_like/language/interface/nearest.hpp"
#include "hoc_like/language/syntax/parser.hpp"

namespace ranvier::hoc {
namespace {

constexpr int deepest_nesting = 200;

template <class... Kids>
NodePtr make_with(NodeKind kind, int at, Kids... kids) {
    NodePtr node = make_node(kind, at);
    (node->kids.push_back(std::move(kids)), ...);
    return node;
}

}  // namespace

NodePtr Parser::parse_statement() {
    if (++depth_ > deepest_nesting) fail_here("statements are nested too deeply");
    NodePtr node = is("{") ? parse_block() : parse_simple_statement();
    --depth_;
    return node;
}

NodePtr Parser::parse_block(bool opened) {
    const int start = token().offset;
    if (!opened) advance();
    NodePtr block = make_node(NodeKind::block, start);
    const int depth = depth_;
    while (true) {
        skip_lines();
        if (accept("}")) return block;
        if (token().kind == TokenKind::end) fail(start, "this { has no }");
        try {
            block->kids.push_back(parse_statement());
        } catch (const Failure&) {
            depth_ = depth;
            if (mistakes_.size() > 50) throw;
            resynchronize();
        }
    }
}

NodePtr Parser::parse_simple_statement() {
    const int at = token().offset;
    if (token().kind != TokenKind::name) return parse_expression_statement();
    if (is("if")) return parse_if();
    if (is("while")) return parse_while();
    if (is("for")) return parse_for();
    if (accept("print")) return parse_print();
    if (accept("return")) return parse_return();
    if (accept("break")) return make_node(NodeKind::break_loop, at);
    if (accept("continue")) return make_node(NodeKind::continue_loop, at);
    if (accept("stop")) return make_node(NodeKind::stop, at);
    if (accept("iterator_statement")) {
        if (!procedure_ || procedure_->procedure_kind != ProcedureKind::iterator) {
            fail(at, "iterator_statement belongs in an iterator");
        }
        return make_node(NodeKind::iterator_statement, at);
    }
    if (accept("double")) return parse_declarations(NodeKind::declare_numbers);
    if (accept("objref") || accept("objectvar")) return parse_declarations(NodeKind::declare_objects);
    if (accept("strdef")) return parse_declarations(NodeKind::declare_string);
    if (accept("create")) return parse_declarations(NodeKind::create);
    if (accept("connect")) return parse_connect();
    if (accept("access")) {
        NodePtr position;
        return make_with(NodeKind::access, at, parse_section_designator(position));
    }
    if (accept("insert")) return parse_insert(NodeKind::insert);
    if (accept("uninsert")) return parse_insert(NodeKind::uninsert);
    if (accept("setpointer")) return parse_set_pointer();
    if (accept("delete")) return parse_delete();
    if (accept("depvar")) return parse_unknowns();
    if (accept("eqn")) return parse_equation();
    if (accept("forall")) return make_with(NodeKind::for_all, at, parse_statement());
    if (accept("forsec")) return parse_over_sections(NodeKind::for_section);
    if (accept("ifsec")) return parse_over_sections(NodeKind::if_section);
    if (is("local") || is("localobj")) fail_here("'" + token().text + "' belongs at the start of a procedure's body");
    if (is("else")) fail_here("this else has no if");
    if (is("proc") || is("func") || is("obfunc") || is("iterator"))
        fail_here("procedures are defined at the top level only");
    if (is("begintemplate") || is("endtemplate") || is("public") || is("external")) {
        fail_here("'" + token().text + "' stands alone on its line, outside of { }");
    }
    return parse_expression_statement();
}

bool Parser::starts_statement() const {
    const TokenKind kind = token().kind;
    return (kind == TokenKind::name && token().text != "else") || kind == TokenKind::argument || is("{");
}

// `soma(.5) print secname()`: the number is the section's statement, and what follows does not belong to the section.
bool Parser::starts_value() const {
    const TokenKind kind = token().kind;
    return kind == TokenKind::number || kind == TokenKind::string || is("(") || is("-") || is("!");
}

// `vec.sum() - 4` prints nothing: NEURON takes it for a statement, -4, behind an object.
bool Parser::subtracts_from_object(const Node& expression) {
    if (expression.kind != NodeKind::binary) return false;
    const Node& left = *expression.kids[0];
    return left.kind == NodeKind::binary ? subtracts_from_object(left)
                                         : expression.op == '-' && is_object_expression(left);
}

NodePtr Parser::parse_expression_statement() {
    const int at = token().offset;
    if (token().kind == TokenKind::mistake) fail_here(token().text);
    if (token().kind == TokenKind::name) {
        Symbol* symbol = resolve(token().text);
        int index = 0;
        if (symbol && symbol->kind == SymbolKind::section && !local(symbol->name, index)) {
            // `soma insert hh`, or an expression that begins with `soma.`
            const std::size_t start = at_;
            advance();
            NodePtr section = parse_section(*symbol, at);
            if (!is(".")) {
                if (!starts_statement() && !starts_value())
                    fail_here("a statement expected after the section, not " + found());
                return make_with(NodeKind::in_section, at, std::move(section), parse_statement());
            }
            at_ = start;
        }
    }
    const bool opens_parenthesis = is("(");
    NodePtr value = parse_expression();
    if (value->kind == NodeKind::taper) return value;
    if (is_object_expression(*value) && starts_statement()) {
        return make_with(NodeKind::in_section, at, std::move(value), parse_statement());
    }
    NodePtr statement = make_with(NodeKind::expression, at, std::move(value));
    const Node& expression = *statement->kids.front();
    const bool assigns = expression.kind == NodeKind::assign && expression.a == 0;
    const bool is_proc = expression.kind == NodeKind::call && expression.symbol &&
                         expression.symbol->kind == SymbolKind::procedure &&
                         expression.symbol->procedure_kind == ProcedureKind::proc;
    const bool is_silent = assigns || is_proc || (!opens_parenthesis && subtracts_from_object(expression));
    statement->a = depth_ == 1 && !is_silent ? 1 : 0;
    return statement;
}

NodePtr Parser::parse_print() {
    NodePtr node = make_node(NodeKind::print, token().offset);
    if (at_line_end() || is("}")) return node;
    do {
        node->kids.push_back(parse_expression());
    } while (accept(","));
    return node;
}

NodePtr Parser::parse_if() {
    const int at = token().offset;
    advance();
    expect("(", "before the condition");
    NodePtr condition = parse_expression();
    expect(")", "after the condition");
    NodePtr then = parse_statement();
    const std::size_t here = at_;
    skip_lines();
    if (!accept("else")) {
        at_ = here;
        return make_with(NodeKind::if_else, at, std::move(condition), std::move(then), NodePtr{});
    }
    return make_with(NodeKind::if_else, at, std::move(condition), std::move(then), parse_statement());
}

NodePtr Parser::parse_while() {
    const int at = token().offset;
    advance();
    expect("(", "before the condition");
    NodePtr condition = parse_expression();
    expect(")", "after the condition");
    return make_with(NodeKind::while_do, at, std::move(condition), parse_statement());
}

NodePtr Parser::parse_for() {
    const int at = token().offset;
    advance();
    if (accept("(")) return parse_for_in_parentheses(at);
    NodePtr target = parse_operand(false);
    if (is("=")) {
        advance();
        if (target->kind == NodeKind::variable) make_number(*target->symbol);
        NodePtr first = parse_expression();
        expect(",", "between the first and the last value");
        NodePtr last = parse_expression();
        return make_with(NodeKind::for_range, at, std::move(target), std::move(first), std::move(last),
                         parse_statement());
    }
    const bool is_iterator =
        target->kind == NodeKind::component ||
        (target->kind == NodeKind::call && target->symbol && target->symbol->kind == SymbolKind::procedure &&
         target->symbol->procedure_kind == ProcedureKind::iterator);
    if (!is_iterator) fail_here("'=' or an iterator expected after 'for', not " + found());
    return make_with(NodeKind::for_iterator, at, std::move(target), parse_statement());
}

NodePtr Parser::parse_for_in_parentheses(int at) {
    NodePtr start;
    if (!is(";")) {
        const int depth = depth_;
        depth_ = 10;  // its value is not printed
        start = parse_statement();
        depth_ = depth;
        if (is(")") || is(",")) {
            if (start->kind != NodeKind::expression) fail_here("';' expected, not " + found());
            NodePtr target = std::move(start->kids.front());
            if (target->kind == NodeKind::variable) make_number(*target->symbol);
            NodePtr with_ends;
            if (accept(",")) with_ends = parse_expression();
            expect(")", "here");
            return make_with(NodeKind::for_positions, at, std::move(target), std::move(with_ends), parse_statement());
        }
    }
    expect(";", "after the start of 'for'");
    NodePtr condition = parse_expression();
    expect(";", "after the condition of 'for'");
    NodePtr step;
    if (!is(")")) {
        const int depth = depth_;
        depth_ = 10;
        step = parse_statement();
        depth_ = depth;
    }
    expect(")", "after the step of 'for'");
    return make_with(NodeKind::for_do, at, std::move(start), std::move(condition), std::move(step), parse_statement());
}

NodePtr Parser::parse_over_sections(NodeKind kind) {
    const int at = token().offset;
    NodePtr which = parse_operand(false);
    return make_with(kind, at, std::move(which), parse_statement());
}

NodePtr Parser::parse_return() {
    const int at = token().offset;
    if (!procedure_) fail(at, "return belongs in a procedure");
    if (at_line_end() || is("}") || is("else")) return make_with(NodeKind::return_value, at, NodePtr{});
    return make_with(NodeKind::return_value, at, parse_expression());
}

NodePtr Parser::parse_declarations(NodeKind kind) {
    NodePtr block = make_node(NodeKind::block, token().offset);
    do {
        const int at = token().offset;
        const std::string name = expect_name("a name");
        NodePtr node = make_node(kind, at);
        Symbol& symbol = declare(name, at);
        node->symbol = &symbol;
        while (accept("[")) {
            node->kids.push_back(parse_expression());
            expect("]", "after the size");
        }
        if (kind == NodeKind::declare_objects && symbol.kind == SymbolKind::objects && symbol.scope->owner() &&
            node->kids.empty()) {
            // The array of a template stays one, which has a single element until it is declared anew.
            node->kids.push_back(make_node(NodeKind::number, at));
            node->kids.back()->number = 1;
        }
        const int sizes = static_cast<int>(node->kids.size());
        switch (kind) {
            case NodeKind::declare_numbers:
                if (sizes == 0) fail(at, "the size is missing: double " + name + "[size]");
                make(symbol, SymbolKind::numbers, sizes, at);
                break;
            case NodeKind::declare_objects:
                make(symbol, sizes ? SymbolKind::objects : SymbolKind::object, sizes, at);
                break;
            case NodeKind::create:
                make(symbol, SymbolKind::section, sizes, at);
                break;
            default:
                if (sizes) fail(at, "there are no arrays of strdef");
                make(symbol, SymbolKind::string, 0, at);
        }
        block->kids.push_back(std::move(node));
    } while (accept(","));
    return block;
}

NodePtr Parser::parse_connect() {
    const int at = token().offset;
    NodePtr child_position;
    NodePtr child = parse_section_designator(child_position);
    if (!child_position) fail_here("'(0)' or '(1)' expected after the section to connect: connect dend(0), soma(1)");
    expect(",", "after the section to connect");
    NodePtr parent;
    NodePtr parent_position;
    bool is_section = false;
    if (token().kind == TokenKind::name) {
        int index = 0;
        const Local* name = local(token().text, index);
        Symbol* symbol = name ? nullptr : resolve(token().text);
        is_section = symbol && symbol->kind == SymbolKind::section;
        // `connect dend(0), cell.soma(1)`: an object expression that ends in parentheses names a section here.
        if ((name && name->is_object) ||
            (symbol && (symbol->kind == SymbolKind::object || symbol->kind == SymbolKind::objects)) ||
            find_class(token().text)) {
            is_section = true;
        }
    } else if (token().kind == TokenKind::argument && token().sigil == 'o') {
        is_section = true;
    }
    if (is_section) {
        const std::size_t start = at_;
        parent = parse_section_designator(parent_position);
        if (!parent_position) {
            at_ = start;
            parent.reset();
        }
    }
    if (!parent) parent_position = parse_expression();
    return make_with(NodeKind::connect, at, std::move(child), std::move(child_position), std::move(parent),
                     std::move(parent_position));
}

NodePtr Parser::parse_insert(NodeKind kind) {
    const int at = token().offset;
    NodePtr node = make_node(kind, at);
    if (token().kind != TokenKind::name) fail_here("the name of a mechanism expected, not " + found());
    node->text = token().text;
    advance();
    if (!names_.cable_host().is_mechanism(node->text)) {
        fail(at, node->text + " is not a density mechanism" +
                     nearest_suggestion(node->text, names_.cable_host().mechanism_names()));
    }
    return node;
}

NodePtr Parser::parse_set_pointer() {
    const int at = token().offset;
    NodePtr node = make_node(NodeKind::set_pointer, at);
    NodePtr section;
    Symbol* symbol = token().kind == TokenKind::name ? resolve(token().text) : nullptr;
    if (symbol && symbol->kind == SymbolKind::section) {
        advance();
        section = parse_section(*symbol, at);
        expect(".", "after the section");
        if (!names_.cable_host().is_pointer_name(token().text)) {
            fail_here(token().text + " is not a POINTER of a density mechanism");
        }
    }
    if (token().kind == TokenKind::name && names_.cable_host().is_pointer_name(token().text)) {
        node->text = token().text;
        advance();
        expect("(", "after the pointer's name");
        node->kids.push_back(parse_expression());
        expect(")", "after the position");
    } else {
        node->kids.push_back(parse_operand(false));
        if (node->kids[0]->kind != NodeKind::component) fail(at, "setpointer needs name(x) or object.name");
    }
    expect(",", "before the place to point to");
    node->kids.push_back(parse_address());
    if (section) node->kids.push_back(std::move(section));
    return node;
}

NodePtr Parser::parse_delete() {
    NodePtr node = make_node(NodeKind::delete_symbol, token().offset);
    const int at = token().offset;
    const std::string name = expect_name("a name");
    Symbol* symbol = resolve(name);
    if (!symbol || symbol->kind == SymbolKind::unknown) fail(at, name + " is not defined" + names_.suggestion(name));
    if (symbol->kind != SymbolKind::number && symbol->kind != SymbolKind::numbers) {
        fail(at, name + " is " + describe(*symbol) + ": only numbers can be deleted");
    }
    node->symbol = symbol;
    return node;
}

}  // namespace ranvier::hoc
