#include "mechanisms/nmodl/passes/algebraic_equations.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/solver_states.hpp"
#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

bool is_sum(const Expression& e) {
    return e.kind == ExpressionKind::Binary && (e.text == "+" || e.text == "-");
}

/// One term of a sum, with its sign.
struct Term {
    const Expression* expression;
    bool is_negative;
};

/// Collects the terms of a sum as the author wrote them; a sum in parentheses is one term.
void collect_terms(const Expression& e, bool is_negative, std::vector<Term>& terms) {
    if (is_sum(e) && !e.is_parenthesised) {
        collect_terms(*e.operands[0], is_negative, terms);
        terms.push_back({e.operands[1].get(), e.text == "-"});
    } else {
        terms.push_back({&e, is_negative});
    }
}

/// The states that the equations determine: all states, or those after SOLVEFOR.
class States {
  public:
    States(const Program& program, const Block& block) : program_(program), block_(block) {}

    bool contains(const Expression& e) const {
        if (e.kind != ExpressionKind::Name && e.kind != ExpressionKind::Index) return false;
        const auto* symbol = program_.symbol(e.text);
        const auto& chosen = block_.solve_for;
        return symbol && symbol->role == Role::State &&
               (chosen.empty() || std::find(chosen.begin(), chosen.end(), e.text) != chosen.end());
    }

    /// Names of the states in the block's equations, in the order of their first use.
    std::vector<std::string> used() const {
        std::vector<std::string> names;
        for_each_statement(block_.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Equation) return;
            for (const auto& side : s.value) {
                for_each(std::as_const(*side), [&](const Expression& e) {
                    if (contains(e) && std::find(names.begin(), names.end(), e.text) == names.end()) {
                        names.push_back(e.text);
                    }
                });
            }
        });
        return names;
    }

  private:
    const Program& program_;
    const Block& block_;
};

class Linear {
  public:
    Linear(Program& program, Block& block, Diagnostics& diagnostics)
        : program_(program), block_(block), diagnostics_(diagnostics), states_(program, block) {}

    void run() {
        for (const auto& name : states_.used()) {
            first_[name] = static_cast<int>(block_.system.unknowns.size());
            for (auto& one : elements(program_, name)) block_.system.unknowns.push_back(std::move(one));
        }
        unroll_loops(block_.body, diagnostics_);
        translate(block_.body);
        const auto count = block_.system.unknowns.size();
        if (static_cast<std::size_t>(row_ + 1) != count) {
            diagnostics_.error(block_.where, "'" + block_.name + "' has " + std::to_string(row_ + 1) +
                                                 " equations for " + std::to_string(count) + " states");
        }
        block_.system.method = System::Method::Linear;
    }

  private:
    void translate(Statements& body) {
        Statements made;
        for (auto& s : body) {
            translate(s->body);
            translate(s->otherwise);
            if (s->kind != StatementKind::Equation) {
                made.push_back(std::move(s));
                continue;
            }
            if (s->op != "~+") ++row_;
            if (row_ < 0) diagnostics_.error(s->where, "~+ continues an equation, but no equation precedes it");
            for (std::size_t side = 0; side < 2; ++side) {
                std::vector<Term> terms;
                collect_terms(*s->value[side], false, terms);
                for (const auto& term : terms) add(term, side == 0, made);
            }
        }
        body = std::move(made);
    }

    /// Removes a minus before the first factor, which is the sign of the term; returns whether there was one.
    static bool take_sign(ExpressionPtr& e) {
        if (e->kind == ExpressionKind::Unary && e->text == "-" && !e->is_parenthesised) {
            e = std::move(e->operands[0]);
            return true;
        }
        const bool product = e->kind == ExpressionKind::Binary && (e->text == "*" || e->text == "/");
        return product && !e->is_parenthesised && take_sign(e->operands[0]);
    }

    /// Replaces states that are factors by 1; returns their number, or -1 if a state is not a factor.
    int take_state(ExpressionPtr& e, ExpressionPtr& state) {
        if (states_.contains(*e)) {
            state = clone(*e);
            e = make_number("1.0");
            return 1;
        }
        const bool product = e->kind == ExpressionKind::Binary && e->text == "*" && !e->is_parenthesised;
        const bool quotient = e->kind == ExpressionKind::Binary && e->text == "/" && !e->is_parenthesised;
        if (product || quotient) {
            const int a = take_state(e->operands[0], state);
            ExpressionPtr below;
            const int b = take_state(e->operands[1], product ? state : below);
            return a < 0 || b < 0 || (quotient && b > 0) ? -1 : a + b;
        }
        bool hidden = false;
        for_each(std::as_const(*e), [&](const Expression& part) { hidden = hidden || states_.contains(part); });
        return hidden ? -1 : 0;
    }

