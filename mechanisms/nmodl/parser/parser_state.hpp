#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "mechanisms/nmodl/ast/program.hpp"
#include "mechanisms/nmodl/lexer/lexer.hpp"

namespace ranvier::nmodl {

/// Thrown inside the parser to abandon the current block after an error was recorded.
struct GiveUp {};

/// The recursive-descent parser. It looks ahead only one token, because the text of units, titles and VERBATIM does not
/// consist of tokens. Split over four files: tokens, declarations, statements, expressions.
class Parser {
  public:
    Parser(Program& program, Diagnostics& diagnostics, std::vector<std::string> include_path)
        : program_(program), diagnostics_(diagnostics), include_path_(std::move(include_path)) {}

    void parse_program();
    /// Starts reading a text; INCLUDE nests.
    void open(std::string path, std::string text);

  private:
    // tokens (parser.cpp)
    const Token& peek();
    void note_name(const std::string& name);
    Token take();
    bool accept(std::string_view text);
    Token expect(std::string_view text, std::string_view where_we_are);
    std::string expect_name(const char* what);
    bool at(std::string_view text) { return peek().is(text); }
    bool at_number();
    bool at_end_of_block();
    void note_mistake(const Token& token, const std::string& expected, std::string hint = {});
    [[noreturn]] void fail(const Token& token, const std::string& expected, std::string hint = {});
    void recover();
    void include(const Token& name);
    int integer(const char* what);
    /// A number with an optional sign; returns the literal.
    std::string signed_number(const char* what);
    std::string optional_units();

    // declarations (parse_declarations.cpp)
    void declaration_or_block();
    void neuron_block();
    void histories();
    void use_ion();
    std::vector<NamedHere> name_list();
    void units_block();
    void parameter_block();
    void assigned_block(std::vector<Variable>& into);
    void constant_block();
    void independent_block();
    void define();
    void optional_limits(Variable& variable);
    void add_block(BlockKind kind, bool has_name, bool has_arguments);
    void before_or_after(bool before);
    std::vector<Argument> arguments();
    void file_local(LocalVariable local);
    void rename_hidden(Block& block) const;

    // statements (parse_statements.cpp)
    Statements statements_in_braces(std::string_view of_what);
    StatementPtr statement();
    StatementPtr lag_statement(Location where);
    StatementPtr if_statement();
    StatementPtr from_statement();
    StatementPtr local_statement();
    StatementPtr solve_statement();
    StatementPtr table_statement();
    StatementPtr tilde_statement();
    StatementPtr conserve_statement();
    StatementPtr compartment_statement(StatementKind kind);
    StatementPtr watch_statement(bool first);
    StatementPtr assignment_or_call();
    std::vector<LocalVariable> local_names();
    std::vector<Species> species_list();

    // expressions (parse_expressions.cpp)
    ExpressionPtr expression();
    ExpressionPtr binary(int precedence);
    ExpressionPtr unary();
    ExpressionPtr power();
    ExpressionPtr primary();
    ExpressionPtr variable(const Token& name);

    struct Reading {
        std::unique_ptr<Lexer> lexer;
        Token ahead;
        bool has_ahead = false;
    };

    Program& program_;
    Diagnostics& diagnostics_;
    std::vector<std::string> include_path_;
    std::vector<Reading> reading_;
    std::map<std::string, std::string> defines_;
    std::map<std::string, std::string> hidden_;  // variables of the mechanism hidden by a LOCAL of the same name,
                                                 // with the LOCAL's name in the tree
    BlockKind block_kind_ = BlockKind::Procedure;
    int depth_ = 0;
    static constexpr int max_depth = 200;
    static constexpr int max_links = 5000;      // of a chain of else if, which is a tree of that depth
    int operators_ = 0;                         // of the current expression so far
    static constexpr int max_operators = 2000;  // a + b + c ... is a tree of that depth
};

}  // namespace ranvier::nmodl
