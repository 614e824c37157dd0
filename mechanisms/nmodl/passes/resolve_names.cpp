#include "mechanisms/nmodl/passes/resolve_names.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/past_values.hpp"
#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

bool contains(const std::vector<NamedHere>& names, const std::string& name) {
    return std::any_of(names.begin(), names.end(), [&](const NamedHere& n) { return n.name == name; });
}
bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// NEURON 9.0.2 keeps only six significant digits of PARAMETER defaults and START values.
double six_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return std::strtod(text, nullptr);
}

class Declarations {
  public:
    Declarations(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

    void run() {
        for (const auto& constant : program_.constants) add_constant(constant);
        pointers_and_randoms();
        for (const auto& parameter : program_.parameters) add_parameter(parameter);
        for (const auto& assigned : program_.assigned) add_assigned(assigned);
        for (const auto& state : program_.states) add_state(state);
        for (const auto& local : program_.file_locals) {
            Variable variable;
            variable.name = local.name;
            variable.length = local.length;
            variable.where = local.where;
            add(variable, Storage::Global, Role::Assigned);
        }
        ions();
        currents(program_.neuron.nonspecific);
        currents(program_.neuron.electrode);
        for (const char* name : {"v", "t", "dt"}) {
            if (program_.symbol(name)) continue;
            Variable variable;
            variable.name = name;
            add(variable, Storage::Built, Role::Assigned);
        }
        check_listed(program_.neuron.range, "RANGE");
        check_listed(program_.neuron.global, "GLOBAL");
        bool has_table = false;
        for (const auto& block : program_.blocks) {
            for_each_statement(block.body, [&](const Statement& s) { has_table |= s.kind == StatementKind::Table; });
        }
        if (has_table && !program_.symbol("usetable")) {
            Symbol usetable;
            usetable.name = "usetable";
            usetable.storage = Storage::Global;
            usetable.role = Role::Parameter;
            usetable.value = 1;
            usetable.low = 0;
            usetable.high = 1;
            usetable.is_visible = true;
            program_.symbols.push_back(std::move(usetable));
        }
    }

  private:
    /// Adds a symbol, or merges a later declaration into an existing one.
    Symbol* add(const Variable& variable, Storage storage, Role role) {
        if (auto* known = program_.symbol(variable.name)) {
            const bool given = known->storage == Storage::Pointer || known->storage == Storage::Random;
            if (given) {
                known->units = variable.units;
                known->length = variable.length;
                return nullptr;
            }
            if (role == Role::State && known->role != Role::State && known->storage != Storage::Constant) {
                known->role = Role::State;
                known->is_visible = true;
                return nullptr;
            }
            diagnostics_.error(variable.where, "'" + variable.name + "' is declared twice");
            return nullptr;
        }
        Symbol symbol;
        symbol.name = variable.name;
        symbol.units = variable.units;
        symbol.storage = storage;
        symbol.role = role;
        symbol.length = variable.length;
        const bool is_exact = storage == Storage::Constant;
        symbol.value = is_exact ? variable.value : six_digits(variable.value);
        symbol.low = six_digits(variable.low);
        symbol.high = six_digits(variable.high);
        symbol.where = variable.where;
        program_.symbols.push_back(std::move(symbol));
        return &program_.symbols.back();
    }

    const Ion* ion_of(const std::string& name) const {
        for (const auto& ion : program_.neuron.ions) {
            if (contains(ion.reads, name) || contains(ion.writes, name)) return &ion;
        }
        return nullptr;
    }

    void pointers_and_randoms() {
        for (const auto& pointer : program_.neuron.pointers) {
            Variable variable;
            variable.name = pointer.name;
            variable.where = pointer.where;
            if (auto* symbol = add(variable, Storage::Pointer, Role::Assigned)) symbol->is_visible = true;
        }
        for (const auto& random : program_.neuron.randoms) {
            Variable variable;
            variable.name = random.name;
            variable.where = random.where;
            if (auto* symbol = add(variable, Storage::Random, Role::Assigned)) symbol->is_visible = true;
        }
        for (const auto& history : program_.neuron.histories) {
            Variable variable;
            variable.name = history.name;
            variable.where = history.where;
            add(variable, Storage::History, Role::Assigned);
            if (program_.is_c) {
                diagnostics_.error(history.where, "a file whose VERBATIM has an effect cannot have a HISTORY");
            }
        }
        for (const auto& forgetting : program_.neuron.forgettings) check_forgetting(forgetting);
    }

    void check_forgetting(const Forgetting& forgetting) {
        const auto* receive = program_.block(BlockKind::NetReceive);
        if (!receive ||
            std::ranges::find(receive->arguments, forgetting.seen.name, &Argument::name) == receive->arguments.end()) {
            diagnostics_.error(forgetting.seen.where,
                               "SEEN names an argument of NET_RECEIVE, which has no '" + forgetting.seen.name + "'");
        }
        const auto* horizon = program_.block(forgetting.horizon.name);
        if (!horizon || horizon->kind != BlockKind::Function || !horizon->arguments.empty()) {
            diagnostics_.error(forgetting.horizon.where, "HORIZON names a FUNCTION without arguments, which '" +
                                                             forgetting.horizon.name + "' is not");
        }
    }

    void add_constant(const Variable& constant) {
        if (const auto* ion = ion_of(constant.name)) {
            diagnostics_.error(
                constant.where,
                "'" + constant.name + "' is a variable of the ion " + ion->name + " and cannot be a CONSTANT",
                "declare it in PARAMETER or ASSIGNED, or remove it from USEION");
        }
        add(constant, Storage::Constant, Role::Assigned);
    }

    void add_parameter(const Variable& parameter) {
        const auto& neuron = program_.neuron;
        if (contains(neuron.externals, parameter.name)) return;
        if (is_built_variable(parameter.name)) {
            if (!program_.symbol(parameter.name)) add(parameter, Storage::Built, Role::Assigned);
        } else if (ion_of(parameter.name)) {
            if (auto* symbol = add(parameter, Storage::Ion, Role::Assigned)) {
                symbol->is_visible = contains(neuron.range, parameter.name);
            }
        } else {
            const bool range = contains(neuron.range, parameter.name);
            if (auto* symbol = add(parameter, range ? Storage::Field : Storage::Global, Role::Parameter)) {
                symbol->is_visible = true;
            }
        }
    }

    void add_assigned(const Variable& assigned) {
        const auto& neuron = program_.neuron;
        if (contains(neuron.externals, assigned.name)) return;
        if (is_built_variable(assigned.name)) {
            if (!program_.symbol(assigned.name)) add(assigned, Storage::Built, Role::Assigned);
            return;
        }
        const bool range = contains(neuron.range, assigned.name);
        const bool global = contains(neuron.global, assigned.name);
        const bool nowhere = neuron.kind == NeuronBlock::Kind::Nothing;  // there are no instances
        const auto storage = ion_of(assigned.name) ? Storage::Ion
                             : global || nowhere   ? Storage::Global
                                                   : Storage::Field;
        if (auto* symbol = add(assigned, storage, Role::Assigned)) {
            symbol->is_visible = range || global || contains(neuron.nonspecific, assigned.name) ||
                                 contains(neuron.electrode, assigned.name);
        }
    }

    void add_state(const Variable& state) {
        if (auto* symbol = add(state, ion_of(state.name) ? Storage::Ion : Storage::Field, Role::State)) {
            symbol->is_visible = true;
            symbol->tolerance = state.tolerance;
        }
    }

    void ions() {
        for (const auto& ion : program_.neuron.ions) {
            const std::string allowed[] = {"e" + ion.name, "i" + ion.name, ion.name + "i", ion.name + "o"};
            for (const auto* names : {&ion.reads, &ion.writes}) {
                for (const auto& name : *names) {
                    if (std::find(std::begin(allowed), std::end(allowed), name) == std::end(allowed)) {
                        diagnostics_.error(
                            ion.where, "'" + name + "' is not a variable of the ion " + ion.name,
                            "they are " + allowed[0] + ", " + allowed[1] + ", " + allowed[2] + " and " + allowed[3]);
                        continue;
                    }
                    if (program_.symbol(name)) continue;
                    Variable variable;
                    variable.name = name;
                    variable.where = ion.where;
                    if (auto* symbol = add(variable, Storage::Ion, Role::Assigned)) {
                        symbol->is_visible = contains(program_.neuron.range, name);
                    }
                }
            }
        }
    }

    void currents(const std::vector<NamedHere>& names) {
        for (const auto& name : names) {
            if (program_.symbol(name.name)) continue;
            Variable variable;
            variable.name = name.name;
            variable.where = name.where;
            if (auto* symbol = add(variable, Storage::Field, Role::Assigned)) symbol->is_visible = true;
        }
    }

    void check_listed(const std::vector<NamedHere>& names, const char* list) {
        for (const auto& name : names) {
            if (program_.symbol(name.name) || is_built_variable(name.name)) continue;
            diagnostics_.warning(name.where, "'" + name.name + "' in " + list + " is not declared");
        }
    }

    Program& program_;
    Diagnostics& diagnostics_;
};

/// Checks every use of a name.
class Uses {
  public:
    Uses(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

    void run() {
        for (auto& block : program_.blocks) {
            scopes_.assign(1, {});
            for (const auto& argument : block.arguments) scopes_.back()[argument.name] = 0;
            if (block.kind == BlockKind::NetReceive) scopes_.back()["flag"] = 0;
            if (block.kind == BlockKind::Function) scopes_.back()[block.name] = 0;
            if (block.kind == BlockKind::Kinetic) scopes_.back()["f_flux"] = scopes_.back()["b_flux"] = 0;
            statements(block.body);
        }
    }

  private:
    /// Array length of a local, or -1 if `name` is not a local.
    int local(const std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        }
        return -1;
    }

