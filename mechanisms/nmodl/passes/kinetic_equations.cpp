#include "mechanisms/nmodl/passes/kinetic_equations.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/check_conservation.hpp"
#include "mechanisms/nmodl/passes/eliminate.hpp"
#include "mechanisms/nmodl/passes/solver_states.hpp"
#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

/// NEURON pastes `* factor` after the text of a rate.
ExpressionPtr times(ExpressionPtr rate, ExpressionPtr factor) {
    if (!is_open(*rate)) return make_binary("*", std::move(rate), std::move(factor));
    rate->operands[1] = times(std::move(rate->operands[1]), std::move(factor));
    return rate;
}

/// target = target op change
StatementPtr change(ExpressionPtr target, const char* op, ExpressionPtr by) {
    auto value = make_binary(op, clone(*target), std::move(by));
    return make_assign(std::move(target), std::move(value));
}

class Kinetic {
  public:
    /// `for_variable_steps`: ignores conservation laws and diffusion.
    Kinetic(Program& program, Block& block, Diagnostics& diagnostics, bool for_variable_steps = false)
        : program_(program), block_(block), diagnostics_(diagnostics) {
        unroll_loops(block.body, diagnostics);
        for_each_statement(block.body, [&](Statement& s) {
            // The species named last comes first, as in NEURON.
            std::reverse(s.left.begin(), s.left.end());
            std::reverse(s.right.begin(), s.right.end());
            for (auto* side : {&s.left, &s.right}) {
                for (auto& species : *side) fix_index(*species.species);
            }
            if (s.kind == StatementKind::Conserve && !for_variable_steps) laws_.push_back(&s);
            if (s.kind == StatementKind::Reaction) warn_of_open_rates(s);
        });
        number_states();
        find_volumes();
        if (!for_variable_steps) find_diffusions();
    }

    void to_sparse() {
        check_conservation(block_, diagnostics_);
        MatrixPattern pattern(static_cast<int>(unknowns_.size()));
        pattern_ = &pattern;
        auto start = start_of_step();
        translate(block_.body);
        insert_at_start(std::move(start), {"f_flux", "b_flux", "rv_term", "rv_inverse_dt"});
        auto& system = block_.system;
        system.method = System::Method::Sparse;
        system.unknowns = std::move(unknowns_);
        system.elimination.push_back(eliminate(pattern));
        system.slots = pattern.slots();
        system.is_linear = is_linear_;
    }

    void to_derivatives() {
        if (!laws_.empty()) {
            diagnostics_.warning(laws_[0]->where, "CONSERVE has no effect with METHOD euler and runge");
        }
        Statements start, end;
        for (const auto& unknown : unknowns_) {
            start.push_back(make_assign(derivative(*unknown), make_number("0.0")));
            if (const auto volume = volume_of(*unknown)) {
                end.push_back(change(derivative(*unknown), "/", clone(*volume)));
            }
            declare("D" + unknown->text, unknown->text);
            block_.system.states.push_back(clone(*unknown));
            block_.system.derivatives.push_back(derivative(*unknown));
        }
        conserved_ = 0;
        translate(block_.body);
        for (auto& statement : end) block_.body.push_back(std::move(statement));
        insert_at_start(std::move(start), {"f_flux", "b_flux"});
    }

