#include <algorithm>
#include <iterator>

#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/straight_code.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/initialize_states.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_definitions = 500;  // in longer code the compiler keeps too few values in registers
constexpr std::size_t most_of_solvers = 2500;  // eliminations are long, but few of their values are live for long
constexpr int most_rounds = 64;                // of a FROM loop that is unrolled
constexpr int most_calls = 5000;               // that are inlined: a call may need no definition

/// "c[2]": an element as the name of a variable.
std::string element(const std::string& array, int k) {
    return array + "[" + std::to_string(k) + "]";
}

/// The value of a variable at some point: a Number, a definition or the initial value of a variable.
struct Atom {
    ExpressionKind kind = ExpressionKind::Number;
    std::string text;

    ExpressionPtr expression() const {
        return kind == ExpressionKind::Number ? make_number(text) : variable_expression(text);
    }
    bool operator==(const Atom&) const = default;
};

/// The value of a comparison of numbers.
std::optional<bool> truth(const Expression& e) {
    if (e.kind == ExpressionKind::Number) return e.value() != 0;
    if (e.kind != ExpressionKind::Binary || e.operands[0]->kind != ExpressionKind::Number ||
        e.operands[1]->kind != ExpressionKind::Number) {
        return std::nullopt;
    }
    const double a = e.operands[0]->value(), b = e.operands[1]->value();
    if (e.text == "==") return a == b;
    if (e.text == "!=") return a != b;
    if (e.text == "<") return a < b;
    if (e.text == ">") return a > b;
    if (e.text == "<=") return a <= b;
    if (e.text == ">=") return a >= b;
    return std::nullopt;
}

using Values = std::map<std::string, Atom>;
using NameSet = std::set<std::string>;

/// Finds variables whose value one evaluation of an iteration's equations leaves to the next: they are read before they
/// are assigned, or assigned only where a condition holds that changes with the unknowns.
struct Carried {
    std::size_t first;  ///< definition of the iteration
    NameSet unknowns;
    NameSet assigned, read_first;

    void read(const std::string& name) {
        if (!assigned.contains(name)) read_first.insert(name);
    }
    bool any() const {
        return std::ranges::any_of(read_first, [&](const std::string& name) { return assigned.contains(name); });
    }
};

class Straightener {
  public:
    Straightener(const Program& program, TableUse tables) : program_(program), tables_(tables) {}

    std::optional<StraightCode> run(const Statements& all) {
        scopes_.emplace_back();
        statements(all);
        return code();
    }