    void statements(Statements& body) {
        scopes_.push_back({});
        for (auto& statement : body) one(*statement);
        scopes_.pop_back();
    }

    void one(Statement& s) {
        switch (s.kind) {
            case StatementKind::Local:
                for (const auto& declared : s.declared) scopes_.back()[declared.name] = declared.length;
                return;
            case StatementKind::Solve:
                solve(s);
                return;
            case StatementKind::Table:
                for (const auto* names : {&s.names, &s.depends}) {
                    for (const auto& name : *names) variable(name, s.where, nullptr);
                }
                break;
            case StatementKind::Conductance:
                conductance(s);
                break;
            case StatementKind::From:
                scopes_.push_back({{s.name, 0}});
                counters_.push_back(s.name);
                expressions(s);
                statements(s.body);
                counters_.pop_back();
                scopes_.pop_back();
                return;
            case StatementKind::ForNetcons:
                scopes_.push_back({});
                for (const auto& name : s.names) scopes_.back()[name] = 0;
                statements(s.body);
                scopes_.pop_back();
                return;
            case StatementKind::Compartment:
            case StatementKind::Diffusion:
                scopes_.push_back({});
                if (!s.name.empty()) scopes_.back()[s.name] = 0;
                expressions(s);
                scopes_.pop_back();
                return;
            default:
                break;
        }
        expressions(s);
        statements(s.body);
        statements(s.otherwise);
    }

