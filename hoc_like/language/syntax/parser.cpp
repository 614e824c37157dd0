#include "hoc_like/language/syntax/parser.hpp"

namespace ranvier::hoc {
namespace {

constexpr std::pair<std::string_view, ProcedureKind> procedure_words[] = {
    {"proc", ProcedureKind::proc},
    {"func", ProcedureKind::func},
    {"obfunc", ProcedureKind::obfunc},
    {"iterator", ProcedureKind::iterator},
};

constexpr std::string_view python_prefix = "_pysec";

}  // namespace

Parser::Parser(Names& names, SourcePtr source)
    : names_{names}, source_{std::move(source)}, tokens_{tokenize(*source_)} {
    join_python_sections();
}

// Tokens

/// `_pysec.Cell[0].dend[3]`, where Python has made a section of the name after the first dot, becomes one name.
void Parser::join_python_sections() {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
        const bool is_prefix = tokens_[i].kind == TokenKind::name && tokens_[i].text == python_prefix;
        if (is_prefix && tokens_[i + 1].text == "." && tokens_[i + 2].kind == TokenKind::name) join_python_section(i);
    }
}

/// Its name is the longest that exists: what follows is a variable.
void Parser::join_python_section(std::size_t first) {
    std::size_t behind = first + 1, end = first;
    std::string name, found;
    const auto is_at = [&](std::size_t i, TokenKind kind, std::string_view text = {}) {
        return i < tokens_.size() && tokens_[i].kind == kind && (text.empty() || tokens_[i].text == text);
    };
    while (is_at(behind, TokenKind::symbol, ".") && is_at(behind + 1, TokenKind::name)) {
        name += (name.empty() ? "" : ".") + tokens_[behind + 1].text;
        behind += 2;
        for (bool is_name = true; is_name; behind += 3) {
            if (names_.python_section(name)) {
                found = name;
                end = behind;
            }
            is_name = is_at(behind, TokenKind::symbol, "[") && is_at(behind + 1, TokenKind::number) &&
                      is_at(behind + 2, TokenKind::symbol, "]");
            if (!is_name) break;
            name += '[' + std::to_string(static_cast<long long>(tokens_[behind + 1].number)) + ']';
        }
    }
    Token& joined = tokens_[first];
    if (found.empty()) {
        joined.kind = TokenKind::mistake;
        joined.text = "Python has made no section " + name;
        return;
    }
    joined.text = std::string{python_prefix} + "." + found;
    joined.end = tokens_[end - 1].end;
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                  tokens_.begin() + static_cast<std::ptrdiff_t>(end));
}

const Token& Parser::token(int ahead) const {
    const std::size_t i = at_ + static_cast<std::size_t>(ahead);
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
}

bool Parser::is(std::string_view text) const {
    const Token& t = token();
    return (t.kind == TokenKind::symbol || t.kind == TokenKind::name) && t.text == text;
}

bool Parser::accept(std::string_view text) {
    if (!is(text)) return false;
    advance();
    return true;
}

void Parser::expect(std::string_view text, std::string_view where) {
    if (!accept(text)) fail_here("expected '" + std::string{text} + "' " + std::string{where} + ", not " + found());
}

void Parser::skip_lines() {
    while (token().kind == TokenKind::newline) advance();
}

std::string Parser::expect_name(std::string_view what) {
    if (token().kind != TokenKind::name) fail_here("expected " + std::string{what} + ", not " + found());
    if (is_keyword(token().text))
        fail_here("'" + token().text + "' is a hoc keyword and cannot be " + std::string{what});
    std::string name = token().text;
    advance();
    return name;
}

void Parser::fail(int offset, std::string message) {
    mistakes_.push_back({offset, std::move(message)});
    throw Failure{};
}

std::string Parser::found() const {
    switch (token().kind) {
        case TokenKind::end:
            return "the end of the text";
        case TokenKind::newline:
            return "the end of the line";
        case TokenKind::string:
            return "a string";
        case TokenKind::mistake:
            return "this: " + token().text;
        default:
            break;
    }
    const Token& t = token();
    return "'" +
           source_->text().substr(static_cast<std::size_t>(t.offset), static_cast<std::size_t>(t.end - t.offset)) + "'";
}