    /// Turns reactions into (1/dt - J) x = D/dt, both sides multiplied by the volumes.
    void to_linear_solution() {
        MatrixPattern pattern(static_cast<int>(unknowns_.size()));
        pattern_ = &pattern;
        only_linearizes_ = true;
        Statements start;
        start.push_back(make_assign(make_name("rv_inverse_dt"), make_binary("/", make_number("1.0"), make_name("dt"))));
        for (int k = 0; k < static_cast<int>(unknowns_.size()); ++k) {
            const auto& state = *unknowns_[static_cast<std::size_t>(k)];
            start.push_back(make_assign(rhs(k), make_binary("*", make_name("rv_inverse_dt"), derivative(state))));
            start.push_back(make_assign(matrix(k, k), make_name("rv_inverse_dt")));
            if (const auto volume = volume_of(state)) {
                start.push_back(change(rhs(k), "*", clone(*volume)));
                start.push_back(change(matrix(k, k), "*", clone(*volume)));
            }
        }
        translate(block_.body);
        remove_fluxes(block_.body);
        block_.body.push_back(eliminate(pattern));
        for (int k = 0; k < static_cast<int>(unknowns_.size()); ++k) {
            block_.body.push_back(make_assign(derivative(*unknowns_[static_cast<std::size_t>(k)]), rhs(k)));
        }
        insert_at_start(std::move(start), {"rv_term", "rv_inverse_dt", "rv_ratio", "rv_singular"});
        auto arrays = make_statement(StatementKind::Local, block_.where);
        arrays->declared.push_back({"rv_rhs", static_cast<int>(unknowns_.size()), block_.where});
        arrays->declared.push_back({"rv_matrix", pattern.slots(), block_.where});
        block_.body.insert(block_.body.begin(), std::move(arrays));
        pattern_ = nullptr;
    }

    /// Removes statements that use f_flux and b_flux: they belong to the derivatives.
    static void remove_fluxes(Statements& body) {
        std::erase_if(body, [](const StatementPtr& s) {
            bool mentions = false;
            for (const auto& value : s->value) {
                for_each(std::as_const(*value),
                         [&](const Expression& e) { mentions |= e.text == "f_flux" || e.text == "b_flux"; });
            }
            return mentions;
        });
        for (auto& s : body) {
            remove_fluxes(s->body);
            remove_fluxes(s->otherwise);
        }
    }

    std::vector<ExpressionPtr> take_unknowns() { return std::move(unknowns_); }

  private:
    void fix_index(Expression& species) {
        if (species.kind != ExpressionKind::Index) return;
        const auto index = integer_value(*species.operands[0]);
        const auto* symbol = program_.symbol(species.text);
        if (!index) {
            diagnostics_.error(species.where, "the index of '" + species.text +
                                                  "' in a reaction must be known when the mechanism is compiled");
        } else if (symbol && (*index < 0 || *index >= symbol->length)) {
            diagnostics_.error(species.where, "'" + species.text + "[" + std::to_string(*index) +
                                                  "]' is outside the array, which has " +
                                                  std::to_string(symbol->length) + " elements");
        } else {
            species.operands[0] = make_number(*index);
        }
    }

    void warn_of_open_rates(const Statement& reaction) {
        for (std::size_t side = 0; side < reaction.value.size() && reaction.op != "<<"; ++side) {
            if (!is_open(*reaction.value[side])) continue;
            diagnostics_.warning(reaction.value[side]->where,
                                 "this rate has no parentheses around its '" + reaction.value[side]->text +
                                     "': only its last operand is multiplied by the concentrations, as in NEURON");
        }
    }

    bool is_state(const Expression& species) const {
        const auto* symbol = program_.symbol(species.text);
        const auto& chosen = block_.solve_for;
        return symbol && symbol->role == Role::State &&
               (chosen.empty() || std::find(chosen.begin(), chosen.end(), species.text) != chosen.end());
    }

