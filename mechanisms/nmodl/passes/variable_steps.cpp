#include "mechanisms/nmodl/passes/variable_steps.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/kinetic_equations.hpp"
#include "mechanisms/nmodl/passes/linear_form.hpp"
#include "mechanisms/nmodl/passes/solver_states.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"
#include "mechanisms/nmodl/passes/split_cell_step.hpp"

namespace ranvier::nmodl {
namespace {

/// The variable of the state's derivative ("rv_d_") or of its slope ("rv_s_"), declared if it is new.
std::string declare(Program& program, const Symbol& state, const char* prefix) {
    auto name = prefix + state.name;
    if (program.symbol(name)) return name;
    Symbol symbol;
    symbol.name = name;
    symbol.storage = Storage::Derivative;
    symbol.length = state.length;
    program.symbols.push_back(std::move(symbol));
    return name;
}

/// Replaces each occurrence of `state` by `by`.
void replace(ExpressionPtr& e, const Expression& state, const Expression& by) {
    if (equal(*e, state)) {
        e = clone(by);
        return;
    }
    for (auto& operand : e->operands) replace(operand, state, by);
}

/// d value/d state; null: 0.
ExpressionPtr slope(const Expression& value, const Expression& state) {
    auto form = linear_form(value, state);
    if (form.has_derivative) return std::move(form.derivative);
    const auto step = make_number("0.001");
    auto above = clone(value);
    replace(above, state, *make_binary("+", clone(state), clone(*step)));
    return make_binary("/", make_binary("-", std::move(above), clone(value)), clone(*step));
}

class Integrated {
  public:
    explicit Integrated(Program& program) : program_(program) {}

    void run() {
        const Statement* solve = nullptr;
        for (const auto& statement : program_.block(advance_block)->body) {
            if (statement->kind != StatementKind::Solve) continue;
            if (solve) return refuse("it has more than one SOLVE");
            solve = statement.get();
        }
        if (!solve) return;
        auto* block = program_.block(solve->name);
        if (!block) return;
        const auto& method = solve->op;
        if (block->kind == BlockKind::Derivative) {
            differential(*block);
        } else if (block->kind == BlockKind::Kinetic && (method.empty() || method == "sparse")) {
            kinetic(*block);
        } else if (block->kind == BlockKind::Kinetic) {
            refuse("its KINETIC block is not solved by METHOD sparse");
        } else if (block->kind == BlockKind::Procedure && method == "cvode_t") {
            solve_before_currents(*solve);
        } else if (block->kind != BlockKind::Procedure || method != "after_cvode") {
            refuse("SOLVE " + block->name + " names neither differential equations nor METHOD after_cvode");
        }
        if (!program_.variable_steps.states.empty()) concentrations();
    }

  private:
    void refuse(const std::string& why) {
        program_.variable_steps.obstacle = why;
        program_.variable_steps.states.clear();
    }

    /// METHOD cvode_t: with variable steps, SOLVE runs at each evaluation of the currents instead of once per step.
    void solve_before_currents(const Statement& solve) {
        const auto where = solve.where;
        auto before = make_statement(StatementKind::If, where);
        before->value.push_back(make_call("rv_variable_steps", std::vector<ExpressionPtr>{}, where));
        before->body.push_back(clone(solve));
        auto once = make_statement(StatementKind::If, where);
        once->value.push_back(make_unary("!", clone(*before->value[0])));
        once->body.push_back(clone(solve));
        for (auto& statement : program_.block(advance_block)->body) {
            if (statement.get() != &solve) continue;
            statement = std::move(once);
            break;
        }
        if (!program_.block(BlockKind::BeforeBreakpoint)) {
            Block made;
            made.kind = BlockKind::BeforeBreakpoint;
            made.where = where;
            program_.blocks.push_back(std::move(made));
        }
        program_.block(BlockKind::BeforeBreakpoint)->body.push_back(std::move(before));
    }

    static Block copy(const Block& block, const char* name) {
        Block made;
        made.kind = block.kind;
        made.name = name;
        made.where = block.where;
        made.is_solved = true;
        made.solve_for = block.solve_for;
        made.body = clone(block.body);
        return made;
    }

    void add(Block block) {
        block.kind = BlockKind::Procedure;
        program_.blocks.push_back(std::move(block));
    }