    void conductance(const Statement& s) {
        const auto& ions = program_.neuron.ions;
        const auto is_named = [&](const Ion& ion) { return s.names.empty() || ion.name == s.names[0]; };
        if (!s.names.empty() && std::none_of(ions.begin(), ions.end(), is_named)) {
            diagnostics_.error(s.where, "CONDUCTANCE: there is no USEION " + s.names[0] + " in the NEURON block");
        }
    }

    void expressions(Statement& s) {
        for (auto& value : s.value) expression(*value);
        for (auto* side : {&s.left, &s.right}) {
            for (auto& species : *side) expression(*species.species);
        }
        if (s.kind == StatementKind::Assign) {
            if (contains(counters_, s.value[0]->text)) {
                diagnostics_.error(s.value[0]->where,
                                   "the loop's variable '" + s.value[0]->text + "' cannot be assigned inside the loop");
            }
            const auto* symbol = local(s.value[0]->text) >= 0 ? nullptr : program_.symbol(s.value[0]->text);
            if (symbol) check_assigned(*symbol, s.value[0]->where);
        }
    }

    void check_assigned(const Symbol& symbol, Location where) {
        if (symbol.storage == Storage::Constant) {
            diagnostics_.error(where, "'" + symbol.name + "' is a constant and cannot be assigned");
        }
        // Published models change their copy of v; NEURON refuses the others, too.
        if (symbol.storage == Storage::Built && symbol.name != "v" && symbol.name != "secondorder") {
            diagnostics_.error(where, "'" + symbol.name + "' belongs to the simulation and cannot be assigned here",
                               "assign it in the script, or use a variable of the mechanism");
        }
    }

