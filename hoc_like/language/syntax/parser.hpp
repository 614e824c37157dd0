#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/syntax/lexer.hpp"
#include "hoc_like/language/syntax/names.hpp"
#include "hoc_like/language/syntax/tree.hpp"

namespace ranvier::hoc {

/// An item at the top level of a text, up to the end of its line.
struct Item {
    enum class Kind { statement, procedure, declaration, end } kind = Kind::end;
    StatementPtr statement;  ///< the statement, or the procedure's body
    Symbol* procedure_symbol = nullptr;
    std::vector<char> locals;  ///< of a procedure; 1: an objref, 0: a number
};

/// Parses hoc item by item and resolves names: the declaration of a name determines how it is parsed.
///
/// Grammar and precedence are NEURON's, with three additions: a line may end before the brace of a procedure's body,
/// before `else`, and before `local`.
class Parser {
  public:
    Parser(Names& names, SourcePtr source);

    /// Throws ScriptError with all errors found in the item.
    Item next();
    /// Whether only empty lines are left.
    bool is_at_end();

    /// The text after the line of the last item: data that a statement on that line may read (fscan, getstr).
    std::string_view rest();
    /// Skips the first n characters of rest().
    void skip_rest(std::size_t n);

  private:
    struct Failure {};  // unwinds to where parsing can resume; the mistake is recorded
    struct Local {
        std::string name;
        bool is_object;
    };

    // Tokens
    const Token& token(int ahead = 0) const;
    void advance() { ++at_; }
    bool is(std::string_view text) const;  // whether the token is this operator or keyword
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
    void parse_item(Item& item);
    bool parse_template_item();
    void parse_template_name(std::string_view what, void (Names::*tell)(const std::string& name));
    void parse_public();
    void parse_external();
    void parse_procedure(Item& item, ProcedureKind kind);
    void parse_locals();

    // Statements. The function for a keyword is called after the keyword was read; `at` is the keyword's offset.
    StatementPtr parse_statement();
    StatementPtr parse_unprinted_statement();
    StatementPtr parse_block(bool opened = false);
    StatementPtr parse_simple_statement();
    void refuse_misplaced_word();
    StatementPtr parse_section_statement();
    StatementPtr parse_expression_statement();
    StatementPtr parse_print(int at);
    ExpressionPtr parse_condition();
    StatementPtr parse_if(int at);
    StatementPtr parse_while(int at);
    StatementPtr parse_for(int at);
    StatementPtr parse_for_in_parentheses(int at);
    StatementPtr parse_for_range(int at, ExpressionPtr target);
    StatementPtr parse_for_positions(int at, StatementPtr start);
    StatementPtr parse_forall(int at);
    template <class Form>
    StatementPtr parse_over_sections(int at);
    template <class Form>
    StatementPtr parse_word(int at);  ///< a statement of one keyword: break, continue, stop
    StatementPtr parse_iterator_statement(int at);
    StatementPtr parse_return(int at);
    template <tree::Declaration::Kind kind>
    StatementPtr parse_declarations(int at);
    StatementPtr parse_declaration(tree::Declaration::Kind kind);
    StatementPtr parse_connect(int at);
    ExpressionPtr parse_parent(ExpressionPtr& position);
    bool may_name_parent() const;
    StatementPtr parse_access(int at);
    template <class Form>
    StatementPtr parse_insert(int at);
    StatementPtr parse_set_pointer(int at);
    StatementPtr parse_set_range_pointer(int at, ExpressionPtr section);
    StatementPtr parse_delete(int at);
    bool starts_statement() const;
    bool starts_value() const;
    bool is_printed(const Expression& expression, bool opens_parenthesis) const;

    // Equations
    StatementPtr parse_unknowns(int at);
    StatementPtr parse_equation(int at);
    ExpressionPtr parse_unknown();
    StatementPtr parse_side(bool is_left);
    void note_readings(ExpressionPtr& expression);
    ExpressionPtr call_of(const char* function, int at, ExpressionPtr first, ExpressionPtr second = nullptr);

    // Expressions
    ExpressionPtr parse_expression(int precedence = 0);
    void check_height(const Expression& expression);
    ExpressionPtr parse_unary();
    /// A primary expression with its suffixes: .name and, if `assignments`, an assignment.
    ExpressionPtr parse_operand(bool assignments = true);
    ExpressionPtr parse_primary();
    ExpressionPtr parse_name();
    ExpressionPtr parse_read(int at);
    ExpressionPtr parse_local(const Local& local, int slot, int at);
    ExpressionPtr parse_symbol(Symbol& symbol, int at);
    ExpressionPtr parse_number_symbol(Symbol& symbol, int at);
    ExpressionPtr parse_object_symbol(Symbol& symbol, int at);
    ExpressionPtr parse_section_symbol(Symbol& symbol, int at);
    ExpressionPtr parse_procedure_symbol(Symbol& symbol, int at);
    ExpressionPtr parse_builtin(const std::string& name, int at);
    ExpressionPtr parse_host_variable(const VariableDefinition& variable, int at);
    ExpressionPtr parse_numbered(ClassInfo* info, int at, std::string_view where);
    ExpressionPtr parse_argument_token();
    ExpressionPtr parse_new();
    ExpressionPtr parse_address();
    ExpressionPtr parse_chain(ExpressionPtr base);
    ExpressionPtr parse_section(Symbol& symbol, int at);
    ExpressionPtr parse_section_designator(ExpressionPtr& position);
    ExpressionPtr parse_range(const RangeName& range, std::string name, int at, ExpressionPtr section);
    ExpressionPtr parse_assignment(ExpressionPtr target);
    ExpressionPtr parse_taper_values(ExpressionPtr taper, Assignment op);
    Expressions parse_indices();
    Expressions parse_arguments();
    std::optional<Assignment> assignment() const;
    static bool is_object_expression(const Expression& expression);
    static bool subtracts_from_object(const Expression& expression);

    // Names
    const Local* local(std::string_view name, int& index) const;
    void join_python_sections();
    void join_python_section(std::size_t first);
    Symbol* resolve(std::string_view name) const;
    Symbol* section_here() const;  ///< the section that the next token names, or null
    void check_index_count(const Symbol& symbol, std::size_t count, int at);
    Symbol& declare(const std::string& name, int at);
    void make_number(Symbol& symbol);
    void make(Symbol& symbol, SymbolKind kind, int dimensions, int at);
    ClassInfo* find_class(std::string_view name) const;

    Names& names_;
    SourcePtr source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    static constexpr std::size_t unknown = std::string::npos;
    std::size_t data_from_ = unknown;  // start of rest()
    std::vector<Mistake> mistakes_;
    std::vector<Local> locals_;
    Symbol* procedure_ = nullptr;
    int depth_ = 0;
    bool in_equation_ = false;  ///< `=` separates two sides here and does not assign
};

}  // namespace ranvier::hoc