    /// Numbers the conserved states first, one for each law beginning with the last; then the others in NEURON's order.
    void number_states() {
        std::vector<std::string> used;
        for_each_statement(block_.body, [&](const Statement& s) {
            for (const auto* side : {&s.left, &s.right}) {
                for (const auto& species : *side) {
                    const auto& name = species.species->text;
                    const auto* symbol = program_.symbol(name);
                    if (!symbol) continue;
                    if (symbol->length > 0 && species.species->kind != ExpressionKind::Index) {
                        diagnostics_.error(species.species->where, "'" + name + "' is an array and needs an index");
                    }
                    if (is_state(*species.species)) used.push_back(name);
                }
            }
            if (s.kind != StatementKind::Diffusion) return;
            for (const auto& name : s.names) {  // it also diffuses where it does not react
                if (is_state(*make_name(name, s.where))) used.push_back(name);
            }
        });
        std::vector<std::string> order;
        const auto in = [](const std::vector<std::string>& names, const std::string& name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        for (auto law = laws_.rbegin(); law != laws_.rend(); ++law) {
            const auto size = order.size();
            for (const auto& species : (*law)->left) {
                const auto& name = species.species->text;
                if (!is_state(*species.species)) {
                    diagnostics_.error((*law)->where,
                                       "only states can be conserved, but '" + name + "' is not a state");
                    return;
                }
                if (in(order, name) || program_.symbol(name)->length > 0) continue;
                order.push_back(name);
                break;
            }
            if (order.size() == size) {
                diagnostics_.error((*law)->where,
                                   "CONSERVE needs a state that is not an array and not in another "
                                   "CONSERVE");
                return;
            }
        }
        conserved_ = static_cast<int>(order.size());
        std::vector<std::string> others;
        for (const auto& name : used) {
            if (!in(order, name) && !in(others, name)) others.push_back(name);
        }
        for (auto& name : in_solver_order(program_, others)) order.push_back(name);
        for (const auto& name : order) {
            first_[name] = static_cast<int>(unknowns_.size());
            for (auto& one : elements(program_, name)) unknowns_.push_back(std::move(one));
        }
        if (unknowns_.empty())
            diagnostics_.error(block_.where, "'" + block_.name + "' contains no reactions of states");
    }

    void find_volumes() {
        for_each_statement(block_.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Compartment) return;
            for (const auto& name : s.names) volumes_[name] = {s.name, clone(*s.value[0])};
        });
    }

    void find_diffusions() {
        for_each_statement(block_.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Diffusion) return;
            for (const auto& name : s.names) {
                if (!first_.contains(name)) {
                    diagnostics_.error(s.where, "'" + name + "' diffuses but is not a state");
                    return;
                }
                for (auto& state : elements(program_, name)) {
                    auto volume = volume_of(*state);
                    if (!volume) {
                        diagnostics_.error(s.where, "'" + name + "' diffuses and must be in a COMPARTMENT");
                        return;
                    }
                    auto conductance = clone(*s.value[0]);
                    if (!s.name.empty() && state->kind == ExpressionKind::Index) {
                        substitute(conductance, s.name, *state->operands[0]);
                    }
                    program_.diffusions.push_back({std::move(state), std::move(conductance), std::move(volume)});
                }
            }
        });
    }

    /// The volume of a state's compartment, or null.
    ExpressionPtr volume_of(const Expression& state) const {
        const auto found = volumes_.find(state.text);
        if (found == volumes_.end()) return nullptr;
        const auto& [index, expression] = found->second;
        auto volume = clone(*expression);
        if (!index.empty() && state.kind == ExpressionKind::Index) substitute(volume, index, *state.operands[0]);
        return volume;
    }

    int number_of(const Expression& species) const {
        const int offset = species.kind == ExpressionKind::Index ? integer_value(*species.operands[0]).value_or(0) : 0;
        return first_.at(species.text) + offset;
    }

    static ExpressionPtr rhs(int row) { return make_index("rv_rhs", make_number(row)); }
    ExpressionPtr matrix(int row, int column) {
        return make_index("rv_matrix", make_number(pattern_->slot(row, column)));
    }
    static ExpressionPtr derivative(const Expression& state) {
        auto made = clone(state);
        made->text = "D" + state.text;
        return made;
    }

    void declare(const std::string& name, const std::string& state) {
        if (program_.symbol(name)) return;
        Symbol symbol;
        symbol.name = name;
        symbol.length = program_.symbol(state)->length;
        program_.symbols.push_back(std::move(symbol));
    }

    void insert_at_start(Statements start, const std::vector<std::string>& locals) {
        auto& body = block_.body;
        auto at = std::find_if(body.begin(), body.end(),
                               [](const StatementPtr& s) { return s->kind != StatementKind::Local; });
        auto declaration = make_statement(StatementKind::Local, block_.where);
        for (const auto& name : locals) declaration->declared.push_back({name, 0, block_.where});
        at = body.insert(at, std::move(declaration)) + 1;
        body.insert(at, std::make_move_iterator(start.begin()), std::make_move_iterator(start.end()));
    }

    Statements start_of_step() {
        Statements made;
        made.push_back(make_assign(make_name("rv_inverse_dt"), make_binary("/", make_number("1.0"), make_name("dt"))));
        Statements scaled;
        for (int k = conserved_; k < static_cast<int>(unknowns_.size()); ++k) {
            const auto& state = *unknowns_[static_cast<std::size_t>(k)];
            auto distance = make_binary("-", clone(state), make_index("rv_saved", make_number(k)));
            auto negative = make_unary("-", make_name("rv_inverse_dt"));
            made.push_back(make_assign(rhs(k), make_binary("*", std::move(negative), std::move(distance))));
            made.push_back(make_assign(matrix(k, k), make_name("rv_inverse_dt")));
            const auto volume = volume_of(state);
            if (!volume) continue;
            scaled.push_back(change(rhs(k), "*", clone(*volume)));
            scaled.push_back(change(matrix(k, k), "*", clone(*volume)));
        }
        for (auto& statement : scaled) made.push_back(std::move(statement));
        return made;
    }

    void translate(Statements& body) {
        Statements made;
        for (auto& s : body) {
            translate(s->body);
            translate(s->otherwise);
            switch (s->kind) {
                case StatementKind::Reaction:
                    s->op == "<<" ? flux(*s, made) : reaction(*s, made);
                    break;
                case StatementKind::Conserve:
                    if (pattern_ && !only_linearizes_) law(*s, made);
                    break;
                case StatementKind::Compartment:
                    break;
                case StatementKind::Diffusion:
                    break;
                default:
                    made.push_back(std::move(s));
            }
        }
        body = std::move(made);
    }

    /// The target of a state's equation: the right-hand side of its row, or its derivative.
    ExpressionPtr equation_of(const Expression& state) { return pattern_ ? rhs(number_of(state)) : derivative(state); }

    /// Whether the state has an equation that reactions add to.
    bool is_balanced(const Expression& species) const { return is_state(species) && number_of(species) >= conserved_; }

    void flux(const Statement& s, Statements& made) {
        const auto& state = *s.left[0].species;
        if (s.left.size() != 1 || s.left[0].count != 1 || !is_state(state)) {
            diagnostics_.error(s.where, "a flux needs a single state: ~ state << (expression)");
            return;
        }
        if (!is_balanced(state)) {
            diagnostics_.error(s.where, "'" + state.text + "' gets a flux although CONSERVE determines it");
            return;
        }
        if (only_linearizes_) return;
        made.push_back(make_assign(make_name("f_flux"), make_number("0.0")));
        made.push_back(make_assign(make_name("b_flux"), clone(*s.value[0])));
        made.push_back(change(equation_of(state), "+", make_name("b_flux")));
    }

    static ExpressionPtr rate(const Statement& s, std::size_t side) {
        return side < s.value.size() ? clone(*s.value[side]) : make_number("0.0");
    }

    void reaction(const Statement& s, Statements& made) {
        if (!only_linearizes_) fluxes(s, made);
        if (pattern_) linearization(s, made);
    }

    void fluxes(const Statement& s, Statements& made) {
        const std::vector<Species>* const sides[] = {&s.left, &s.right};
        for (std::size_t side = 0; side < 2; ++side) {
            auto value = rate(s, side);
            for (const auto& species : *sides[side]) {
                for (int k = 0; k < species.count; ++k) value = times(std::move(value), clone(*species.species));
            }
            made.push_back(make_assign(make_name(side == 0 ? "f_flux" : "b_flux"), std::move(value)));
        }
        for (std::size_t side = 0; side < 2; ++side) {
            for (const auto& species : *sides[side]) {
                if (!is_balanced(*species.species)) continue;
                auto net = make_binary("-", make_name("f_flux"), make_name("b_flux"));
                if (species.count > 1) net = make_binary("*", make_number(species.count), std::move(net));
                made.push_back(change(equation_of(*species.species), side == 0 ? "-" : "+", std::move(net)));
            }
        }
    }

    /// The derivatives of a reaction's fluxes with respect to the states.
    void linearization(const Statement& s, Statements& made) {
        const std::vector<Species>* const sides[] = {&s.left, &s.right};
        for (std::size_t side = 0; side < 2; ++side) {
            for (const auto& by : *sides[side]) {
                if (!is_state(*by.species)) continue;
                auto term = rate(s, side);
                if (by.count != 1) term = times(std::move(term), make_number(by.count));
                for (const auto& other : *sides[side]) {
                    const int factors = other.count - (&other == &by ? 1 : 0);
                    for (int k = 0; k < factors; ++k) term = times(std::move(term), clone(*other.species));
                    if (factors > 0) is_linear_ = false;
                }
                made.push_back(make_assign(make_name("rv_term"), std::move(term)));
                const int column = number_of(*by.species);
                for (std::size_t of = 0; of < 2; ++of) {
                    for (const auto& species : *sides[of]) {
                        if (!is_balanced(*species.species)) continue;
                        auto change_by = make_name("rv_term");
                        if (species.count != 1) {
                            change_by = make_binary("*", make_number(species.count), std::move(change_by));
                        }
                        made.push_back(change(matrix(number_of(*species.species), column), of == side ? "+" : "-",
                                              std::move(change_by)));
                    }
                }
            }
        }
    }

    void law(const Statement& s, Statements& made) {
        const auto found = std::find(laws_.begin(), laws_.end(), &s);
        const int row = conserved_ - 1 - static_cast<int>(found - laws_.begin());
        made.push_back(make_assign(rhs(row), clone(*s.value[0])));
        for (const auto& species : s.left) {
            const auto volume = volume_of(*species.species);
            auto coefficient = make_number(species.count);
            auto amount = clone(*species.species);
            if (volume) {
                coefficient = make_binary("*", std::move(coefficient), clone(*volume));
                amount = make_binary("*", std::move(amount), clone(*volume));
            }
            if (species.count != 1) amount = make_binary("*", std::move(amount), make_number(species.count));
            made.push_back(make_assign(matrix(row, number_of(*species.species)), std::move(coefficient)));
            made.push_back(change(rhs(row), "-", std::move(amount)));
        }
    }

    Program& program_;
    Block& block_;
    Diagnostics& diagnostics_;
    MatrixPattern* pattern_ = nullptr;  // null: computes derivatives
    std::vector<const Statement*> laws_;
    std::vector<ExpressionPtr> unknowns_;
    std::map<std::string, int> first_;  // number of a state, or of its first element
    std::map<std::string, std::pair<std::string, ExpressionPtr>> volumes_;  // state -> name of the index, volume
    int conserved_ = 0;  // number of conservation laws, which are the first equations
    bool is_linear_ = true;
    bool only_linearizes_ = false;
};

}  // namespace

void kinetic_to_sparse(Program& program, Block& block, Diagnostics& diagnostics) {
    Kinetic kinetic(program, block, diagnostics);
    if (!diagnostics.has_errors()) kinetic.to_sparse();
}

std::vector<ExpressionPtr> kinetic_to_variable_steps(Program& program, Block& derivatives, Block& solved,
                                                     Diagnostics& diagnostics) {
    Kinetic plain(program, derivatives, diagnostics, true);
    if (diagnostics.has_errors()) return {};
    plain.to_derivatives();
    derivatives.system = {};
    Kinetic linear(program, solved, diagnostics, true);
    if (diagnostics.has_errors()) return {};
    linear.to_linear_solution();
    return linear.take_unknowns();
}

void kinetic_to_derivatives(Program& program, Block& block, Diagnostics& diagnostics) {
    Kinetic kinetic(program, block, diagnostics);
    if (!diagnostics.has_errors()) kinetic.to_derivatives();
}

}  // namespace ranvier::nmodl