    void differential(const Block& block) {
        bool is_plain = true;
        std::vector<std::string> names;
        for_each_statement(block.body, [&](const Statement& s) {
            is_plain &= s.kind != StatementKind::Equation;
            if (s.kind != StatementKind::Assign) return;
            const auto [state, order] = derivative_name(program_, s.value[0]->text);
            is_plain &= order <= 1;
            if (state && std::find(names.begin(), names.end(), state->name) == names.end())
                names.push_back(state->name);
        });
        if (!is_plain) return refuse("its equations are of higher order or implicit");
        for (const auto& name : names) {
            const Symbol state = *program_.symbol(name);
            derivative_of_[derivative_of(name, 1)] = declare(program_, state, derivative_prefix);
            for (auto& one : elements(program_, name)) program_.variable_steps.states.push_back(std::move(one));
        }
        for (const auto& name : names) declare(program_, Symbol(*program_.symbol(name)), slope_prefix);
        Block derivatives = copy(block, derivatives_block);
        add_slopes(derivatives.body);
        rename(derivatives.body);
        add(std::move(derivatives));
    }

    void rename(Statements& body) const {
        for_each_expression(body, [&](ExpressionPtr& top) {
            for_each(*top, [&](Expression& e) {
                const auto found = derivative_of_.find(e.text);
                if (found != derivative_of_.end()) e.text = found->second;
            });
        });
    }

    /// Adds the slope of each equation's right-hand side directly after the equation, while its operands are unchanged.
    void add_slopes(Statements& body) const {
        Statements made;
        for (auto& s : body) {
            add_slopes(s->body);
            add_slopes(s->otherwise);
            const bool is_equation = s->kind == StatementKind::Assign && derivative_of_.contains(s->value[0]->text);
            StatementPtr behind;
            if (is_equation) {
                auto state = clone(*s->value[0]);
                state->text = derivative_name(program_, state->text).state->name;
                auto target = clone(*state);
                target->text = slope_prefix + state->text;
                auto value = slope(*s->value[1], *state);
                behind = make_assign(std::move(target), value ? std::move(value) : make_number("0.0"));
            }
            made.push_back(std::move(s));
            if (behind) made.push_back(std::move(behind));
        }
        body = std::move(made);
    }

    void kinetic(const Block& block) {
        Block derivatives = copy(block, derivatives_block), solved = copy(block, solve_derivatives_block);
        Diagnostics again;  // messages about the block come from the conversion to fixed steps
        auto states = kinetic_to_variable_steps(program_, derivatives, solved, again);
        if (again.has_errors()) return;
        for (const auto& state : states) {
            const Symbol symbol = *program_.symbol(state->text);
            derivative_of_[derivative_of(symbol.name, 1)] = declare(program_, symbol, derivative_prefix);
        }
        rename(derivatives.body);
        rename(solved.body);
        program_.variable_steps.states = std::move(states);
        add(std::move(derivatives));
        add(std::move(solved));
    }

    /// Collects, as in NEURON, the first assignment of each concentration, regardless of its position.
    void concentrations() {
        Block made;
        made.kind = BlockKind::Procedure;
        made.name = concentrations_block;
        made.is_solved = true;
        for (const auto& ion : program_.neuron.ions) {
            for (const auto& name : ion.writes) {
                const auto* symbol = program_.symbol(name);
                const bool is_concentration = name == ion.name + "i" || name == ion.name + "o";
                if (!is_concentration || !symbol || symbol->role == Role::State) continue;
                if (const auto* assignment = first_assignment(name)) made.body.push_back(clone(*assignment));
            }
        }
        if (!made.body.empty()) add(std::move(made));
    }

    const Statement* first_assignment(const std::string& name) const {
        const Statement* found = nullptr;
        for (const auto& block : program_.blocks) {
            if (block.kind == BlockKind::Initial || block.name == derivatives_block) continue;
            for_each_statement(block.body, [&](const Statement& s) {
                if (!found && s.kind == StatementKind::Assign && s.value[0]->text == name) found = &s;
            });
        }
        return found;
    }

    Program& program_;
    std::map<std::string, std::string> derivative_of_;  // Dm -> rv_d_m
};

}  // namespace

bool is_made_from_solve(const Block& block) {
    const auto& name = block.name;
    return name == advance_block || name == derivatives_block || name == solve_derivatives_block ||
           name == concentrations_block || name == draw_block || name == fire_block;
}

void variable_steps(Program& program) {
    if (program.block(advance_block) && program.neuron.kind == NeuronBlock::Kind::ArtificialCell) {
        program.variable_steps.obstacle = "its BREAKPOINT advances an ARTIFICIAL_CELL by steps of dt";
        return;
    }
    if (program.block(advance_block)) Integrated(program).run();
}

}  // namespace ranvier::nmodl
