#include <algorithm>

#include "hoc_like/language/interface/advice/range_advice.hpp"
#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/syntax/parser.hpp"

// Expressions. Operators are parsed by their precedence (Pratt, Top down operator precedence, POPL 1973), which one
// table lists. In an operand, the declaration of a name determines what may follow the name.

namespace ranvier::hoc {
namespace {

struct Operator {
    std::string_view text;
    int precedence;
    BinaryOperator op;
    bool is_right_associative = false;
};
// NEURON's precedence; unary minus and ! are between * and ^.
constexpr Operator operators[] = {
    {"||", 1, BinaryOperator::logical_or}, {"&&", 2, BinaryOperator::logical_and},
    {"<", 3, BinaryOperator::less},        {"<=", 3, BinaryOperator::less_equal},
    {">", 3, BinaryOperator::greater},     {">=", 3, BinaryOperator::greater_equal},
    {"==", 3, BinaryOperator::equal},      {"!=", 3, BinaryOperator::not_equal},
    {"+", 4, BinaryOperator::add},         {"-", 4, BinaryOperator::subtract},
    {"*", 5, BinaryOperator::multiply},    {"/", 5, BinaryOperator::divide},
    {"%", 5, BinaryOperator::modulo},      {"^", 7, BinaryOperator::power, true},
};
constexpr int unary_precedence = 6;
constexpr int deepest_expression = 1000;  // of recursion in the parser
constexpr int tallest_expression = 5000;  // of recursion in what works on the tree; `a + b + c` has no recursion here

struct AssignmentSign {
    std::string_view text;
    Assignment op;
};
constexpr AssignmentSign assignments[] = {
    {"=", Assignment::set},       {"+=", Assignment::add},    {"-=", Assignment::subtract},
    {"*=", Assignment::multiply}, {"/=", Assignment::divide},
};

/// The row of a table that begins with the current token, or null.
template <class Row, std::size_t size>
const Row* find_sign(const Row (&table)[size], const Token& token) {
    if (token.kind != TokenKind::symbol) return nullptr;
    const auto found =
        std::find_if(std::begin(table), std::end(table), [&](const Row& row) { return row.text == token.text; });
    return found == std::end(table) ? nullptr : found;
}

bool is_assignable(const Expression& target) {
    return is_one_of<tree::Variable, tree::Local, tree::LocalObject, tree::Argument, tree::ObjectVariable,
                     tree::TextVariable, tree::HostVariable, tree::This, tree::Component, tree::Taper, tree::Range>(
        target);
}

}  // namespace

std::optional<Assignment> Parser::assignment() const {
    const AssignmentSign* found = find_sign(assignments, token());
    return found ? std::optional{found->op} : std::nullopt;
}

bool Parser::is_object_expression(const Expression& expression) {
    if (const auto* argument = as<tree::Argument>(expression)) return argument->sigil == Sigil::object;
    return is_one_of<tree::Component, tree::ObjectVariable, tree::LocalObject, tree::NumberedObject, tree::This,
                     tree::RangeObject>(expression);
}

ExpressionPtr Parser::parse_expression(int precedence) {
    if (++depth_ > deepest_expression) fail_here("the expression is nested too deeply");
    ExpressionPtr left = parse_unary();
    while (const Operator* op = find_sign(operators, token())) {
        if (op->precedence <= precedence) break;
        const int at = token().offset;
        advance();
        ExpressionPtr right = parse_expression(op->is_right_associative ? op->precedence - 1 : op->precedence);
        left = make_expression(at, tree::Binary{op->op, std::move(left), std::move(right)});
        check_height(*left);
    }
    --depth_;
    return left;
}

void Parser::check_height(const Expression& expression) {
    if (expression.height > tallest_expression) fail(expression.at, "the expression is too long");
}

ExpressionPtr Parser::parse_unary() {
    if (!is("-") && !is("!")) return parse_operand();
    const int at = token().offset;
    const UnaryOperator op = is("-") ? UnaryOperator::minus : UnaryOperator::logical_not;
    advance();
    return make_expression(at, tree::Unary{op, parse_expression(unary_precedence)});
}

ExpressionPtr Parser::parse_operand(bool assignments) {
    ExpressionPtr operand = parse_primary();
    if (is_one_of<tree::Call, tree::CallOfLocal, tree::NativeCall>(*operand) || is_object_expression(*operand)) {
        operand = parse_chain(std::move(operand));
    }
    if (assignments && !in_equation_ && assignment()) return parse_assignment(std::move(operand));
    return operand;
}

ExpressionPtr Parser::parse_assignment(ExpressionPtr target) {
    const int at = token().offset;
    const Assignment op = *assignment();
    if (!is_assignable(*target)) fail_here("cannot assign to this");
    if (const auto* variable = as<tree::Variable>(*target)) make_number(*variable->symbol);
    advance();
    if (as<tree::Taper>(*target)) return parse_taper_values(std::move(target), op);
    ExpressionPtr value = parse_expression();
    return make_expression(at, tree::Assign{op, std::move(target), std::move(value)});
}

ExpressionPtr Parser::parse_taper_values(ExpressionPtr taper, Assignment op) {
    auto& form = *as<tree::Taper>(*taper);
    form.op = op;
    form.y0 = parse_expression();
    expect(":", "between the values at the two ends");
    form.y1 = parse_expression();
    return taper;
}

ExpressionPtr Parser::parse_primary() {
    const Token& t = token();
    const int at = t.offset;
    switch (t.kind) {
        case TokenKind::number:
            advance();
            return make_expression(at, tree::Number{t.number});
        case TokenKind::string:
            advance();
            return make_expression(at, tree::Text{t.text});
        case TokenKind::argument:
            return parse_argument_token();
        case TokenKind::name:
            return parse_name();
        case TokenKind::mistake:
            fail_here(t.text);
        default:
            break;
    }
    if (!accept("(")) fail_here("expected an expression, not " + found());
    // In parentheses, a section name or assignment target is its value.
    ExpressionPtr inner = parse_expression();
    expect(")", "after the expression");
    if (auto* assign = as<tree::Assign>(*inner)) assign->in_parentheses = true;
    return inner;
}

ExpressionPtr Parser::parse_name() {
    const int at = token().offset;
    if (is("new")) return parse_new();
    if (accept("read")) return parse_read(at);
    if (is_keyword(token().text)) fail_here("expected an expression, not the keyword '" + token().text + "'");
    const std::string name = token().text;
    advance();
    int slot = 0;
    if (const Local* found = local(name, slot)) return parse_local(*found, slot, at);
    if (Symbol* symbol = resolve(name)) {
        // A public name belongs to the template, even if it is built in: `public v` makes v a member of the template.
        const bool is_own = symbol->kind != SymbolKind::unknown || symbol->is_public;
        if (is_own || !names_.is_builtin(name)) return parse_symbol(*symbol, at);
    }
    if (names_.is_builtin(name)) return parse_builtin(name, at);
    return parse_symbol(names_.scope().find_or_add(name), at);
}

ExpressionPtr Parser::parse_read(int at) {
    expect("(", "after read");
    ExpressionPtr variable = parse_operand(false);
    if (const auto* number = as<tree::Variable>(*variable)) make_number(*number->symbol);
    expect(")", "after the variable");
    return make_expression(at, tree::Read{std::move(variable)});
}

ExpressionPtr Parser::parse_local(const Local& local, int slot, int at) {
    if (local.is_object) return make_expression(at, tree::LocalObject{slot});
    if (is("(")) return make_expression(at, tree::CallOfLocal{local.name, parse_arguments()});
    return make_expression(at, tree::Local{slot, local.name});
}

ExpressionPtr Parser::parse_symbol(Symbol& symbol, int at) {
    switch (symbol.kind) {
        case SymbolKind::unknown:
        case SymbolKind::number:
        case SymbolKind::numbers:
            return parse_number_symbol(symbol, at);
        case SymbolKind::string:
            return make_expression(at, tree::TextVariable{&symbol});
        case SymbolKind::object:
        case SymbolKind::objects:
            return parse_object_symbol(symbol, at);
        case SymbolKind::section:
            return parse_section_symbol(symbol, at);
        case SymbolKind::procedure:
            return parse_procedure_symbol(symbol, at);
        case SymbolKind::template_class:
            break;
    }
    return parse_numbered(symbol.class_info, at, "after the template's name (or 'new' before it)");
}

ExpressionPtr Parser::parse_number_symbol(Symbol& symbol, int at) {
    const bool is_unknown = symbol.kind == SymbolKind::unknown;
    const bool is_array = symbol.kind == SymbolKind::numbers;
    if (is("(") && !is_array) {  // a procedure that may be defined later
        return make_expression(at, tree::Call{&symbol, parse_arguments()});
    }
    if (is(".")) {
        fail(at, symbol.name + (is_unknown ? " is not declared" : " is a number") +
                     ": expected an objref or a section before '.'" + names_.suggestion(symbol.name));
    }
    Expressions indices = parse_indices();
    if (!indices.empty() && !is_array) {
        fail(at, symbol.name + " is not an array" + (is_unknown ? names_.suggestion(symbol.name) : ""));
    }
    check_index_count(symbol, indices.size(), at);
    return make_expression(at, tree::Variable{&symbol, std::move(indices)});
}

ExpressionPtr Parser::parse_object_symbol(Symbol& symbol, int at) {
    if (symbol.name == "this" && symbol.scope->owner()) return make_expression(at, tree::This{});
    Expressions indices = parse_indices();
    if (symbol.kind == SymbolKind::object && !indices.empty()) fail(at, symbol.name + " is not an array");
    check_index_count(symbol, indices.size(), at);
    return make_expression(at, tree::ObjectVariable{&symbol, std::move(indices)});
}

// `soma.v(0.5)`
ExpressionPtr Parser::parse_section_symbol(Symbol& symbol, int at) {
    ExpressionPtr section = parse_section(symbol, at);
    if (!accept(".")) fail(at, symbol.name + " is a section: expected '.' and a range variable after it");
    const int name_at = token().offset;
    const std::string name = token().kind == TokenKind::name ? token().text : std::string{};
    const auto range = name.empty() ? std::nullopt : names_.cable_host().range_name(name);
    if (!range) {
        const CableHost& cables = names_.cable_host();
        const std::string advice = name.empty() ? ""
                                                : advice_on_range_name(name, names_.find_variable(name), cables,
                                                                       cables.names_for_suggestions());
        fail(name_at, (name.empty() ? found() : name) + " is not a range variable" + advice);
    }
    advance();
    return parse_range(*range, name, name_at, std::move(section));
}

ExpressionPtr Parser::parse_procedure_symbol(Symbol& symbol, int at) {
    if (!is("(")) fail(at, symbol.name + " is " + describe(symbol) + ": expected '(' after it");
    return make_expression(at, tree::Call{&symbol, parse_arguments()});
}

// The name of an array without indices means its first element.
void Parser::check_index_count(const Symbol& symbol, std::size_t count, int at) {
    if (count == 0 || static_cast<int>(count) == symbol.dimensions) return;
    fail(at, symbol.name + " has " + std::to_string(symbol.dimensions) + " indices, not " + std::to_string(count));
}

ExpressionPtr Parser::parse_builtin(const std::string& name, int at) {
    if (const FunctionDefinition* function = names_.find_function(name)) {
        if (!is("(")) fail(at, name + " is a function: " + function->signature);
        return make_expression(at, tree::NativeCall{function, parse_arguments()});
    }
    if (const VariableDefinition* variable = names_.find_variable(name)) return parse_host_variable(*variable, at);
    if (const MathFunction* function = find_math(name)) {
        expect("(", "after " + name);
        ExpressionPtr argument = parse_expression();
        expect(")", "after the argument of " + name);
        return make_expression(at, tree::Math{function->compute, std::move(argument)});
    }
    if (ClassInfo* info = names_.find_class(name)) {
        return parse_numbered(info, at, "after the class's name (or 'new' before it)");
    }
    if (const auto range = names_.cable_host().range_name(name)) return parse_range(*range, name, at, nullptr);
    fail(at, name + " is the name of a mechanism, which has no value");
}

ExpressionPtr Parser::parse_host_variable(const VariableDefinition& variable, int at) {
    Expressions indices;
    if (variable.length > 0) indices = parse_indices();
    if (indices.size() > 1) fail(at, variable.name + " has one index");
    return make_expression(at, tree::HostVariable{&variable, indices.empty() ? nullptr : std::move(indices.front())});
}

ExpressionPtr Parser::parse_numbered(ClassInfo* info, int at, std::string_view where) {
    expect("[", where);
    ExpressionPtr number = parse_expression();
    expect("]", "after the number");
    return make_expression(at, tree::NumberedObject{info, std::move(number)});
}

ExpressionPtr Parser::parse_argument_token() {
    const Token& t = token();
    if (!procedure_) fail(t.offset, "arguments like $1 belong in a procedure");
    int slot = 0;
    if (t.index == 0) {
        const Local* found = local("i", slot);
        if (!found || found->is_object) fail(t.offset, "$i needs 'local i'");
    }
    advance();
    Expressions index;
    if (t.sigil == Sigil::pointer) index = parse_indices();
    return make_expression(t.offset, tree::Argument{t.sigil, t.index, slot, std::move(index)});
}

ExpressionPtr Parser::parse_new() {
    const int at = token().offset;
    advance();
    const int name_at = token().offset;
    std::string name = expect_name("the name of a template or class");
    ClassInfo* info = find_class(name);
    if (!info && !procedure_) fail(name_at, name + " is not a template or class" + names_.suggestion(name));
    if (!is("(")) fail_here("expected '(' after the name of the class, not " + found());
    Expressions arguments = parse_arguments();
    return make_expression(at, tree::NewObject{info, std::move(name), std::move(arguments)});
}

ExpressionPtr Parser::parse_address() {
    const int at = token().offset;
    ExpressionPtr place = parse_operand(false);
    if (!is_one_of<tree::Variable, tree::Local, tree::Argument, tree::HostVariable, tree::Component, tree::Range>(
            *place)) {
        fail(at, "& needs a variable, a range variable with its position, or a member of an object");
    }
    if (const auto* variable = as<tree::Variable>(*place)) make_number(*variable->symbol);
    return make_expression(at, tree::Address{std::move(place)});
}

ExpressionPtr Parser::parse_chain(ExpressionPtr base) {
    while (accept(".")) {
        if (token().kind != TokenKind::name) fail_here("expected the name of a member after '.', not " + found());
        const int at = token().offset;
        const std::string name = token().text;
        advance();
        Expressions indices = parse_indices();
        std::optional<Expressions> arguments;
        if (is("(")) arguments = parse_arguments();
        base = make_expression(at, tree::Component{std::move(base), name, std::move(indices), std::move(arguments)});
        check_height(*base);
    }
    return base;
}

ExpressionPtr Parser::parse_section(Symbol& symbol, int at) {
    Expressions indices = parse_indices();
    if (symbol.dimensions > 0) check_index_count(symbol, indices.size(), at);
    return make_expression(at, tree::Section{&symbol, std::move(indices)});
}

// `dend[3]` or `obj.dend[3]`, optionally followed by `(x)`.
ExpressionPtr Parser::parse_section_designator(ExpressionPtr& position) {
    const int at = token().offset;
    if (Symbol* symbol = section_here()) {
        advance();
        ExpressionPtr section = parse_section(*symbol, at);
        if (accept("(")) {
            position = parse_expression();
            expect(")", "after the position");
        }
        return section;
    }
    const Symbol* symbol = token().kind == TokenKind::name ? resolve(token().text) : nullptr;
    ExpressionPtr designator = parse_operand(false);
    if (auto* component = as<tree::Component>(*designator); component && component->arguments) {
        if (component->arguments->size() == 1) {
            position = std::move(component->arguments->front());
            component->arguments.reset();
        }
    }
    if (!is_object_expression(*designator) && !as<tree::NativeCall>(*designator)) {
        fail(at, "expected a section" + (symbol ? ": " + symbol->name + " is " + describe(*symbol) : std::string{}));
    }
    return designator;
}

ExpressionPtr Parser::parse_range(const RangeName& range, std::string name, int at, ExpressionPtr section) {
    tree::RangePlace place{range.id, range.per_section, std::move(name), std::move(section), nullptr, nullptr};
    if (accept("[")) {
        if (range.length <= 1) fail(at, place.name + " is not an array");
        place.index = parse_expression();
        expect("]", "after the index");
    }
    ExpressionPtr end;
    if (!range.per_section && accept("(")) {
        place.position = parse_expression();
        if (accept(":")) end = parse_expression();
        expect(")", "after the position");
    }
    if (end) {
        if (!assignment()) fail_here("expected '=' after " + place.name + "(x0:x1)");
        tree::Taper taper;
        taper.x0 = std::move(place.position);
        taper.x1 = std::move(end);
        taper.range = std::move(place);
        return make_expression(at, std::move(taper));
    }
    if (range.is_object) return make_expression(at, tree::RangeObject{std::move(place)});
    return make_expression(at, tree::Range{std::move(place)});
}

Expressions Parser::parse_indices() {
    Expressions indices;
    while (accept("[")) {
        indices.push_back(parse_expression());
        expect("]", "after the index");
    }
    return indices;
}

Expressions Parser::parse_arguments() {
    Expressions arguments;
    expect("(", "before the arguments");
    if (accept(")")) return arguments;
    do {
        arguments.push_back(accept("&") ? parse_address() : parse_expression());
    } while (accept(","));
    expect(")", "after the arguments");
    return arguments;
}

}  // namespace ranvier::hoc
