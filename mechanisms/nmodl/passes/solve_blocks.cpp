#include "mechanisms/nmodl/passes/solve_blocks.hpp"

#include <algorithm>
#include <set>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/passes/algebraic_equations.hpp"
#include "mechanisms/nmodl/passes/kinetic_equations.hpp"
#include "mechanisms/nmodl/passes/solve_cnexp.hpp"
#include "mechanisms/nmodl/passes/solver_states.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

namespace ranvier::nmodl {
namespace {

using Method = System::Method;

constexpr const char* no_method = "no method";

/// Methods for a kind of block; the first is the default, except for DERIVATIVE.
std::vector<std::string> methods_for(BlockKind kind) {
    switch (kind) {
        case BlockKind::Derivative:
            return {"derivimplicit", "cnexp", "euler", "runge"};
        case BlockKind::Kinetic:
            return {"sparse", "euler", "runge"};
        case BlockKind::Linear:
            return {"simeq"};
        case BlockKind::Nonlinear:
            return {"newton"};
        default:
            return {"after_cvode", "cvode_t", "cvode_t_v"};
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
        for (auto& block : evaluations_) program_.blocks.push_back(std::move(block));
        if (takes_half_steps_) half_steps();
    }

  private:
    void solve(Statement& statement) {
        auto& block = *program_.block(statement.name);
        const auto known = solved_.find(block.name);
        const auto kind = known == solved_.end() ? block.kind : known->second.kind;
        const auto accepted = methods_for(kind);
        const bool is_named = !statement.op.empty();
        const std::string method = is_named                        ? statement.op
                                   : kind == BlockKind::Derivative ? no_method
                                                                   : accepted.front();
        if (method != no_method && std::find(accepted.begin(), accepted.end(), method) == accepted.end()) {
            const auto near = nearest_name(method, accepted);
            std::string all;
            for (const auto& name : accepted) all += (all.empty() ? "" : ", ") + name;
            diagnostics_.error(statement.where, "METHOD " + method + " cannot solve a " + keyword(kind) + " block",
                               near.empty() ? "possible methods: " + all : "did you mean " + near + "?");
            return;
        }
        const bool steady_possible = method == "sparse" || method == "derivimplicit";
        if (statement.is_steady_state && !steady_possible) {
            diagnostics_.error(statement.where, "STEADYSTATE is allowed only with sparse and derivimplicit");
            return;
        }
        if (known == solved_.end()) {
            solved_[block.name] = {kind, method};
            auto equations = kind == BlockKind::Derivative ? clone(block.body) : Statements();
            if (kind != BlockKind::Procedure) translate(block, method);
            if (kind == BlockKind::Derivative && block.system.method != Method::None) {
                separate_calls(block, std::move(equations));
            }
        } else if (known->second.method != method) {
            diagnostics_.error(statement.where, "'" + block.name + "' is solved by " + known->second.method +
                                                    " elsewhere; all SOLVE of a block must use the same METHOD");
            return;
        }
        to_call(statement, block);
    }

    void translate(Block& block, const std::string& method) {
        if (block.kind == BlockKind::Kinetic) {
            method == "sparse" ? kinetic_to_sparse(program_, block, diagnostics_)
                               : kinetic_to_derivatives(program_, block, diagnostics_);
        } else if (block.kind == BlockKind::Linear) {
            linear_to_matrix(program_, block, diagnostics_);
        } else if (method == no_method) {
            evaluate_only(block);
        } else if (block.kind == BlockKind::Discrete) {
            // past_values has turned the block into plain assignments
        } else if (block.kind == BlockKind::Nonlinear) {
            nonlinear_to_residuals(program_, block, diagnostics_);
        } else if (method == "cnexp" && !equation_beyond_cnexp(program_, block)) {
            warn_of_product(block);
            solve_cnexp(program_, block.body, math_);
        } else if (method == "cnexp" || method == "derivimplicit") {
            if (method == "cnexp") warn_of_nonlinear(block);
            derivatives_to_residuals(program_, block, diagnostics_);
        } else {
            list_states(program_, block);
        }
        if (method == "euler" || method == "runge") {
            block.system.method = method == "euler" ? Method::Euler : Method::Runge;
        }
        const bool is_differential = block.kind == BlockKind::Derivative || block.kind == BlockKind::Kinetic;
        if (is_differential && block.system.method != Method::None) takes_half_steps_ = true;
        if (block.system.method != Method::None) block.arguments.push_back({"rv_mode", {}, block.where});
        block.kind = BlockKind::Procedure;
        block.is_solved = true;
    }

    /// SOLVE without METHOD: NEURON 9 computes the derivatives but does not change states.
    void evaluate_only(Block& block) {
        diagnostics_.warning(
            block.where,
            "'" + block.name + "' is solved without a METHOD: fixed steps do not change its states, as in NEURON",
            "write METHOD cnexp after SOLVE " + block.name);
        declare_derivatives_of(block);
    }

    /// Makes the derivatives that the block assigns its locals.
    void declare_derivatives_of(Block& block) {
        auto derivatives = make_statement(StatementKind::Local, block.where);
        std::set<std::string> seen;
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Assign) return;
            const auto& name = s.value[0]->text;
            const auto* state = derivative_name(program_, name).state;
            if (state && seen.insert(name).second) derivatives->declared.push_back({name, state->length, s.where});
        });
        if (!seen.empty()) block.body.insert(block.body.begin(), std::move(derivatives));
    }

    /// `states()` instead of SOLVE states: with cnexp a step, with other methods, as in NEURON, an evaluation of the
    /// equations that leaves the states as they are.
    void separate_calls(const Block& block, Statements equations) {
        Block evaluation;
        evaluation.name = "rv_evaluate_" + block.name;
        evaluation.where = block.where;
        evaluation.is_solved = true;
        evaluation.body = std::move(equations);
        bool is_called = false;
        for (auto& each : program_.blocks) {
            for_each_expression(each.body, [&](ExpressionPtr& e) {
                if (e->kind != ExpressionKind::Call || e->text != block.name) return;
                e->text = evaluation.name;
                is_called = true;
            });
        }
        if (!is_called) return;
        declare_derivatives_of(evaluation);
        evaluations_.push_back(std::move(evaluation));
    }

    void warn_of_nonlinear(const Block& block) {
        const auto& equation = *equation_beyond_cnexp(program_, block);
        diagnostics_.warning(equation.where,
                             "METHOD cnexp needs equations that are linear in their own state, but this one is not: '" +
                                 block.name + "' is solved by derivimplicit, as in NEURON",
                             "write METHOD derivimplicit");
    }

    void warn_of_product(const Block& block) {
        const auto* equation = equation_with_product(program_, block);
        if (!equation) return;
        diagnostics_.warning(equation->where,
                             "METHOD cnexp needs equations that are linear in their own state, but this one is not: it "
                             "is treated as linear, as in NEURON, which is not its solution",
                             "write METHOD derivimplicit");
    }

    /// Makes SOLVE a call kin(mode): bit 0 of mode requests the steady state, bit 1 suppresses the message on failure.
    static void to_call(Statement& statement, const Block& block) {
        const bool has_handler = !statement.body.empty();
        const int mode = (statement.is_steady_state ? 1 : 0) + (has_handler ? 2 : 0);
        std::vector<ExpressionPtr> arguments;
        const bool is_system = block.system.method != Method::None;
        if (is_system) arguments.push_back(make_number(std::to_string(mode)));
        auto call = make_call(statement.name, std::move(arguments), statement.where);
        statement.kind = has_handler && is_system ? StatementKind::If : StatementKind::Call;
        if (!is_system) statement.body.clear();
        statement.value.push_back(std::move(call));
        statement.name.clear();
        statement.op.clear();
    }

    /// For secondorder: solvers take an implicit half step and a second half step along the derivative.
    void half_steps() {
        if (!program_.symbol("secondorder")) {
            Symbol symbol;
            symbol.name = "secondorder";
            symbol.storage = Storage::Built;
            program_.symbols.push_back(std::move(symbol));
        }
        auto* advance = program_.block(advance_block);
        if (!advance) return;
        auto half = make_statement(StatementKind::If, advance->where);
        half->value.push_back(make_name("secondorder"));
        half->body.push_back(make_assign(make_name("dt"), make_binary("*", make_name("dt"), make_number("0.5"))));
        advance->body.insert(advance->body.begin(), std::move(half));
    }

    struct Solved {
        BlockKind kind;
        std::string method;
    };
    Program& program_;
    Math math_;
    Diagnostics& diagnostics_;
    std::map<std::string, Solved> solved_;
    std::vector<Block> evaluations_;
    bool takes_half_steps_ = false;
};

}  // namespace

void solve_blocks(Program& program, Math math, Diagnostics& diagnostics) {
    Solver(program, math, diagnostics).run();
}

}  // namespace ranvier::nmodl