    void add(const Term& term, bool is_left, Statements& made) {
        auto value = clone(*term.expression);
        bool is_negative = term.is_negative != take_sign(value);
        ExpressionPtr state;
        const int count = take_state(value, state);
        if (count < 0 || count > 1) {
            diagnostics_.error(term.expression->where,
                               "a term of a LINEAR equation must be a product with at most one state",
                               "expand sums: a*x + a*y, not a*(x + y)");
            return;
        }
        const int width = static_cast<int>(block_.system.unknowns.size()) + 1;
        int column = width - 1;
        if (state) {
            const auto offset = state->kind == ExpressionKind::Index ? integer_value(*state->operands[0]) : 0;
            if (!offset) {
                diagnostics_.error(state->where,
                                   "the index of a state in an equation must be known when the mechanism is compiled");
                return;
            }
            column = first_.at(state->text) + *offset;
        }
        const bool subtracts = is_negative != (is_left == (state != nullptr));
        auto target = make_index("rv_matrix", make_number(row_ * width + column));
        auto sum = make_binary(subtracts ? "-" : "+", clone(*target), std::move(value));
        made.push_back(make_assign(std::move(target), std::move(sum)));
    }

    Program& program_;
    Block& block_;
    Diagnostics& diagnostics_;
    States states_;
    std::map<std::string, int> first_;
    int row_ = -1;
};

/// -(left) + right, with the terms of `right` added one by one.
ExpressionPtr residual(const Statement& equation) {
    auto sum = make_unary("-", clone(*equation.value[0]));
    std::vector<Term> terms;
    collect_terms(*equation.value[1], false, terms);
    for (const auto& term : terms) {
        sum = make_binary(term.is_negative ? "-" : "+", std::move(sum), clone(*term.expression));
    }
    return sum;
}

/// Replaces equations by assignments to rv_value; returns their number.
int translate_equations(Statements& body, int count, Diagnostics& diagnostics) {
    for (auto& s : body) {
        count = translate_equations(s->body, count, diagnostics);
        count = translate_equations(s->otherwise, count, diagnostics);
        if (s->kind != StatementKind::Equation) continue;
        const bool goes_on = s->op == "~+";
        if (goes_on && count == 0) {
            diagnostics.error(s->where, "~+ continues an equation, but no equation precedes it");
            return count;
        }
        auto value = residual(*s);
        auto target = make_index("rv_value", make_number(goes_on ? count - 1 : count++));
        if (goes_on) value = make_binary("+", clone(*target), std::move(value));
        s = make_assign(std::move(target), std::move(value));
    }
    return count;
}

void number_unknowns(Program& program, Block& block, const std::vector<std::string>& names) {
    for (const auto& name : in_solver_order(program, names)) {
        for (auto& one : elements(program, name)) block.system.unknowns.push_back(std::move(one));
    }
}

void check_count(const Block& block, int equations, Diagnostics& diagnostics) {
    const auto states = block.system.unknowns.size();
    if (static_cast<std::size_t>(equations) == states && states > 0) return;
    diagnostics.error(block.where, "'" + block.name + "' has " + std::to_string(equations) + " equations for " +
                                       std::to_string(states) + " states");
}

}  // namespace

void linear_to_matrix(Program& program, Block& block, Diagnostics& diagnostics) {
    Linear(program, block, diagnostics).run();
}

void nonlinear_to_residuals(Program& program, Block& block, Diagnostics& diagnostics) {
    unroll_loops(block.body, diagnostics);
    number_unknowns(program, block, States(program, block).used());
    check_count(block, translate_equations(block.body, 0, diagnostics), diagnostics);
    block.system.method = System::Method::Newton;
}

void derivatives_to_residuals(Program& program, Block& block, Diagnostics& diagnostics) {
    auto& system = block.system;
    list_states(program, block);
    auto names = States(program, block).used();
    for (const auto& state : system.states) {
        if (std::find(names.begin(), names.end(), state->text) == names.end()) names.push_back(state->text);
    }
    number_unknowns(program, block, names);
    unroll_loops(block.body, diagnostics);
    int count = translate_equations(block.body, 0, diagnostics);
    for (std::size_t k = 0; k < system.states.size(); ++k) {
        auto change =
            make_binary("-", clone(*system.states[k]), make_index("rv_saved", make_number(static_cast<int>(k))));
        auto slope = make_binary("/", std::move(change), make_name("dt"));
        auto miss = make_binary("-", clone(*system.derivatives[k]), std::move(slope));
        block.body.push_back(make_assign(make_index("rv_value", make_number(count++)), std::move(miss)));
    }
    check_count(block, count, diagnostics);
    system.method = System::Method::Implicit;
}

}  // namespace ranvier::nmodl
