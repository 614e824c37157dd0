#include "mechanisms/nmodl/passes/solve_blocks.hpp"

#include "mechanisms/nmodl/passes/linear_form.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"

namespace ranvier::nmodl {
namespace {

/// The state of which `target` is the first derivative, or null.
ExpressionPtr state_of(const Program& program, const Expression& target) {
    if (target.text.size() < 2 || target.text[0] != 'D') return nullptr;
    const auto* symbol = program.symbol(target.text.substr(1));
    if (!symbol || symbol->role != Role::State) return nullptr;
    auto state = clone(target);
    state->text = symbol->name;
    return state;
}

ExpressionPtr number(const char* text) {
    return make_number(text);
}

StatementPtr cnexp_libm(const Expression& state, const LinearForm& form) {
    auto rest = form.rest ? clone(*form.rest) : number("0.0");
    auto dt = make_name("dt");
    if (!form.derivative) {
        // m = m - dt*(- rest)
        auto change = make_binary("*", std::move(dt), make_unary("-", std::move(rest)));
        return make_assign(clone(state), make_binary("-", clone(state), std::move(change)));
    }
    auto decay = make_call("exp", make_binary("*", std::move(dt), clone(*form.derivative)));
    auto fraction = make_binary("-", number("1.0"), std::move(decay));
    auto slope = form.slope ? clone(*form.slope) : number("0.0");
    auto target = make_binary("/", make_unary("-", std::move(rest)), std::move(slope));
    auto distance = make_binary("-", std::move(target), clone(state));
    auto change = make_binary("*", std::move(fraction), std::move(distance));
    return make_assign(clone(state), make_binary("+", clone(state), std::move(change)));
}

/// a/b without a common divisor.
ExpressionPtr ratio(ExpressionPtr a, ExpressionPtr b) {
    const auto is_quotient = [](const Expression& e) { return e.kind == ExpressionKind::Binary && e.text == "/"; };
    const auto negative = [](const Expression& e) { return e.kind == ExpressionKind::Unary && e.text == "-"; };
    bool minus = false;
    for (auto* side : {&a, &b}) {
        if (negative(**side)) {
            minus = !minus;
            *side = std::move((*side)->operands[0]);
        }
    }
    ExpressionPtr made;
    if (is_quotient(*a) && is_quotient(*b) && equal(*a->operands[1], *b->operands[1])) {
        made = make_binary("/", std::move(a->operands[0]), std::move(b->operands[0]));
    } else {
        made = make_binary("/", std::move(a), std::move(b));
    }
    return simplify(minus ? make_unary("-", std::move(made)) : std::move(made));
}

StatementPtr cnexp_vector(const Expression& state, const LinearForm& form) {
    auto rest = form.rest ? simplify(clone(*form.rest)) : number("0.0");
    auto dt = make_name("dt");
    if (!form.derivative) {
        return make_assign(clone(state), make_call("fma", std::move(dt), std::move(rest), clone(state)));
    }
    auto slope = simplify(clone(*form.derivative));
    auto exponent = make_binary("*", std::move(dt), clone(*slope));
    const auto& inner = exponent->operands[1]->kind == ExpressionKind::Unary ? exponent->operands[1]->operands[0]
                                                                             : exponent->operands[1];
    if (inner->kind == ExpressionKind::Binary && inner->text == "/" && inner->operands[0]->is_number(1)) {
        const bool minus = exponent->operands[1]->kind == ExpressionKind::Unary;
        auto quotient = make_binary("/", make_name("dt"), clone(*inner->operands[1]));
        exponent = minus ? make_unary("-", std::move(quotient)) : std::move(quotient);
    }
    auto decay = make_call("exp", simplify(std::move(exponent)));
    if (rest->is_number(0)) {
        return make_assign(clone(state), make_binary("*", clone(state), std::move(decay)));
    }
    auto target = ratio(make_unary("-", std::move(rest)), std::move(slope));
    auto distance = make_binary("-", clone(state), clone(*target));
    return make_assign(clone(state), make_call("fma", std::move(distance), std::move(decay), std::move(target)));
}

/// Replaces derivatives in a list of statements, wherever they stand. False: an equation cannot be solved so.
bool solve_cnexp(Program& program, Statements& body, Math math, Diagnostics& diagnostics, bool apply) {
    bool possible = true;
    for (auto& statement : body) {
        if (!solve_cnexp(program, statement->body, math, diagnostics, apply)) possible = false;
        if (!solve_cnexp(program, statement->otherwise, math, diagnostics, apply)) possible = false;
        if (statement->kind != StatementKind::Assign) continue;
        const auto state = state_of(program, *statement->value[0]);
        if (!state) continue;
        const auto form = linear_form(*statement->value[1], *state);
        if (!form.has_derivative) {
            possible = false;
            continue;
        }
        if (!form.is_linear) {
            diagnostics.error(statement->where,
                              "METHOD cnexp needs an equation that is linear in " + state->text + ", which this is not",
                              "use METHOD derivimplicit");
            continue;
        }
        if (!apply) continue;
        const auto where = statement->where;
        statement = math == Math::libm ? cnexp_libm(*state, form) : cnexp_vector(*state, form);
        statement->where = where;
    }
    return possible;
}

/// All first derivatives that the statements assign, in their order, each once.
std::vector<ExpressionPtr> derivatives(const Program& program, const Statements& body) {
    std::vector<ExpressionPtr> found;
    for_each_statement(body, [&](const Statement& statement) {
        if (statement.kind != StatementKind::Assign || !state_of(program, *statement.value[0])) return;
        for (const auto& known : found) {
            if (equal(*known, *statement.value[0])) return;
        }
        found.push_back(clone(*statement.value[0]));
    });
    return found;
}

void solve_euler(Program& program, Block& block) {
    for (const auto& derivative : derivatives(program, block.body)) {
        auto state = state_of(program, *derivative);
        auto change = make_binary("*", make_name("dt"), clone(*derivative));
        block.body.push_back(make_assign(clone(*state), make_binary("+", clone(*state), std::move(change))));
    }
}

class Solver {
  public:
    Solver(Program& program, Math math, Diagnostics& diagnostics)
        : program_(program), math_(math), diagnostics_(diagnostics) {}

