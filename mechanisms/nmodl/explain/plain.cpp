#include <cctype>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/explain/explain.hpp"

namespace ranvier::nmodl {
namespace {

/// `3.0` becomes `3`, `Dm` becomes `m'`, `Dm[0]` becomes `m[0]'`.
void make_readable(Expression& e, const std::set<std::string>& derivatives) {
    if (e.kind == ExpressionKind::Number && e.text.ends_with(".0")) e.text.resize(e.text.size() - 2);
    if (e.kind == ExpressionKind::Name && derivatives.contains(e.text)) e.text = e.text.substr(1) + "'";
    for (auto& operand : e.operands) make_readable(*operand, derivatives);
    if (e.kind == ExpressionKind::Index && derivatives.contains(e.text)) {
        e.kind = ExpressionKind::Name;
        e.text = e.text.substr(1) + "[" + to_nmodl(*e.operands[0]) + "]'";
        e.operands.clear();
    }
}

/// Whether the explanation covers a statement elsewhere, or the statement matters only to the compiler.
bool is_said_elsewhere(const Statement& s) {
    using enum StatementKind;
    return s.kind == Solve || s.kind == Table || s.kind == Local || s.kind == Conductance || s.kind == Verbatim;
}

void make_readable(Statements& statements, const std::set<std::string>& derivatives) {
    std::erase_if(statements, [](const StatementPtr& s) { return is_said_elsewhere(*s); });
    for (auto& s : statements) {
        for (auto& value : s->value) make_readable(*value, derivatives);
        for (auto* side : {&s->left, &s->right}) {
            for (auto& species : *side) make_readable(*species.species, derivatives);
        }
        make_readable(s->body, derivatives);
        make_readable(s->otherwise, derivatives);
    }
}

}  // namespace

std::string to_plain(const Statements& statements, const std::set<std::string>& derivatives) {
    auto copy = clone(statements);
    make_readable(copy, derivatives);
    return to_nmodl(copy, 1);
}

}  // namespace ranvier::nmodl
