#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/syntax/ast.hpp"
#include "hoc_like/language/syntax/lexer.hpp"
#include "hoc_like/language/syntax/names.hpp"

namespace ranvier::hoc {

/// What stands at the top level of a text, up to the end of its line.
struct Item {
    enum Kind { statement, procedure, declaration, end } kind = end;
    NodePtr node;  ///< the statement, or the procedure's body
    Symbol* procedure_symbol = nullptr;
    std::vector<char> locals;  ///< of a procedure: 1 for an objref
};

/// Reads a text of hoc item by item, resolving names as it goes: what a name was declared to be decides how it parses.
///
/// Grammar and precedence are NEURON's. More is taken in three places: a line may end before the brace of a procedure's
/// body, before `else`, and before `local`.
class Parser {
  public:
    Parser(Names& names, SourcePtr source);

    /// Throws ScriptError with every mistake found in the item.
    Item next();
    /// Nothing but empty lines is left.
    bool is_at_end();

    /// What follows the line on which the last item ended: data that a statement there may read (fscan, getstr).
    std::string_view rest();
    /// Goes on behind the first n characters of rest().
    void skip_rest(std::size_t n);

  private:
    struct Failure {};  // unwinds to where parsing can go on; the mistake is recorded
    struct Local {
        std::string name;
        bool is_object;
    };

    // Tokens
    const Token& token(int ahead = 0) const;
    void advance() { ++at_; }
    bool is(std::string_view text) const;  // an operator or a keyword
    bool accept(std::string_view text);
    void expect(std::string_view text, std::string_view where);
    bool at_line_end() const { return token().kind == TokenKind::newline || token().kind == TokenKind::end; }
    void skip_lines();
    std::string expect_name(std::string_view what);
    [[noreturn]] void fail(int offset, std::string message);
    [[noreturn]] void fail_here(std::string message) { fail(token().offset, std::move(message)); }
    std::string found() const;
    void resynchronize();
    void throw_mistakes();

    // Items
    bool parse_template_item();
    void parse_public();
    void parse_external();
    void parse_procedure(Item& item, ProcedureKind kind);
    void parse_locals(Item& item);

    // Statements
    NodePtr parse_statement();
    NodePtr parse_block(bool opened = false);
    NodePtr parse_simple_statement();
    NodePtr parse_expression_statement();
    NodePtr parse_print();
    NodePtr parse_if();
    NodePtr parse_while();
    NodePtr parse_for();
    NodePtr parse_for_in_parentheses(int start);
    NodePtr parse_over_sections(NodeKind kind);
    NodePtr parse_return();
    NodePtr parse_declarations(NodeKind kind);
    NodePtr parse_connect();
    NodePtr parse_insert(NodeKind kind);
    NodePtr parse_set_pointer();
    NodePtr parse_delete();
    bool starts_statement() const;
    bool starts_value() const;

    // Equations
    NodePtr parse_unknowns();
    NodePtr parse_equation();
    NodePtr parse_unknown();
    NodePtr parse_side(bool is_left);
    void note_readings(NodePtr& node);
    NodePtr call_of(const char* function, int at, NodePtr first, NodePtr second);

    // Expressions
    NodePtr parse_expression(int precedence = 0);
    NodePtr parse_unary();
    /// A primary with what follows it: .name, and an assignment if `assignments`.
    NodePtr parse_operand(bool assignments = true);
    NodePtr parse_primary();
    NodePtr parse_name();
    NodePtr parse_symbol(Symbol& symbol, int at);
    NodePtr parse_builtin(const std::string& name, int at);
    NodePtr parse_argument_token();
    NodePtr parse_new();
    NodePtr parse_address();
    NodePtr parse_chain(NodePtr base);
    NodePtr parse_section(Symbol& symbol, int at);
    NodePtr parse_section_designator(NodePtr& position);
    NodePtr parse_range(const RangeName& range, std::string name, int at, NodePtr section);
    NodePtr parse_assignment(NodePtr target);
    void parse_indices(Node& node);
    void parse_arguments(Node& node);
    bool is_assignment() const;
    static bool is_object_expression(const Node& node);
    static bool subtracts_from_object(const Node& expression);

    // Names
    const Local* local(std::string_view name, int& index) const;
    Symbol* resolve(std::string_view name) const;
    Symbol& declare(const std::string& name, int at);
    void make_number(Symbol& symbol);
    void make(Symbol& symbol, SymbolKind kind, int dimensions, int at);
    ClassInfo* find_class(std::string_view name) const;

    Names& names_;
    SourcePtr source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    static constexpr std::size_t unknown = std::string::npos;
    std::size_t data_from_ = unknown;  // where rest() begins
    std::vector<Mistake> mistakes_;
    std::vector<Local> locals_;
    Symbol* procedure_ = nullptr;
    int depth_ = 0;
    bool in_equation_ = false;  ///< where `=` stands between two sides
};

}  // namespace ranvier::hoc