    /// x@k: the value of a DISCRETE state k steps ago.
    void past(const Expression& e) {
        const auto name = e.text.substr(0, e.text.size() - 1);
        const int step = static_cast<int>(e.operands[0]->value());
        const bool is_element = e.operands.size() > 1;
        if (!is_state(name)) {
            diagnostics_.error(e.where, "'" + name + "' must be a STATE to be used as " + name + "@k");
        } else if (step < 1 || step > 1000) {
            diagnostics_.error(e.where, "the number after @ must be between 1 and 1000");
        } else if (is_element != (program_.symbol(name)->length > 0)) {
            diagnostics_.error(e.where,
                               "'" + name + (is_element ? "' is not an array" : "' is an array and needs an index"));
        } else {
            const int length = step * std::max(program_.symbol(name)->length, 1);
            if (!program_.symbol(past_name(name))) {
                Symbol symbol;
                symbol.name = past_name(name);
                symbol.where = e.where;
                program_.symbols.push_back(std::move(symbol));
            }
            auto& kept = program_.symbol(past_name(name))->length;
            kept = std::max(kept, length);
        }
        if (is_element) expression(*e.operands[1]);
    }

    void lag(const Expression& e) {
        const auto& of = e.operands[0]->text;
        const auto& by = e.operands[1]->text;
        const auto* delay = program_.symbol(by);
        const bool fits =
            delay && delay->length == 0 && (delay->role == Role::Parameter || delay->storage == Storage::Constant);
        if (!fits) diagnostics_.error(e.operands[1]->where, "'" + by + "' must be a PARAMETER or CONSTANT to be a LAG");
        if (local(of) >= 0) diagnostics_.error(e.operands[0]->where, "'" + of + "' is local and has no past");
    }

    void expression(Expression& e) {
        if (e.kind == ExpressionKind::Index && e.text.ends_with('@')) return past(e);
        if (e.kind == ExpressionKind::Call && e.text == "LAG") lag(e);
        if (e.kind == ExpressionKind::Name) {
            variable(e.text, e.where, nullptr);
        } else if (e.kind == ExpressionKind::Index) {
            variable(e.text, e.where, e.operands[0].get());
        } else if (e.kind == ExpressionKind::Call) {
            call(e);
        }
        for (auto& operand : e.operands) expression(*operand);
    }

    /// Whether the block is a DERIVATIVE block that a SOLVE names; others are never translated.
    bool is_solved_derivative(const Block& block) const {
        if (block.kind != BlockKind::Derivative) return false;
        bool is_solved = false;
        for (const auto& each : program_.blocks) {
            for_each_statement(each.body, [&](const Statement& s) {
                is_solved = is_solved || (s.kind == StatementKind::Solve && s.name == block.name);
            });
        }
        return is_solved;
    }

