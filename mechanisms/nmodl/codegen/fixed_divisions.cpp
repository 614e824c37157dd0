#include "mechanisms/nmodl/codegen/fixed_divisions.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

/// The variables that a loop may change, in whatever it calls.
class Changes {
  public:
    Changes(const Program& program, const Statement& from) : program_(program) {
        Statements body = clone(from.body);
        names_ = data_flow(program, body).writes;
        names_.insert(from.name);
        for_each_statement(std::as_const(body), [&](const Statement& s) {
            if (s.kind == StatementKind::Assign) names_.insert(s.value[0]->text);
            if (s.kind == StatementKind::From) names_.insert(s.name);
            for (const auto& local : s.declared) names_.insert(local.name);
        });
        look(body);
    }

    /// Whether C code in the loop may change anything.
    bool anything() const { return has_verbatim_; }

    bool leave(const Expression& e) const {
        if (e.kind == ExpressionKind::Number) return true;
        if (e.kind == ExpressionKind::Name) {
            const auto* symbol = program_.symbol(e.text);
            const bool is_scalar = !symbol || symbol->length == 0;
            return is_scalar && !names_.contains(e.text) && !(symbol && symbol->storage == Storage::Pointer);
        }
        const bool is_arithmetic =
            e.kind == ExpressionKind::Unary ||
            (e.kind == ExpressionKind::Binary && (e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/"));
        return is_arithmetic && std::ranges::all_of(e.operands, [&](const auto& o) { return leave(*o); });
    }

  private:
    void look(const Statements& all) {
        for_each_statement(all, [&](const Statement& s) {
            has_verbatim_ |= s.kind == StatementKind::Verbatim;
            for (const auto& value : s.value) {
                for_each(std::as_const(*value), [&](const Expression& e) {
                    const auto* block = e.kind == ExpressionKind::Call ? program_.block(e.text) : nullptr;
                    if (block && seen_.insert(block).second) look(block->body);
                });
            }
        });
    }

    const Program& program_;
    std::set<std::string> names_;
    std::set<const Block*> seen_;
    bool has_verbatim_ = false;
};

bool has_name(const Expression& e) {
    bool found = false;
    for_each(e, [&](const Expression& part) { found |= part.kind == ExpressionKind::Name; });
    return found;
}

void collect(const Expression& e, const Changes& changes, std::vector<ExpressionPtr>& found) {
    const bool is_quotient = e.kind == ExpressionKind::Binary && e.text == "/";
    if (!is_quotient || !has_name(e) || !changes.leave(e)) {
        for (const auto& operand : e.operands) collect(*operand, changes, found);
        return;
    }
    if (std::ranges::none_of(found, [&](const auto& known) { return equal(*known, e); })) found.push_back(clone(e));
}

}  // namespace

std::vector<ExpressionPtr> fixed_divisions(const Program& program, const Statement& from) {
    std::vector<ExpressionPtr> found;
    const Changes changes(program, from);
    if (changes.anything()) return found;
    for_each_statement(from.body, [&](const Statement& s) {
        for (const auto& value : s.value) collect(*value, changes, found);
    });
    return found;
}

}  // namespace ranvier::nmodl
