#include <algorithm>
#include <iterator>

#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/syntax/parser.hpp"

// Statements. One table maps keywords to the functions that parse their statements.

namespace ranvier::hoc {
namespace {

constexpr int deepest_nesting = 200;
constexpr int not_printed = 10;  // a depth at which values are not printed

}  // namespace

StatementPtr Parser::parse_statement() {
    if (++depth_ > deepest_nesting) fail_here("statements are nested too deeply");
    StatementPtr statement = is("{") ? parse_block() : parse_simple_statement();
    --depth_;
    return statement;
}

StatementPtr Parser::parse_unprinted_statement() {
    const int depth = depth_;
    depth_ = not_printed;
    StatementPtr statement = parse_statement();
    depth_ = depth;
    return statement;
}

StatementPtr Parser::parse_block(bool opened) {
    const int start = token().offset;
    if (!opened) advance();
    tree::Block block;
    const int depth = depth_;
    while (true) {
        skip_lines();
        if (accept("}")) return make_statement(start, std::move(block));
        if (token().kind == TokenKind::end) fail(start, "this { has no }");
        try {
            block.statements.push_back(parse_statement());
        } catch (const Failure&) {
            depth_ = depth;
            if (mistakes_.size() > 50) throw;
            resynchronize();
        }
    }
}

StatementPtr Parser::parse_simple_statement() {
    using Kind = tree::Declaration::Kind;
    struct Rule {
        std::string_view word;
        StatementPtr (Parser::*parse)(int at);
    };
    static constexpr Rule rules[] = {
        {"if", &Parser::parse_if},
        {"while", &Parser::parse_while},
        {"for", &Parser::parse_for},
        {"print", &Parser::parse_print},
        {"return", &Parser::parse_return},
        {"break", &Parser::parse_word<tree::Break>},
        {"continue", &Parser::parse_word<tree::Continue>},
        {"stop", &Parser::parse_word<tree::Stop>},
        {"iterator_statement", &Parser::parse_iterator_statement},
        {"double", &Parser::parse_declarations<Kind::numbers>},
        {"objref", &Parser::parse_declarations<Kind::objects>},
        {"objectvar", &Parser::parse_declarations<Kind::objects>},
        {"strdef", &Parser::parse_declarations<Kind::text>},
        {"create", &Parser::parse_declarations<Kind::sections>},
        {"connect", &Parser::parse_connect},
        {"access", &Parser::parse_access},
        {"insert", &Parser::parse_insert<tree::Insert>},
        {"uninsert", &Parser::parse_insert<tree::Uninsert>},
        {"setpointer", &Parser::parse_set_pointer},
        {"delete", &Parser::parse_delete},
        {"depvar", &Parser::parse_unknowns},
        {"eqn", &Parser::parse_equation},
        {"forall", &Parser::parse_forall},
        {"forsec", &Parser::parse_over_sections<tree::ForSection>},
        {"ifsec", &Parser::parse_over_sections<tree::IfSection>},
    };
    if (token().kind != TokenKind::name) return parse_expression_statement();
    const int at = token().offset;
    const auto rule =
        std::find_if(std::begin(rules), std::end(rules), [&](const Rule& each) { return each.word == token().text; });
    if (rule != std::end(rules)) {
        advance();
        return (this->*rule->parse)(at);
    }
    refuse_misplaced_word();
    if (StatementPtr statement = parse_section_statement()) return statement;
    return parse_expression_statement();
}

void Parser::refuse_misplaced_word() {
    if (is("local") || is("localobj")) fail_here("'" + token().text + "' belongs at the start of a procedure's body");
    if (is("else")) fail_here("this else has no if");
    if (is("proc") || is("func") || is("obfunc") || is("iterator"))
        fail_here("procedures are defined at the top level only");
    if (is("begintemplate") || is("endtemplate") || is("public") || is("external")) {
        fail_here("'" + token().text + "' must be alone on its line, outside { }");
    }
}

bool Parser::starts_statement() const {
    const TokenKind kind = token().kind;
    return (kind == TokenKind::name && token().text != "else") || kind == TokenKind::argument || is("{");
}

// In `soma(.5) print secname()`, the number is the section's statement; the rest does not belong to the section.
bool Parser::starts_value() const {
    const TokenKind kind = token().kind;
    return kind == TokenKind::number || kind == TokenKind::string || is("(") || is("-") || is("!");
}

// `vec.sum() - 4` prints nothing: NEURON parses it as a statement, -4, after an object.
bool Parser::subtracts_from_object(const Expression& expression) {
    const auto* difference = as<tree::Binary>(expression);
    if (!difference) return false;
    if (as<tree::Binary>(*difference->left)) return subtracts_from_object(*difference->left);
    return difference->op == BinaryOperator::subtract && is_object_expression(*difference->left);
}

/// `soma insert hh`; null if there is no section here or if an expression begins with `soma.`
StatementPtr Parser::parse_section_statement() {
    Symbol* symbol = section_here();
    if (!symbol) return nullptr;
    const std::size_t start = at_;
    const int at = token().offset;
    advance();
    ExpressionPtr section = parse_section(*symbol, at);
    if (is(".")) {
        at_ = start;
        return nullptr;
    }
    if (!starts_statement() && !starts_value()) fail_here("expected a statement after the section, not " + found());
    StatementPtr body = parse_statement();
    return make_statement(at, tree::InSection{std::move(section), std::move(body)});
}

StatementPtr Parser::parse_expression_statement() {
    const int at = token().offset;
    if (token().kind == TokenKind::mistake) fail_here(token().text);
    const bool opens_parenthesis = is("(");
    ExpressionPtr expression = parse_expression();
    if (auto* taper = as<tree::Taper>(*expression)) return make_statement(expression->at, std::move(*taper));
    if (is_object_expression(*expression) && starts_statement()) {
        StatementPtr body = parse_statement();
        return make_statement(at, tree::InSection{std::move(expression), std::move(body)});
    }
    const bool prints = is_printed(*expression, opens_parenthesis);
    return make_statement(at, tree::ExpressionStatement{std::move(expression), prints});
}

// The top level prints values, except those of assignments and procs.
bool Parser::is_printed(const Expression& expression, bool opens_parenthesis) const {
    if (depth_ != 1) return false;
    if (const auto* assign = as<tree::Assign>(expression)) return assign->in_parentheses;
    if (const auto* call = as<tree::Call>(expression)) {
        return !(call->symbol->kind == SymbolKind::procedure && call->symbol->procedure_kind == ProcedureKind::proc);
    }
    return opens_parenthesis || !subtracts_from_object(expression);
}

StatementPtr Parser::parse_print(int) {
    const int at = token().offset;
    Expressions values;
    if (!at_line_end() && !is("}")) {
        do {
            values.push_back(parse_expression());
        } while (accept(","));
    }
    return make_statement(at, tree::Print{std::move(values)});
}

ExpressionPtr Parser::parse_condition() {
    expect("(", "before the condition");
    ExpressionPtr condition = parse_expression();
    expect(")", "after the condition");
    return condition;
}

StatementPtr Parser::parse_if(int at) {
    ExpressionPtr condition = parse_condition();
    StatementPtr then = parse_statement();
    const std::size_t here = at_;
    skip_lines();
    StatementPtr otherwise;
    if (accept("else")) {
        otherwise = parse_statement();
    } else {
        at_ = here;
    }
    return make_statement(at, tree::If{std::move(condition), std::move(then), std::move(otherwise)});
}

StatementPtr Parser::parse_while(int at) {
    ExpressionPtr condition = parse_condition();
    return make_statement(at, tree::While{std::move(condition), parse_statement()});
}

StatementPtr Parser::parse_for(int at) {
    if (accept("(")) return parse_for_in_parentheses(at);
    ExpressionPtr target = parse_operand(false);
    if (accept("=")) return parse_for_range(at, std::move(target));
    const auto* call = as<tree::Call>(*target);
    const bool is_iterator = as<tree::Component>(*target) || (call && call->symbol->kind == SymbolKind::procedure &&
                                                              call->symbol->procedure_kind == ProcedureKind::iterator);
    if (!is_iterator) fail_here("expected '=' or an iterator after 'for', not " + found());
    return make_statement(at, tree::ForIterator{std::move(target), parse_statement()});
}

StatementPtr Parser::parse_for_range(int at, ExpressionPtr target) {
    if (const auto* variable = as<tree::Variable>(*target)) make_number(*variable->symbol);
    ExpressionPtr first = parse_expression();
    expect(",", "between the first and the last value");
    ExpressionPtr last = parse_expression();
    StatementPtr body = parse_statement();
    return make_statement(at, tree::ForRange{std::move(target), std::move(first), std::move(last), std::move(body)});
}

StatementPtr Parser::parse_for_in_parentheses(int at) {
    StatementPtr start;
    if (!is(";")) {
        start = parse_unprinted_statement();
        if (is(")") || is(",")) return parse_for_positions(at, std::move(start));
    }
    expect(";", "after the start of 'for'");
    ExpressionPtr condition = parse_expression();
    expect(";", "after the condition of 'for'");
    StatementPtr step;
    if (!is(")")) step = parse_unprinted_statement();
    expect(")", "after the step of 'for'");
    StatementPtr body = parse_statement();
    return make_statement(at, tree::For{std::move(start), std::move(condition), std::move(step), std::move(body)});
}

// `for (x)`, `for (x, with_ends)`: x has been read as a statement.
StatementPtr Parser::parse_for_positions(int at, StatementPtr start) {
    auto* alone = std::get_if<tree::ExpressionStatement>(&start->form);
    if (!alone) fail_here("expected ';', not " + found());
    ExpressionPtr target = std::move(alone->expression);
    if (const auto* variable = as<tree::Variable>(*target)) make_number(*variable->symbol);
    ExpressionPtr with_ends;
    if (accept(",")) with_ends = parse_expression();
    expect(")", "here");
    StatementPtr body = parse_statement();
    return make_statement(at, tree::ForPositions{std::move(target), std::move(with_ends), std::move(body)});
}

StatementPtr Parser::parse_forall(int at) {
    return make_statement(at, tree::ForAll{parse_statement()});
}

template <class Form>
StatementPtr Parser::parse_over_sections(int) {
    const int at = token().offset;
    ExpressionPtr which = parse_operand(false);
    StatementPtr body = parse_statement();
    return make_statement(at, Form{std::move(which), std::move(body)});
}

template <class Form>
StatementPtr Parser::parse_word(int at) {
    return make_statement(at, Form{});
}

StatementPtr Parser::parse_iterator_statement(int at) {
    if (!procedure_ || procedure_->procedure_kind != ProcedureKind::iterator) {
        fail(at, "iterator_statement belongs in an iterator");
    }
    return make_statement(at, tree::RepeatedStatement{});
}

StatementPtr Parser::parse_return(int) {
    const int at = token().offset;
    if (!procedure_) fail(at, "return belongs in a procedure");
    const bool has_value = !at_line_end() && !is("}") && !is("else");
    return make_statement(at, tree::Return{has_value ? parse_expression() : nullptr});
}

template <tree::Declaration::Kind kind>
StatementPtr Parser::parse_declarations(int) {
    const int at = token().offset;
    tree::Block block;
    do {
        block.statements.push_back(parse_declaration(kind));
    } while (accept(","));
    return make_statement(at, std::move(block));
}

StatementPtr Parser::parse_declaration(tree::Declaration::Kind kind) {
    using Kind = tree::Declaration::Kind;
    const int at = token().offset;
    const std::string name = expect_name("a name");
    Symbol& symbol = declare(name, at);
    Expressions sizes;
    while (accept("[")) {
        sizes.push_back(parse_expression());
        expect("]", "after the size");
    }
    const bool is_member_array = symbol.kind == SymbolKind::objects && symbol.scope->owner();
    if (kind == Kind::objects && is_member_array && sizes.empty()) {
        // An array of a template stays an array; it has a single element until it is declared again.
        sizes.push_back(make_expression(at, tree::Number{1}));
    }
    const int dimensions = static_cast<int>(sizes.size());
    switch (kind) {
        case Kind::numbers:
            if (dimensions == 0) fail(at, "the size is missing: double " + name + "[size]");
            make(symbol, SymbolKind::numbers, dimensions, at);
            break;
        case Kind::objects:
            make(symbol, dimensions ? SymbolKind::objects : SymbolKind::object, dimensions, at);
            break;
        case Kind::sections:
            make(symbol, SymbolKind::section, dimensions, at);
            break;
        case Kind::text:
            if (dimensions) fail(at, "there are no arrays of strdef");
            make(symbol, SymbolKind::string, 0, at);
    }
    return make_statement(at, tree::Declaration{kind, &symbol, std::move(sizes)});
}

StatementPtr Parser::parse_connect(int) {
    const int at = token().offset;
    tree::Connect connect;
    connect.child = parse_section_designator(connect.child_end);
    if (!connect.child_end) {
        fail_here("expected '(0)' or '(1)' after the section to connect: connect dend(0), soma(1)");
    }
    expect(",", "after the section to connect");
    connect.parent = parse_parent(connect.parent_position);
    if (!connect.parent) connect.parent_position = parse_expression();
    return make_statement(at, std::move(connect));
}

/// The section to connect to, with its position. Returns null and reads nothing if there is only a position.
ExpressionPtr Parser::parse_parent(ExpressionPtr& position) {
    if (!may_name_parent()) return nullptr;
    const std::size_t start = at_;
    ExpressionPtr parent = parse_section_designator(position);
    if (position) return parent;
    at_ = start;
    return nullptr;
}

// In `connect dend(0), cell.soma(1)`, an object expression that ends in parentheses is a section.
bool Parser::may_name_parent() const {
    if (token().kind == TokenKind::argument) return token().sigil == Sigil::object;
    if (token().kind != TokenKind::name) return false;
    int slot = 0;
    const Local* name = local(token().text, slot);
    if (name && name->is_object) return true;
    const Symbol* symbol = name ? nullptr : resolve(token().text);
    if (symbol && (symbol->kind == SymbolKind::section || symbol->kind == SymbolKind::object ||
                   symbol->kind == SymbolKind::objects)) {
        return true;
    }
    return find_class(token().text) != nullptr;
}

StatementPtr Parser::parse_access(int at) {
    ExpressionPtr position;
    return make_statement(at, tree::Access{parse_section_designator(position)});
}

template <class Form>
StatementPtr Parser::parse_insert(int) {
    const int at = token().offset;
    if (token().kind != TokenKind::name) fail_here("expected the name of a mechanism, not " + found());
    const std::string mechanism = token().text;
    advance();
    if (!names_.cable_host().is_mechanism(mechanism)) {
        fail(at, mechanism + " is not a density mechanism" +
                     nearest_suggestion(mechanism, names_.cable_host().mechanism_names()));
    }
    return make_statement(at, Form{mechanism});
}

StatementPtr Parser::parse_set_pointer(int) {
    const int at = token().offset;
    ExpressionPtr section;
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
        return parse_set_range_pointer(at, std::move(section));
    }
    ExpressionPtr target = parse_operand(false);
    if (!as<tree::Component>(*target)) fail(at, "setpointer needs name(x) or object.name");
    expect(",", "before the place to point to");
    ExpressionPtr place = parse_address();
    return make_statement(at, tree::SetPointer{std::move(target), std::move(place)});
}

StatementPtr Parser::parse_set_range_pointer(int at, ExpressionPtr section) {
    const std::string name = token().text;
    advance();
    expect("(", "after the pointer's name");
    ExpressionPtr position = parse_expression();
    expect(")", "after the position");
    expect(",", "before the place to point to");
    ExpressionPtr place = parse_address();
    return make_statement(at, tree::SetRangePointer{std::move(section), name, std::move(position), std::move(place)});
}

StatementPtr Parser::parse_delete(int) {
    const int at = token().offset;
    const std::string name = expect_name("a name");
    Symbol* symbol = resolve(name);
    if (!symbol || symbol->kind == SymbolKind::unknown) fail(at, name + " is not defined" + names_.suggestion(name));
    if (symbol->kind != SymbolKind::number && symbol->kind != SymbolKind::numbers) {
        fail(at, name + " is " + describe(*symbol) + ": only numbers can be deleted");
    }
    return make_statement(at, tree::Delete{symbol});
}

}  // namespace ranvier::hoc