// Skips to the end of the line; braces are skipped as a whole.
void Parser::resynchronize() {
    in_equation_ = false;
    int braces = 0;
    while (token().kind != TokenKind::end) {
        if (token().kind == TokenKind::newline && braces == 0) return;
        if (is("{")) ++braces;
        if (is("}") && --braces < 0) return;
        advance();
    }
}

void Parser::throw_mistakes() {
    std::string text;
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < mistakes_.size() && i < most; ++i) text += render(*source_, mistakes_[i]);
    if (mistakes_.size() > most) text += "and " + std::to_string(mistakes_.size() - most) + " more\n";
    const Mistake first = mistakes_.front();
    mistakes_.clear();
    throw ScriptError{first.message, source_->locate(first.offset), text};
}

// Items

Item Parser::next() {
    Item item;
    locals_.clear();
    procedure_ = nullptr;
    depth_ = 0;
    data_from_ = unknown;
    skip_lines();
    if (token().kind == TokenKind::end) return item;
    try {
        parse_item(item);
        if (!at_line_end()) fail_here("expected the end of the line, not " + found());
    } catch (const Failure&) {
        resynchronize();
    } catch (const ScriptError&) {
        throw;
    } catch (const std::runtime_error& error) {
        mistakes_.push_back({token().offset, error.what()});
        resynchronize();
    }
    if (!mistakes_.empty()) throw_mistakes();
    return item;
}

void Parser::parse_item(Item& item) {
    item.kind = Item::Kind::declaration;
    for (const auto& [word, kind] : procedure_words) {
        if (accept(word)) return parse_procedure(item, kind);
    }
    if (parse_template_item()) return;
    item.kind = Item::Kind::statement;
    item.statement = parse_statement();
}

bool Parser::is_at_end() {
    skip_lines();
    return token().kind == TokenKind::end;
}

std::string_view Parser::rest() {
    const std::string_view text = source_->text();
    if (data_from_ == unknown) {
        const std::size_t line_end = text.find('\n', static_cast<std::size_t>(token().offset));
        data_from_ = line_end == std::string_view::npos ? text.size() : line_end + 1;
    }
    return text.substr(data_from_);
}

void Parser::skip_rest(std::size_t n) {
    data_from_ += std::min(n, rest().size());
    while (at_ + 1 < tokens_.size() && static_cast<std::size_t>(token().offset) < data_from_) advance();
}

bool Parser::parse_template_item() {
    const int at = token().offset;
    if (accept("begintemplate")) {
        parse_template_name("the name of a template", &Names::begin_template);
    } else if (accept("endtemplate")) {
        parse_template_name("the name of the template", &Names::end_template);
    } else if (is("public") || is("external")) {
        if (!names_.is_in_template()) fail(at, "'" + token().text + "' belongs between begintemplate and endtemplate");
        const bool is_public = is("public");
        advance();
        if (is_public) {
            parse_public();
        } else {
            parse_external();
        }
    } else if (accept("help") || accept("debug") || accept("edit")) {
        while (!at_line_end()) advance();
    } else {
        return false;
    }
    return true;
}

void Parser::parse_template_name(std::string_view what, void (Names::*tell)(const std::string& name)) {
    const int at = token().offset;
    const std::string name = expect_name(what);
    try {
        (names_.*tell)(name);
    } catch (const std::runtime_error& error) {
        fail(at, error.what());
    }
}

void Parser::parse_public() {
    do {
        const int at = token().offset;
        Symbol& symbol = names_.scope().find_or_add(expect_name("a name"));
        if (symbol.external) fail(at, symbol.name + " cannot be both public and external");
        symbol.is_public = true;
    } while (accept(","));
}

void Parser::parse_external() {
    do {
        const int at = token().offset;
        const std::string name = expect_name("a name");
        Symbol* outer = names_.top_scope().find(name);
        if (!outer) {
            if (names_.is_builtin(name)) continue;  // known in templates anyway
            fail(at, name + " is not declared at the top level" + names_.suggestion(name));
        }
        if (outer->kind == SymbolKind::unknown) fail(at, name + " is not declared at the top level");
        Symbol& symbol = names_.scope().find_or_add(name);
        if (symbol.is_public) fail(at, name + " cannot be both public and external");
        symbol.external = outer;
        symbol.procedure_kind = outer->procedure_kind;  // the former kind: see Machine::end_without_return
    } while (accept(","));
}