    std::optional<StraightCode> run_currents(const Block& block, const std::vector<const IonAccess*>& ions) {
        std::vector<const Statement*> conductances;
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Conductance) conductances.push_back(&s);
        });
        std::vector<ExpressionPtr> above;
        if (conductances.empty()) {
            symbols_["v"] = define("above", make_binary("+", make_name("v"), make_number("0.001")));
            above = currents_of(block, ions);
            symbols_.erase("v");
        }
        auto here = currents_of(block, ions);
        if (!possible_) return std::nullopt;
        for (std::size_t k = 0; k < here.size(); ++k) {
            auto slope =
                above.empty()
                    ? sum_of(conductances, k == 0 ? "" : program_.neuron.ions[as_index(ions[k - 1]->ion)].name)
                    : make_binary("/", make_binary("-", std::move(above[k]), clone(*here[k])), make_number("0.001"));
            if (k == 0) code_.outputs.push_back(std::move(here[0]));
            code_.outputs.push_back(define("slope", std::move(slope)).expression());
        }
        return code();
    }

    std::optional<StraightCode> run_newton(const Block& block) {
        has_solver_ = true;
        newton(block, false);
        return code();
    }

    std::optional<StraightRound> run_round(const std::string& counter, const std::vector<const Statement*>& first,
                                           const Expression* condition, const std::vector<const Statement*>& body) {
        StraightRound round;
        round.counter = code_.new_name(program_, "round");
        round_ = &round;
        scopes_ = {{{counter, {ExpressionKind::Name, round.counter}}}};
        for (const auto* s : first) statement(*s);
        if (condition) round.condition = define("is", evaluate(*condition)).expression();
        for (const auto& [name, atom] : symbols_) round.assigned_first.insert(name);
        const auto before = symbols_;
        const auto made_first = code_.definitions.size();
        for (const auto* s : body) statement(*s);
        for (const auto& [name, atom] : before) possible_ &= symbols_.at(name) == atom;
        const auto is_carried = [&](const Expression& part) { possible_ &= !symbols_.contains(part.text); };
        for (std::size_t k = 0; k < made_first; ++k) {
            for_each(std::as_const(*code_.definitions[k].value), is_carried);
        }
        for (const auto& [name, atom] : before) is_carried(*atom.expression());
        if (round.condition) is_carried(*round.condition);
        for (const auto& name : round.assigned_first) symbols_.erase(name);
        auto all = code();
        if (!all) return std::nullopt;
        round.code = std::move(*all);
        for (const Values* assigned : {&before, static_cast<const Values*>(&symbols_)}) {
            for (const auto& one : *assigned) possible_ &= one.first.find('[') == std::string::npos;
        }
        return possible_ ? std::optional(std::move(round)) : std::nullopt;
    }

  private:
    std::optional<StraightCode> code() {
        if (!possible_) return std::nullopt;
        for (const auto& [name, atom] : symbols_) {
            auto value = atom.expression();
            // The initial value of a variable that is assigned must be read before the assignment.
            if (atom.kind == ExpressionKind::Name && symbols_.contains(atom.text) && atom.text != name) {
                value = make_name(code_.define(program_, base_of(atom.text), std::move(value)));
            }
            code_.results[name] = std::move(value);
        }
        for (auto& output : code_.outputs) {
            const bool is_assigned = output->kind == ExpressionKind::Name && symbols_.contains(output->text);
            if (is_assigned) output = make_name(code_.define(program_, output->text, std::move(output)));
        }
        return std::move(code_);
    }

    static std::size_t as_index(int k) { return static_cast<std::size_t>(k); }

    /// The sum of the currents of a BREAKPOINT block, and the current of each of `ions`. Its LOCALs can still be read.
    std::vector<ExpressionPtr> currents_of(const Block& block, const std::vector<const IonAccess*>& ions) {
        scopes_.assign(1, {});
        statements(block.body);
        ExpressionPtr sum;
        for (const auto& name : program_.neuron.currents) {
            auto current = variable(name);
            sum = sum ? make_binary("+", std::move(sum), std::move(current)) : std::move(current);
        }
        std::vector<ExpressionPtr> all;
        all.push_back(define("current", sum ? std::move(sum) : make_number("0.0")).expression());
        for (const auto* ion : ions) all.push_back(variable(ion->symbol->name));
        return all;
    }

    /// The sum of the conductances named by CONDUCTANCE; only those of one ion if `ion` is not "".
    ExpressionPtr sum_of(const std::vector<const Statement*>& conductances, const std::string& ion) {
        ExpressionPtr sum;
        for (const auto* s : conductances) {
            if (!ion.empty() && (s->names.empty() || s->names[0] != ion)) continue;
            auto conductance = evaluate(*s->value[0]);
            sum = sum ? make_binary("+", std::move(sum), std::move(conductance)) : std::move(conductance);
        }
        return sum ? std::move(sum) : make_number("0.0");
    }

    ExpressionPtr give_up() {
        possible_ = false;
        return make_number("0.0");
    }

    Atom define(const std::string& base, ExpressionPtr value) {
        if (value->kind == ExpressionKind::Number || value->kind == ExpressionKind::Name) {
            return {value->kind, value->text};
        }
        if (value->kind == ExpressionKind::Index) {
            return {ExpressionKind::Name, element(value->text, static_cast<int>(value->operands[0]->value()))};
        }
        if (code_.definitions.size() >= (has_solver_ ? most_of_solvers : most_definitions)) possible_ = false;
        return {ExpressionKind::Name, code_.define(program_, base_of(base), std::move(value))};
    }

    /// The name of the element if its index is a known number; otherwise "".
    std::string element_of(const Expression& e) {
        const auto index = integer_value(*evaluate(unchecked(*e.operands[0])));
        if (!index) give_up();
        return index ? element(e.text, *index) : "";
    }

    /// The name of an element that depends on the round; "" if the index contains anything but the counter.
    std::string element_of_round(const Expression& e) {
        const auto* symbol = program_.symbol(e.text);
        auto index = evaluate(unchecked(*e.operands[0]));
        bool of_round =
            symbol && symbol->length > 0 && (symbol->storage == Storage::Field || symbol->storage == Storage::Global);
        bool has_counter = false;
        for_each(std::as_const(*index), [&](const Expression& part) {
            const bool is_counter = part.kind == ExpressionKind::Name && part.text == round_->counter;
            has_counter |= is_counter;
            of_round &= is_counter || part.kind == ExpressionKind::Number || part.kind == ExpressionKind::Binary;
        });
        if (!of_round || !has_counter) return "";
        if (is_checked(*e.operands[0])) {
            const auto& parts = e.operands[0]->operands;
            index = make_call(within_array, std::move(index), clone(*parts[1]), clone(*parts[2]));
        }
        auto read = make_index(e.text, std::move(index));
        for (const auto& [element, name] : round_->elements) {
            if (equal(*element, *read)) return name;
        }
        round_->elements.emplace_back(std::move(read), code_.new_name(program_, e.text));
        return round_->elements.back().second;
    }

    ExpressionPtr indexed(const Expression& e) {
        if (round_) {
            if (const auto name = element_of_round(e); !name.empty()) return make_name(name);
        }
        const auto name = element_of(e);
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second.expression();
        }
        if (carried_) carried_->read(name);
        if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second.expression();
        if (!is_array_element(name)) return give_up();
        return variable_expression(name);
    }

    bool is_array_element(const std::string& name) const {
        const auto* symbol = program_.symbol(base_of(name));
        const bool is_kept = symbol && (symbol->storage == Storage::Field || symbol->storage == Storage::Global);
        if (!is_kept || is_wide(*symbol)) return false;
        const int index = std::atoi(name.c_str() + base_of(name).size() + 1);
        return index >= 0 && index < symbol->length;
    }

    ExpressionPtr variable(const std::string& name) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second.expression();
        }
        const auto* symbol = program_.symbol(name);
        if (!symbol && is_around(name)) {
            const auto found = symbols_.find(name);
            return found != symbols_.end() ? found->second.expression() : make_name(name);
        }
        if (round_ && symbol && symbol->storage == Storage::Pointer) return give_up();  // may be to what it assigns
        if (!symbol || symbol->length > 0 || symbol->storage == Storage::Random || symbol->storage == Storage::History)
            return give_up();
        if (carried_) carried_->read(name);
        if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second.expression();
        return make_name(name);
    }

    void assign(const std::string& name, ExpressionPtr value) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) {
                found->second = define(name, std::move(value));
                return;
            }
        }
        const auto* symbol = program_.symbol(base_of(name));
        if (!symbol && is_around(name)) {
            symbols_[name] = define(name, std::move(value));
            return;
        }
        const bool plain = symbol && (symbol->length == 0 || is_array_element(name)) &&
                           symbol->storage != Storage::Pointer && symbol->storage != Storage::Random &&
                           symbol->storage != Storage::Constant;
        if (!plain) {
            give_up();
            return;
        }
        symbols_[name] = define(name, std::move(value));
        if (carried_) carried_->assigned.insert(name);
    }

    /// Whether a name without a symbol is a local of the block around the loop.
    bool is_around(const std::string& name) const {
        return round_ && inside_.empty() && name != round_->counter && name.find('[') == std::string::npos;
    }

    bool calls_blocks(const Expression& e) const {
        bool found = false;
        for_each(e, [&](const Expression& part) {
            found |= part.kind == ExpressionKind::Call && program_.block(part.text) != nullptr;
        });
        return found;
    }

    ExpressionPtr evaluate(const Expression& e) {
        switch (e.kind) {
            case ExpressionKind::Number:
                return clone(e);
            case ExpressionKind::Name:
                if (e.text == may_jump) return give_up();
                return variable(e.text);
            case ExpressionKind::String:
                return give_up();
            case ExpressionKind::Index:
                return indexed(e);
            case ExpressionKind::Call:
                if (const auto* block = program_.block(e.text)) return inlined(*block, e);
                if (const auto* known = known_function(e.text); !known || !known->is_pure) return give_up();
                break;
            default:
                if ((e.text == "&&" || e.text == "||") && calls_blocks(*e.operands[1])) return give_up();
                break;
        }
        auto made = std::make_unique<Expression>();
        made->kind = e.kind;
        made->text = e.text;
        made->where = e.where;
        for (const auto& operand : e.operands) made->operands.push_back(evaluate(*operand));
        if (const auto known = truth(*made)) return make_number(*known ? "1.0" : "0.0");
        if (made->kind != ExpressionKind::Select) return made;
        const auto known = truth(*made->operands[0]);
        return known ? std::move(made->operands[*known ? 1 : 2]) : std::move(made);
    }

    ExpressionPtr inlined(const Block& block, const Expression& call) {
        if (block.system.method != System::Method::None) return solved(block, call);
        const bool known_kind = block.kind == BlockKind::Procedure || block.kind == BlockKind::Function;
        if (!known_kind || std::find(inside_.begin(), inside_.end(), &block) != inside_.end() ||
            call.operands.size() < block.arguments.size() || ++calls_ > most_calls) {
            return give_up();
        }
        Values arguments;
        for (std::size_t k = 0; k < block.arguments.size(); ++k) {
            arguments[block.arguments[k].name] = define(block.arguments[k].name, evaluate(*call.operands[k]));
        }
        arguments[block.name] = {ExpressionKind::Number, "0.0"};
        std::vector<Values> outer;
        outer.swap(scopes_);
        scopes_.push_back(std::move(arguments));
        if (round_ && table_of(block)) give_up();
        if (tables_ == TableUse::Always && table_of(block)) {
            look_up(block);
            const auto value = scopes_.front()[block.name];
            scopes_.swap(outer);
            return value.expression();
        }
        inside_.push_back(&block);
        statements(block.body);
        inside_.pop_back();
        const auto value = scopes_.front()[block.name];
        scopes_.swap(outer);
        return value.expression();
    }

    /// Assigns the values of a block's table.
    void look_up(const Block& block) {
        if (block.arguments.size() != 1) {
            give_up();
            return;
        }
        auto distance = make_binary("-", variable(block.arguments[0].name), make_name("rv_table_from_" + block.name));
        const auto at = define("at", make_binary("*", make_name("rv_table_scale_" + block.name), std::move(distance)));
        const auto take = [&](const std::string& name, const std::string& member) {
            auto values = make_name("rv_table_" + block.name + "_" + member);
            auto last = make_number(static_cast<double>(table_of(block)->count));
            assign(name, make_call("rv_looked_up", std::move(values), std::move(last), at.expression()));
        };
        for (const auto& name : table_names(block)) {
            const auto* symbol = program_.symbol(name);
            if (!symbol || symbol->length == 0) take(name, name);
            for (int k = 0; symbol && k < symbol->length; ++k) take(element(name, k), std::to_string(k) + "_" + name);
        }
    }

    void statements(const Statements& all) {
        for (const auto& s : all) {
            if (!possible_) return;
            statement(*s);
        }
    }

    void inner(const Statements& all) {
        scopes_.emplace_back();
        statements(all);
        scopes_.pop_back();
    }

    void statement(const Statement& s) {
        switch (s.kind) {
            case StatementKind::Assign:
                if (s.value[0]->kind == ExpressionKind::Index) {
                    auto value = evaluate(*s.value[1]);
                    return assign(element_of(*s.value[0]), std::move(value));
                }
                return assign(s.value[0]->text, evaluate(*s.value[1]));
            case StatementKind::From:
                return rounds(s);
            case StatementKind::Call:
                evaluate(*s.value[0]);
                return;
            case StatementKind::If:
                branch(s);
                return;
            case StatementKind::Block:
                inner(s.body);
                return;
            case StatementKind::Local:
                for (const auto& local : s.declared) {
                    if (local.length > 0) give_up();
                    scopes_.back()[local.name] = {ExpressionKind::Number, "0.0"};
                }
                return;
            case StatementKind::Eliminate:
                return statements(s.body);
            case StatementKind::Table:
            case StatementKind::Conductance:
                return;
            default:
                give_up();
        }
    }

    /// Unrolls a FROM loop.
    void rounds(const Statement& s) {
        const auto bound = [&](std::size_t k) { return integer_value(*evaluate(*s.value[k])); };
        const auto first = bound(0), last = bound(1), step = s.value.size() > 2 ? bound(2) : 1;
        if (!first || !last || !step || *step < 1 || (*last - *first) / *step >= most_rounds) {
            give_up();
            return;
        }
        for (int k = *first; k <= *last; k += *step) {
            scopes_.push_back({{s.name, {ExpressionKind::Number, make_number(static_cast<double>(k))->text}}});
            statements(s.body);
            scopes_.pop_back();
        }
    }

    /// The call of a solver that needs no iteration: the equations and their solution.
    ExpressionPtr solved(const Block& block, const Expression& call) {
        const auto& system = block.system;
        const bool is_sparse = system.method == System::Method::Sparse;
        const bool is_step = call.operands.size() == 1 && call.operands[0]->is_number(0);
        if (!has_lanes(block) || !is_step || has_solver_ || round_) return give_up();
        has_solver_ = true;
        std::vector<Values> outer;
        outer.swap(scopes_);
        if (is_sparse && !system.is_linear) {
            iterated_sparse(block);
        } else if (is_sparse) {
            sparse(block);
        } else if (system.method == System::Method::Euler) {
            euler(block);
        } else {
            newton(block, true);
        }
        scopes_.swap(outer);
        return make_number("0.0");
    }

    /// rv_kinetic_step as straight code.
    void sparse(const Block& block) {
        const auto& system = block.system;
        const auto count = system.unknowns.size();
        const auto saved = start_of_step(system);
        sparse_equations(block, saved);
        statements(system.elimination);
        if (!possible_) return;
        code_.failures.push_back({&block, scopes_.front()["rv_singular"].expression()});
        for (std::size_t k = 0; k < count; ++k) {
            assign_unknown(*system.unknowns[k], make_binary("+", evaluate(*system.unknowns[k]), change_of(k)));
        }
        end_sparse(block, saved);
    }

    /// The states before the step (rv_saved), and what the equations and their elimination assign.
    Values start_of_step(const System& system) {
        Values saved;
        for (std::size_t k = 0; k < system.unknowns.size(); ++k) {
            saved[element("rv_saved", static_cast<int>(k))] = define("saved", evaluate(*system.unknowns[k]));
            saved[element("rv_rhs", static_cast<int>(k))] = {};
        }
        for (const char* name : {"rv_singular", "rv_ratio"}) saved[name] = {};
        return saved;
    }

    void sparse_equations(const Block& block, const Values& saved) {
        scopes_ = {saved};
        for (int k = 0; k < block.system.slots; ++k) scopes_.front()[element("rv_matrix", k)] = {};
        statements(block.body);
    }

    ExpressionPtr change_of(std::size_t k) {
        return scopes_.front()[element("rv_rhs", static_cast<int>(k))].expression();
    }

    void end_sparse(const Block& block, const Values& saved) {
        const auto& system = block.system;
        sparse_equations(block, saved);  // other variables that they assign take the values after the step
        for (std::size_t k = 0; k < system.unknowns.size() && possible_; ++k) {
            const auto& before = saved.at(element("rv_saved", static_cast<int>(k)));
            auto change = make_binary("-", evaluate(*system.unknowns[k]), before.expression());
            go_on(*system.unknowns[k], make_binary("/", std::move(change), variable("dt")));
        }
    }

    /// rv_kinetic_step of a scheme that is not linear, as an iteration.
    void iterated_sparse(const Block& block) {
        const auto& system = block.system;
        const auto saved = start_of_step(system);
        StraightCode::Iteration iteration{&block, {}, {}, {}, system.unknowns.size()};
        NameSet states;
        for (const auto& unknown : system.unknowns) states.insert(name_of(*unknown));
        std::vector<ExpressionPtr> unknowns;
        for (const auto& unknown : system.unknowns) unknowns.push_back(clone(*unknown));
        for (const auto& name : left_to_the_next(block, states)) unknowns.push_back(variable_expression(name));
        for (const auto& unknown : unknowns) {
            iteration.starts.push_back(define("start", evaluate(*unknown)).expression());
            iteration.unknowns.push_back(code_.new_name(program_, base_of(unknown->text)));
        }
        const auto take_unknowns = [&] {
            for (std::size_t k = 0; k < unknowns.size(); ++k) {
                assign_unknown(*unknowns[k], make_name(iteration.unknowns[k]));
            }
        };
        take_unknowns();
        sparse_equations(block, saved);
        for (std::size_t k = 0; k < system.unknowns.size() && possible_; ++k) {
            const auto now = evaluate(*system.unknowns[k]);
            if (now->text != iteration.unknowns[k]) possible_ = false;  // the block assigns a state
        }
        statements(system.elimination);
        if (!possible_) return;
        for (std::size_t k = 0; k < unknowns.size(); ++k) {
            const bool is_state = k < system.unknowns.size();
            iteration.misses.push_back(is_state ? change_of(k) : evaluate(*unknowns[k]));
        }
        iteration.misses.push_back(scopes_.front()["rv_singular"].expression());
        take_unknowns();
        code_.iteration = std::move(iteration);
        end_sparse(block, saved);
    }

    /// The variables, other than states, whose values one evaluation of a block may leave to the next.
    std::vector<std::string> left_to_the_next(const Block& block, const NameSet& states) {
        const auto flow = data_flow(program_, block);
        std::vector<std::string> names;
        for (const auto& name : flow.writes) {
            const auto* symbol = program_.symbol(name);
            if (!symbol || (flow.sets.contains(name) && !flow.reads.contains(name))) continue;
            if (symbol->length == 0) names.push_back(name);
            for (int k = 0; k < symbol->length; ++k) names.push_back(element(name, k));
        }
        std::erase_if(names, [&](const std::string& name) { return states.contains(name); });
        return names;
    }

    void euler(const Block& block) {
        const auto& system = block.system;
        scopes_ = {Values()};
        statements(block.body);
        for (std::size_t k = 0; k < system.states.size() && possible_; ++k) {
            auto change = make_binary("*", variable("dt"), evaluate(*system.derivatives[k]));
            assign_unknown(*system.states[k], make_binary("+", evaluate(*system.states[k]), std::move(change)));
        }
        for (std::size_t k = 0; k < system.states.size() && possible_; ++k) {
            go_on(*system.states[k], evaluate(*system.derivatives[k]));
        }
    }

    /// rv_newton as an iteration: the equations, with unknowns for the solution. `is_whole`: includes the second half
    /// of a second-order step.
    void newton(const Block& block, bool is_whole) {
        const auto& system = block.system;
        StraightCode::Iteration iteration{&block, {}, {}, {}, 0};
        Values own;
        for (std::size_t k = 0; k < system.states.size(); ++k) {
            own[element("rv_saved", static_cast<int>(k))] = define("saved", evaluate(*system.states[k]));
        }
        for (const auto& unknown : system.unknowns) {
            iteration.starts.push_back(define("start", evaluate(*unknown)).expression());
            iteration.unknowns.push_back(code_.new_name(program_, base_of(unknown->text)));
            assign_unknown(*unknown, make_name(iteration.unknowns.back()));
            own[element("rv_value", static_cast<int>(own.size() - system.states.size()))] = {};
        }
        scopes_ = {std::move(own)};
        carried_ = Carried{code_.definitions.size(), {iteration.unknowns.begin(), iteration.unknowns.end()}, {}, {}};
        for (const auto& unknown : system.unknowns) carried_->assigned.insert(name_of(*unknown));
        statements(block.body);
        if (carried_->any()) possible_ = false;  // Newton's evaluations depend on one another
        carried_.reset();
        for (std::size_t k = 0; k < system.unknowns.size(); ++k) {
            iteration.misses.push_back(scopes_.front()[element("rv_value", static_cast<int>(k))].expression());
        }
        code_.iteration = std::move(iteration);
        for (std::size_t k = 0; is_whole && k < system.states.size() && possible_; ++k) {
            go_on(*system.states[k], evaluate(*system.derivatives[k]));
        }
    }

    std::string name_of(const Expression& unknown) {
        return unknown.kind == ExpressionKind::Index ? element_of(unknown) : unknown.text;
    }

    void assign_unknown(const Expression& unknown, ExpressionPtr value) { assign(name_of(unknown), std::move(value)); }

    /// The second half of a second-order step: along the derivative.
    void go_on(const Expression& state, ExpressionPtr derivative) {
        auto far = make_binary("+", evaluate(state), make_binary("*", variable("dt"), std::move(derivative)));
        auto select = std::make_unique<Expression>();
        select->kind = ExpressionKind::Select;
        select->operands.push_back(make_binary("!=", variable("secondorder"), make_number("0.0")));
        select->operands.push_back(define("far", std::move(far)).expression());
        select->operands.push_back(evaluate(state));
        assign_unknown(state, std::move(select));
    }

    void branch(const Statement& s) {
        auto condition_value = evaluate(*s.value[0]);
        if (const auto known = truth(*condition_value)) return inner(*known ? s.body : s.otherwise);
        auto test = make_binary("!=", std::move(condition_value), make_number("0.0"));
        const auto condition = define("is", std::move(test));
        const auto scopes = scopes_;
        const auto symbols = symbols_;
        const auto carried = carried_;
        inner(s.body);
        const auto scopes_then = std::exchange(scopes_, scopes);
        const auto symbols_then = std::exchange(symbols_, symbols);
        const auto assigned_then = carried ? std::exchange(carried_->assigned, carried->assigned) : NameSet();
        inner(s.otherwise);
        if (carried) carry(condition, assigned_then);
        for (std::size_t k = 0; k < scopes_.size(); ++k) merge(condition, scopes_then[k], scopes_[k]);
        merge(condition, symbols_then, symbols_);
    }

    /// After both branches: a variable that only one assigns may keep its value from an earlier evaluation.
    void carry(const Atom& condition, const NameSet& assigned_then) {
        NameSet in_one;
        std::ranges::set_symmetric_difference(assigned_then, carried_->assigned, std::inserter(in_one, in_one.end()));
        if (depends_on_unknowns(condition)) carried_->read_first.insert(in_one.begin(), in_one.end());
        carried_->assigned.insert(in_one.begin(), in_one.end());
    }

    bool depends_on_unknowns(const Atom& atom) const {
        auto varying = carried_->unknowns;
        for (std::size_t k = carried_->first; k < code_.definitions.size(); ++k) {
            for_each(std::as_const(*code_.definitions[k].value), [&](const Expression& part) {
                if (varying.contains(part.text)) varying.insert(code_.definitions[k].name);
            });
        }
        return varying.contains(atom.text);
    }

    /// Merges the values after both branches into `otherwise`.
    void merge(const Atom& condition, const Values& then, Values& otherwise) {
        std::set<std::string> names;
        for (const auto& value : then) names.insert(value.first);
        for (const auto& value : otherwise) names.insert(value.first);
        for (const auto& name : names) {
            const auto of = [&](const Values& values) {
                const auto found = values.find(name);
                return found == values.end() ? Atom{ExpressionKind::Name, name} : found->second;
            };
            const auto yes = of(then), no = of(otherwise);
            if (yes == no) continue;
            auto select = std::make_unique<Expression>();
            select->kind = ExpressionKind::Select;
            select->operands.push_back(make_binary("!=", condition.expression(), make_number("0.0")));
            select->operands.push_back(yes.expression());
            select->operands.push_back(no.expression());
            otherwise[name] = define(name, std::move(select));
        }
    }

    const Program& program_;
    const TableUse tables_;
    StraightCode code_;
    std::vector<Values> scopes_;  // of the block that is being inlined, innermost last
    Values symbols_;
    std::vector<const Block*> inside_;
    int calls_ = 0;
    std::optional<Carried> carried_;  // within an iteration
    StraightRound* round_ = nullptr;  // of a loop
    bool possible_ = true;
    bool has_solver_ = false;
};

}  // namespace