    void run() {
        for (auto& block : program_.blocks) {
            for_each_statement(block.body, [&](Statement& statement) {
                if (statement.kind == StatementKind::Solve) solve(statement);
            });
        }
    }

  private:
    void solve(Statement& statement) {
        auto& block = *program_.block(statement.name);
        const auto& method = statement.op;
        if (block.kind == BlockKind::Procedure) {
            static const std::string accepted[] = {"", "after_cvode", "cvode_t", "cvode_t_v"};
            for (const auto& name : accepted) {
                if (method == name) {
                    to_call(statement);
                    return;
                }
            }
            diagnostics_.error(statement.where, "METHOD " + method + " cannot solve a PROCEDURE");
            return;
        }
        if (block.kind == BlockKind::Derivative && !statement.is_steady_state) {
            derivative(statement, block, method.empty() ? "derivimplicit" : method);
            return;
        }
        const char* what = block.kind == BlockKind::Kinetic     ? "KINETIC"
                           : block.kind == BlockKind::Linear    ? "LINEAR"
                           : block.kind == BlockKind::Nonlinear ? "NONLINEAR"
                                                                : "STEADYSTATE";
        diagnostics_.error(statement.where, std::string("solving ") + what + " blocks is not supported");
    }

    void derivative(Statement& statement, Block& block, const std::string& method) {
        if (method == "cnexp") {
            if (!solve_cnexp(program_, block.body, math_, diagnostics_, false)) {
                diagnostics_.error(statement.where,
                                   "'" + block.name +
                                       "' cannot be solved by cnexp: a state stands in a denominator "
                                       "or in a function's argument",
                                   "use METHOD derivimplicit");
                return;
            }
            solve_cnexp(program_, block.body, math_, diagnostics_, true);
        } else if (method == "euler") {
            solve_euler(program_, block);
        } else {
            static const std::vector<std::string> known = {"cnexp", "euler", "derivimplicit", "sparse", "runge"};
            const auto near = nearest_name(method, known);
            diagnostics_.error(statement.where, "METHOD " + method + " is not supported for DERIVATIVE blocks",
                               near.empty() ? "cnexp and euler are" : "did you mean " + near + "?");
            return;
        }
        block.kind = BlockKind::Procedure;
        block.is_solved = true;
        to_call(statement);
    }

    static void to_call(Statement& statement) {
        statement.kind = StatementKind::Call;
        statement.value.push_back(make_call(statement.name, std::vector<ExpressionPtr>{}, statement.where));
    }

    Program& program_;
    Math math_;
    Diagnostics& diagnostics_;
};

}  // namespace

void solve_blocks(Program& program, Math math, Diagnostics& diagnostics) {
    Solver(program, math, diagnostics).run();
}

}  // namespace ranvier::nmodl
