#pragma once

#include "mechanisms/nmodl/ast/expression.hpp"

namespace ranvier::nmodl {

enum class StatementKind {
    Assign,       ///< value[0] = value[1]
    Call,         ///< value[0], a Call
    If,           ///< if (value[0]) body else otherwise
    While,        ///< while (value[0]) body
    From,         ///< FROM name = value[0] TO value[1] BY value[2] body; value[2] may be absent
    Block,        ///< { body }
    Local,        ///< LOCAL declared
    Solve,        ///< SOLVE name METHOD op; is_steady_state
    Table,        ///< TABLE names DEPEND depends FROM value[0] TO value[1] WITH count
    Reaction,     ///< ~ left op right (value[0], value[1]); op is "<->", "<<" or "->"
    Conserve,     ///< CONSERVE left = value[0]
    Compartment,  ///< COMPARTMENT name, value[0] { names }; name may be empty
    Diffusion,    ///< LONGITUDINAL_DIFFUSION name, value[0] { names }
    Equation,     ///< ~ value[0] = value[1]
    NetInitial,   ///< INITIAL body, in NET_RECEIVE
    Watch,        ///< WATCH (value[0] op value[1]) value[2]; is_first: the first in its list
    ForNetcons,   ///< FOR_NETCONS (names) body
    Verbatim,     ///< name is the text
    Conductance,  ///< CONDUCTANCE value[0] USEION names[0]
    Eliminate     ///< body, which `table` describes; value[0], value[1], value[2]: see eliminate.hpp
};

struct Statement;
using StatementPtr = std::unique_ptr<Statement>;
using Statements = std::vector<StatementPtr>;

/// A name with an array length (0: a plain variable).
struct LocalVariable {
    std::string name;
    int length = 0;
    Location where;
};

/// One species in a reaction: count * species.
struct Species {
    int count = 1;
    ExpressionPtr species;
};

struct Statement {
    StatementKind kind = StatementKind::Block;
    Location where;
    std::string name, op;
    std::vector<ExpressionPtr> value;
    Statements body, otherwise;
    std::vector<LocalVariable> declared;
    std::vector<std::string> names, depends;
    std::vector<Species> left, right;
    std::vector<int> table;
    int count = 0;
    bool is_steady_state = false;
    bool is_first = false;
};

StatementPtr make_statement(StatementKind kind, Location where);
StatementPtr make_assign(ExpressionPtr target, ExpressionPtr value);
StatementPtr clone(const Statement& statement);
Statements clone(const Statements& statements);

/// Calls visit(statement) for all statements, outer before inner.
template <class Visit>
void for_each_statement(Statements& statements, Visit&& visit) {
    for (auto& statement : statements) {
        visit(*statement);
        for_each_statement(statement->body, visit);
        for_each_statement(statement->otherwise, visit);
    }
}
template <class Visit>
void for_each_statement(const Statements& statements, Visit&& visit) {
    for (const auto& statement : statements) {
        visit(std::as_const(*statement));
        for_each_statement(std::as_const(statement->body), visit);
        for_each_statement(std::as_const(statement->otherwise), visit);
    }
}

/// Calls visit(slot) for the top expressions of all statements.
template <class Visit>
void for_each_expression(Statements& statements, Visit&& visit) {
    for_each_statement(statements, [&](Statement& statement) {
        for (auto& expression : statement.value) visit(expression);
        for (auto& species : statement.left) visit(species.species);
        for (auto& species : statement.right) visit(species.species);
    });
}
template <class Visit>
void for_each_expression(const Statements& statements, Visit&& visit) {
    for_each_statement(statements, [&](const Statement& statement) {
        for (const auto& expression : statement.value) visit(*expression);
        for (const auto& species : statement.left) visit(*species.species);
        for (const auto& species : statement.right) visit(*species.species);
    });
}

}  // namespace ranvier::nmodl