std::string base_of(const std::string& variable) {
    return variable.substr(0, variable.find('['));
}

ExpressionPtr variable_expression(const std::string& variable) {
    const auto base = base_of(variable);
    if (base == variable) return make_name(variable);
    return make_index(base, make_number(variable.substr(base.size() + 1, variable.size() - base.size() - 2)));
}

std::string StraightCode::new_name(const Program& program, const std::string& base) {
    const auto stem = base.starts_with("rv_") ? base.substr(3, base.rfind('_') - 3) : base;
    std::string name;
    do {
        name = "rv_" + stem + "_" + std::to_string(++names_);
    } while (program.symbol(name));
    return name;
}

std::string StraightCode::define(const Program& program, const std::string& base, ExpressionPtr value) {
    definitions.push_back({new_name(program, base), std::move(value)});
    return definitions.back().name;
}

std::optional<StraightCode> straighten_currents(const Program& program, const Block& block,
                                                const std::vector<const IonAccess*>& ions) {
    return Straightener(program, TableUse::Never).run_currents(block, ions);
}

std::optional<StraightCode> straighten_newton(const Program& program, const Block& block) {
    const bool by_newton =
        block.system.method == System::Method::Implicit || block.system.method == System::Method::Newton;
    if (!by_newton || !has_lanes(block) || data_flow(program, block).reads.contains("usetable")) return std::nullopt;
    return Straightener(program, TableUse::Never).run_newton(block);
}

std::optional<StraightRound> straighten_round(const Program& program, const std::string& counter,
                                              const std::vector<const Statement*>& first, const Expression* condition,
                                              const std::vector<const Statement*>& body) {
    return Straightener(program, TableUse::Never).run_round(counter, first, condition, body);
}

std::optional<StraightCode> straighten(const Program& program, const Statements& statements, TableUse tables) {
    return Straightener(program, tables).run(statements);
}

}  // namespace ranvier::nmodl