    void solve(const Statement& s) {
        if (const auto* block = program_.block(s.name)) {
            using enum BlockKind;
            for (const auto kind : {Derivative, Kinetic, Linear, Nonlinear, Procedure, Discrete}) {
                if (block->kind == kind) return;
            }
            diagnostics_.error(s.where, "'" + s.name + "' is not a block that SOLVE can solve");
            return;
        }
        std::vector<std::string> names;
        for (const auto& block : program_.blocks) names.push_back(block.name);
        const auto near = nearest_name(s.name, names);
        diagnostics_.error(s.where, "SOLVE: there is no block '" + s.name + "'",
                           near.empty() ? "" : "did you mean '" + near + "'?");
    }

    /// `index`: of an array's element, else null.
    void variable(const std::string& name, Location where, const Expression* index) {
        int length = local(name);
        if (length < 0) {
            const auto* symbol = program_.symbol(name);
            if (!symbol) symbol = implied(name, where);
            if (!symbol) {
                undeclared(name, where);
                return;
            }
            // VERBATIM may point a POINTER to an array.
            if (program_.runs_verbatim && symbol->storage == Storage::Pointer) return;
            if (index && symbol->storage == Storage::Pointer) {
                diagnostics_.error(where, "'" + name + "' is a POINTER to one value and has no elements");
                return;
            }
            length = symbol->length;
        }
        if (index && length == 0) {
            diagnostics_.error(where, "'" + name + "' is not an array");
        } else if (index) {
            check_index(name, length, *index, where);
        }
    }

    /// An index that is known here and lies outside would read or write other variables.
    void check_index(const std::string& name, int length, const Expression& index, Location where) {
        const auto known = integer_value(index);
        if (!known || (*known >= 0 && *known < length)) return;
        diagnostics_.error(
            where, "'" + name + "[" + std::to_string(*known) + "]' is outside the array",
            "'" + name + "' has " + std::to_string(length) + " elements, 0 to " + std::to_string(length - 1));
    }

    /// Variables that need no declaration: the engine's, Dm and m0 of a state m.
    const Symbol* implied(const std::string& name, Location where) {
        Symbol symbol;
        symbol.name = name;
        symbol.where = where;
        if (is_built_variable(name)) {
            symbol.storage = Storage::Built;
        } else if (const auto* lagged = lagged_variable(name)) {
            symbol.length = lagged->length;
        } else if (const auto* of_derivative = base_state(name)) {
            symbol.length = of_derivative->length;
        } else if (name.size() > 1 && name.back() == '0' && is_state(name.substr(0, name.size() - 1))) {
            symbol.storage = Storage::Global;
            symbol.role = Role::Parameter;
            symbol.value = program_.symbol(name.substr(0, name.size() - 1))->value;
        } else {
            return nullptr;
        }
        program_.symbols.push_back(std::move(symbol));
        return &program_.symbols.back();
    }

    /// The x of lag_x_d, if there are such variables.
    const Symbol* lagged_variable(const std::string& name) const {
        if (!name.starts_with("lag_")) return nullptr;
        for (auto at = name.find('_', 4); at != std::string::npos; at = name.find('_', at + 1)) {
            const auto* of = program_.symbol(name.substr(4, at - 4));
            if (of && program_.symbol(name.substr(at + 1))) return of;
        }
        return nullptr;
    }

    bool is_state(const std::string& name) const {
        const auto* symbol = program_.symbol(name);
        return symbol && symbol->role == Role::State;
    }

    const Symbol* base_state(const std::string& name) const {
        if (name.size() < 2 || name[0] != 'D') return nullptr;
        auto base = name.substr(1);
        if (base.size() > 1 && base[0] >= '2' && base[0] <= '9') base = base.substr(1);
        return is_state(base) ? program_.symbol(base) : nullptr;
    }