void Parser::parse_procedure(Item& item, ProcedureKind kind) {
    const int at = token().offset;
    const std::string name = expect_name("a name");
    Symbol& symbol = declare(name, at);
    if (symbol.external) fail(at, name + " is external here and cannot be defined");
    if (symbol.kind != SymbolKind::unknown && symbol.kind != SymbolKind::procedure) {
        // A number that was used but never set may become a procedure.
        fail(at, name + " is already " + describe(symbol));
    }
    names_.make_procedure(symbol, kind);
    procedure_ = &symbol;
    expect("(", "after the name");
    if (!is(")")) fail_here("arguments have no names in hoc: they are $1, $s1, $o1 in the body");
    advance();
    skip_lines();
    expect("{", "before the body");
    parse_locals();
    item.kind = Item::Kind::procedure;
    item.procedure_symbol = &symbol;
    depth_ = 1;  // values in the body are not printed
    item.statement = parse_block(true);
    for (const Local& local : locals_) item.locals.push_back(local.is_object);
}

void Parser::parse_locals() {
    while (true) {
        const std::size_t start = at_;
        skip_lines();
        const bool objects = is("localobj");
        if (!objects && !is("local")) {
            at_ = start;
            return;
        }
        advance();
        do {
            const int at = token().offset;
            std::string name = expect_name("the name of a local");
            int index = 0;
            if (local(name, index)) fail(at, name + " is already a local here");
            locals_.push_back({std::move(name), objects});
        } while (accept(","));
    }
}

// Names

const Parser::Local* Parser::local(std::string_view name, int& index) const {
    for (std::size_t i = 0; i < locals_.size(); ++i) {
        if (locals_[i].name == name) {
            index = static_cast<int>(i);
            return &locals_[i];
        }
    }
    return nullptr;
}

Symbol* Parser::resolve(std::string_view name) const {
    if (name.size() > python_prefix.size() && name.starts_with(python_prefix) && name[python_prefix.size()] == '.') {
        return names_.python_section(name.substr(python_prefix.size() + 1));
    }
    Symbol* symbol = names_.scope().find(name);
    return symbol && symbol->external ? symbol->external : symbol;
}

Symbol* Parser::section_here() const {
    if (token().kind != TokenKind::name) return nullptr;
    Symbol* symbol = resolve(token().text);
    int slot = 0;
    return symbol && symbol->kind == SymbolKind::section && !local(token().text, slot) ? symbol : nullptr;
}

Symbol& Parser::declare(const std::string& name, int at) {
    Scope& scope = names_.scope();
    if (!scope.owner() && !scope.find(name) && names_.is_builtin(name)) {
        fail(at, name + " is built in and cannot be redeclared");
    }
    Symbol& symbol = scope.find_or_add(name);
    return symbol.external ? *symbol.external : symbol;
}

void Parser::make_number(Symbol& symbol) {
    if (symbol.kind == SymbolKind::unknown) names_.give_slot(symbol, SymbolKind::number);
}

void Parser::make(Symbol& symbol, SymbolKind kind, int dimensions, int at) {
    const bool same = symbol.kind == kind || (symbol.kind == SymbolKind::object && kind == SymbolKind::objects) ||
                      (symbol.kind == SymbolKind::objects && kind == SymbolKind::object);
    const bool from_number = kind == SymbolKind::numbers && symbol.kind == SymbolKind::number;
    if (symbol.kind != SymbolKind::unknown && !same && !from_number) {
        fail(at, symbol.name + " is already " + describe(symbol));
    }
    if (symbol.kind != kind) {
        if (symbol.scope->owner() && symbol.kind != SymbolKind::unknown) {
            fail(at, symbol.name + " is already " + describe(symbol) + " of this template");
        }
        names_.give_slot(symbol, kind);
    }
    if (kind != SymbolKind::section) names_.set_dimensions(symbol, dimensions);
}

ClassInfo* Parser::find_class(std::string_view name) const {
    if (Symbol* symbol = resolve(name); symbol && symbol->kind == SymbolKind::template_class) return symbol->class_info;
    return names_.find_class(name);
}

}  // namespace ranvier::hoc
