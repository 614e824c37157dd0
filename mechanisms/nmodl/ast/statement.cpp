#include "mechanisms/nmodl/ast/statement.hpp"

namespace ranvier::nmodl {

StatementPtr make_statement(StatementKind kind, Location where) {
    auto made = std::make_unique<Statement>();
    made->kind = kind;
    made->where = where;
    return made;
}

StatementPtr make_assign(ExpressionPtr target, ExpressionPtr value) {
    auto made = make_statement(StatementKind::Assign, target->where);
    made->value.push_back(std::move(target));
    made->value.push_back(std::move(value));
    return made;
}

Statements clone(const Statements& statements) {
    Statements made;
    made.reserve(statements.size());
    for (const auto& statement : statements) made.push_back(clone(*statement));
    return made;
}

namespace {

std::vector<Species> clone(const std::vector<Species>& all) {
    std::vector<Species> made;
    for (const auto& one : all) made.push_back({one.count, nmodl::clone(*one.species)});
    return made;
}

}  // namespace

StatementPtr clone(const Statement& statement) {
    auto made = make_statement(statement.kind, statement.where);
    made->name = statement.name;
    made->op = statement.op;
    for (const auto& expression : statement.value) made->value.push_back(clone(*expression));
    made->body = clone(statement.body);
    made->otherwise = clone(statement.otherwise);
    made->declared = statement.declared;
    made->names = statement.names;
    made->depends = statement.depends;
    made->left = clone(statement.left);
    made->right = clone(statement.right);
    made->table = statement.table;
    made->count = statement.count;
    made->is_steady_state = statement.is_steady_state;
    made->is_first = statement.is_first;
    return made;
}

}  // namespace ranvier::nmodl