    void undeclared(const std::string& name, Location where) {
        if (contains(program_.neuron.externals, name)) return;
        // A C name, declared by VERBATIM or by the compatibility header.
        if (program_.is_c && !(name.size() > 1 && name[0] == 'D')) {
            diagnostics_.warning(where, "'" + name + "' is not declared in NMODL; VERBATIM must declare it");
            return;
        }
        std::vector<std::string> names;
        for (const auto& symbol : program_.symbols) names.push_back(symbol.name);
        for (const auto& scope : scopes_) {
            for (const auto& [local_name, length] : scope) names.push_back(local_name);
        }
        if (name.size() > 1 && name[0] == 'D') {
            diagnostics_.error(
                where, "'" + name.substr(1) + "'' is a derivative, but '" + name.substr(1) + "' is not a STATE");
            return;
        }
        const auto near = nearest_name(name, names);
        diagnostics_.error(
            where, "'" + name + "' is not declared",
            near.empty() ? "declare it in PARAMETER, ASSIGNED or STATE, or as LOCAL" : "did you mean '" + near + "'?");
    }

    void call(Expression& e) {
        // In NEURON 9, abs is C++'s and keeps the fraction.
        if (e.text == "abs" && !program_.block(e.text)) e.text = "fabs";
        if (const auto* known = known_function(e.text); known && !program_.block(e.text)) {
            const int count = static_cast<int>(e.operands.size());
            if (count < known->least_arguments || count > known->most_arguments) {
                diagnostics_.error(e.where, "'" + e.text + "' takes " + std::to_string(known->least_arguments) +
                                                (known->most_arguments > known->least_arguments ? " or more" : "") +
                                                " arguments, not " + std::to_string(count));
            }
            if (e.text.starts_with("random_")) {
                const auto* first = count > 0 ? program_.symbol(e.operands[0]->text) : nullptr;
                if (!first || first->storage != Storage::Random) {
                    diagnostics_.error(e.where, "the first argument of " + e.text + " must be a RANDOM variable");
                }
            }
            if (e.text.starts_with("history_")) {
                const auto* first = count > 0 ? program_.symbol(e.operands[0]->text) : nullptr;
                if (!first || first->storage != Storage::History) {
                    diagnostics_.error(e.where, "the first argument of " + e.text + " must be a HISTORY variable");
                }
            }
            return;
        }
        const auto* block = program_.block(e.text);
        const bool callable = block && (block->kind == BlockKind::Procedure || block->kind == BlockKind::Function ||
                                        block->kind == BlockKind::FunctionTable || is_solved_derivative(*block));
        if (!callable && program_.is_c && !block) {
            diagnostics_.warning(e.where, "'" + e.text + "' is not a FUNCTION or PROCEDURE; VERBATIM must define it");
            return;
        }
        if (!callable) {
            auto names = known_function_names();
            for (const auto& b : program_.blocks) names.push_back(b.name);
            const auto near = nearest_name(e.text, names);
            diagnostics_.error(e.where, "there is no FUNCTION or PROCEDURE '" + e.text + "'",
                               near.empty() ? "" : "did you mean '" + near + "'?");
            return;
        }
        if (e.operands.size() != block->arguments.size()) {
            diagnostics_.error(e.where, "'" + e.text + "' takes " + std::to_string(block->arguments.size()) +
                                            " arguments, not " + std::to_string(e.operands.size()));
        }
    }

    Program& program_;
    Diagnostics& diagnostics_;
    std::vector<std::map<std::string, int>> scopes_;
    std::vector<std::string> counters_;  // variables of the enclosing FROM loops
};

void check_blocks(const Program& program, Diagnostics& diagnostics) {
    std::set<std::string> names;
    for (const auto& block : program.blocks) {
        if (!block.name.empty() && !names.insert(block.name).second) {
            diagnostics.error(block.where, "there are two blocks named '" + block.name + "'");
        }
        if (block.kind == BlockKind::FunctionTable && block.arguments.empty()) {
            diagnostics.error(block.where, "FUNCTION_TABLE '" + block.name + "' needs an argument");
        }
    }
}

}  // namespace

void resolve_names(Program& program, Diagnostics& diagnostics) {
    check_blocks(program, diagnostics);
    Declarations(program, diagnostics).run();
    Uses(program, diagnostics).run();
}

}  // namespace ranvier::nmodl
