#include "mechanisms/nmodl/passes/adds_events.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

namespace ranvier::nmodl {
namespace {

/// How a value depends on the states.
enum class Form {
    zero,         ///< the number 0
    independent,  ///< not at all
    linear,       ///< a sum of states times factors that are independent of them
    other
};

Form sum(Form a, Form b) {
    if (a == Form::zero) return b;
    if (b == Form::zero) return a;
    return a == b ? a : Form::other;
}

Form product(Form a, Form b) {
    if (a == Form::other || b == Form::other) return Form::other;
    if (a == Form::zero || b == Form::zero) return Form::zero;
    if (a == Form::linear && b == Form::linear) return Form::other;
    return a == Form::linear || b == Form::linear ? Form::linear : Form::independent;
}

bool is_free_of_states(Form form) {
    return form == Form::zero || form == Form::independent;
}

/// A variable has the form of all values that are ever assigned to it.
class Forms {
  public:
    explicit Forms(const Program& program) : program_(program) {
        for (const Symbol& symbol : program.symbols) {
            if (symbol.role == Role::State) form_[symbol.name] = Form::linear;
        }
        for (std::size_t before = 1, after = 0; before != after;) {
            before = changes_;
            for (const Block& block : program.blocks) follow(block.body, Form::independent);
            after = changes_;
        }
    }

    Form of(const std::string& name) const {
        const auto found = form_.find(name);
        return found == form_.end() ? Form::independent : found->second;
    }
    Form of(const Expression& e) const;
    bool is_state(const std::string& name) const {
        const Symbol* symbol = program_.symbol(name);
        return symbol && symbol->role == Role::State;
    }

  private:
    Form of_call(const Expression& call) const;
    Form of_binary(const Expression& e) const;
    void follow(const Statements& statements, Form condition);
    void assign(const std::string& name, Form form);

    const Program& program_;
    std::map<std::string, Form> form_;  // of variables that are assigned
    std::size_t changes_ = 0;
};

Form Forms::of(const Expression& e) const {
    switch (e.kind) {
        case ExpressionKind::Number:
            return e.is_number(0) ? Form::zero : Form::independent;
        case ExpressionKind::Name:
            return of(e.text);
        case ExpressionKind::Unary:
            return e.text == "-" ? of(*e.operands[0]) : product(Form::independent, of(*e.operands[0]));
        case ExpressionKind::Binary:
            return of_binary(e);
        case ExpressionKind::Index:
        case ExpressionKind::Call:
            return of_call(e);
        default:
            return Form::other;
    }
}

Form Forms::of_binary(const Expression& e) const {
    const Form a = of(*e.operands[0]), b = of(*e.operands[1]);
    if (e.text == "+" || e.text == "-") return sum(a, b);
    if (e.text == "*") return product(a, b);
    if (e.text == "/") return is_free_of_states(b) ? product(a, Form::independent) : Form::other;
    return is_free_of_states(a) && is_free_of_states(b) ? Form::independent : Form::other;
}

/// Of a function, or an element of an array, whose arguments must not depend on the states.
Form Forms::of_call(const Expression& call) const {
    const bool is_free = std::all_of(call.operands.begin(), call.operands.end(),
                                     [&](const ExpressionPtr& each) { return is_free_of_states(of(*each)); });
    return is_free ? product(Form::independent, of(call.text)) : Form::other;
}

void Forms::assign(const std::string& name, Form form) {
    const auto [at, is_new] = form_.try_emplace(name, form);
    if (is_new) ++changes_;
    const Form joined = sum(at->second, form);
    if (joined == at->second) return;
    at->second = joined;
    ++changes_;
}

/// `condition`: the form of what decides whether the statements run.
void Forms::follow(const Statements& statements, Form condition) {
    for (const StatementPtr& s : statements) {
        Form inside = condition;
        if (s->kind == StatementKind::Assign && !is_state(s->value[0]->text)) {
            assign(s->value[0]->text, is_free_of_states(condition) ? of(*s->value[1]) : Form::other);
        } else if (s->kind != StatementKind::Assign) {
            for (const ExpressionPtr& value : s->value) {
                if (!is_free_of_states(of(*value))) inside = Form::other;
            }
        }
        follow(s->body, inside);
        follow(s->otherwise, inside);
    }
}

/// Checks what a program does with its states.
class Check {
  public:
    explicit Check(const Program& program) : program_(program), forms_(program) {}
    bool holds() const {
        return has_suitable_parts() && currents_are_linear() && globals_are_free() &&
               std::all_of(program_.blocks.begin(), program_.blocks.end(),
                           [&](const Block& block) { return is_fine(block); });
    }

  private:
    bool has_suitable_parts() const;
    bool currents_are_linear() const;
    bool globals_are_free() const;
    bool is_fine(const Block& block) const;
    bool changes_states_linearly(const Block& block, bool has_to_begin_at_0) const;
    bool is_free(const Expression& e) const { return is_free_of_states(forms_.of(e)); }
    bool are_free(const std::vector<ExpressionPtr>& all) const {
        return std::all_of(all.begin(), all.end(), [&](const ExpressionPtr& each) { return is_free(*each); });
    }
    bool only_add(const Statements& statements, std::set<std::string>& own) const;
    bool only_adds(const Statement& s, std::set<std::string>& own) const;
    bool adds(const std::string& state, const Expression& value) const;
    bool calls_only_pure_functions(const Statements& statements) const;
    bool is_pure(const std::string& function) const;

    const Program& program_;
    Forms forms_;
};

bool Check::has_suitable_parts() const {
    const NeuronBlock& neuron = program_.neuron;
    if (program_.is_c || program_.runs_verbatim) return false;
    if (neuron.kind != NeuronBlock::Kind::PointProcess || !program_.block(BlockKind::NetReceive)) return false;
    const bool writes_concentrations = std::any_of(neuron.ions.begin(), neuron.ions.end(), [](const Ion& ion) {
        return std::any_of(ion.writes.begin(), ion.writes.end(),
                           [&](const std::string& name) { return name != "i" + ion.name; });
    });
    const bool reads_currents = std::any_of(neuron.ions.begin(), neuron.ions.end(), [](const Ion& ion) {
        return std::find(ion.reads.begin(), ion.reads.end(), "i" + ion.name) != ion.reads.end();
    });
    return !writes_concentrations && !reads_currents && neuron.pointers.empty() && neuron.bbcore_pointers.empty() &&
           neuron.randoms.empty() && neuron.histories.empty() && neuron.externals.empty() && has_currents(program_);
}

bool Check::globals_are_free() const {
    return std::all_of(program_.symbols.begin(), program_.symbols.end(), [&](const Symbol& symbol) {
        return symbol.storage != Storage::Global || is_free_of_states(forms_.of(symbol.name));
    });
}

bool Check::currents_are_linear() const {
    const std::vector<std::string>& currents = program_.neuron.currents;
    return std::all_of(currents.begin(), currents.end(), [&](const std::string& current) {
        const Form form = forms_.of(current);
        return form == Form::linear || form == Form::zero;
    });
}

bool Check::is_fine(const Block& block) const {
    switch (block.kind) {
        case BlockKind::Initial:
            return changes_states_linearly(block, true);
        case BlockKind::Breakpoint:
        case BlockKind::Derivative:
        case BlockKind::Procedure:
        case BlockKind::Function:
        case BlockKind::FunctionTable:
            return changes_states_linearly(block, false);
        case BlockKind::NetReceive: {
            std::set<std::string> own;
            for (const Argument& argument : block.arguments) own.insert(argument.name);
            return only_add(block.body, own) && calls_only_pure_functions(block.body);
        }
        default:
            return false;
    }
}

bool Check::changes_states_linearly(const Block& block, bool has_to_begin_at_0) const {
    bool is_fine = true;
    for_each_statement(block.body, [&](const Statement& s) {
        if (s.kind == StatementKind::Watch) is_fine = false;
        if (s.kind != StatementKind::Assign) {
            is_fine &= are_free(s.value);
            return;
        }
        const std::string& name = s.value[0]->text;
        const bool is_derivative = block.kind == BlockKind::Derivative && name.starts_with("D") &&
                                   forms_.is_state(name.substr(1));  // m' is Dm
        if (!is_derivative && !forms_.is_state(name)) return;
        const Form form = forms_.of(*s.value[1]);
        is_fine &= form == Form::zero || (form == Form::linear && !has_to_begin_at_0);
    });
    return is_fine;
}

/// Whether the statements assign nothing but `state = state + x`, arguments and locals. `own`: the latter.
bool Check::only_add(const Statements& statements, std::set<std::string>& own) const {
    return std::all_of(statements.begin(), statements.end(),
                       [&](const StatementPtr& each) { return only_adds(*each, own); });
}

bool Check::only_adds(const Statement& s, std::set<std::string>& own) const {
    switch (s.kind) {
        case StatementKind::Local:
            for (const LocalVariable& local : s.declared) own.insert(local.name);
            return true;
        case StatementKind::Assign:
            if (forms_.is_state(s.value[0]->text)) return adds(s.value[0]->text, *s.value[1]);
            return own.contains(s.value[0]->text) && is_free(*s.value[1]);
        case StatementKind::Call: {
            const Expression& call = *s.value[0];
            return call.text == "state_discontinuity" && call.operands.size() == 2 &&
                   forms_.is_state(call.operands[0]->text) && adds(call.operands[0]->text, *call.operands[1]);
        }
        case StatementKind::If:
        case StatementKind::Block:
        case StatementKind::NetInitial:
            return are_free(s.value) && only_add(s.body, own) && only_add(s.otherwise, own);
        case StatementKind::Verbatim:
            return true;  // without effect, or the file would be C
        default:
            return false;
    }
}

/// Whether the value is a sum of the state itself and of what does not depend on any state.
bool Check::adds(const std::string& state, const Expression& value) const {
    if (value.kind == ExpressionKind::Name) return value.text == state;
    if (value.kind != ExpressionKind::Binary || (value.text != "+" && value.text != "-")) return false;
    if (is_free(*value.operands[1])) return adds(state, *value.operands[0]);
    return value.text == "+" && is_free(*value.operands[0]) && adds(state, *value.operands[1]);
}

bool Check::calls_only_pure_functions(const Statements& statements) const {
    bool is_fine = true;
    for_each_expression(statements, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Call && e.text != "state_discontinuity") is_fine &= is_pure(e.text);
        });
    });
    return is_fine;
}

/// Whether a function changes nothing but its own variables.
bool Check::is_pure(const std::string& function) const {
    if (function.starts_with("net_") || function.find("rand") != std::string::npos || function == "at_time")
        return false;
    const Block* block = program_.block(function);
    if (!block) return true;
    bool is_fine = block->kind == BlockKind::Function;
    for_each_statement(block->body, [&](const Statement& s) {
        if (s.kind == StatementKind::Call) is_fine = false;
        if (s.kind == StatementKind::Assign && program_.symbol(s.value[0]->text)) is_fine = false;
    });
    for_each_expression(block->body, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Call && program_.block(e.text)) is_fine = false;
        });
    });
    return is_fine;
}

}  // namespace

void note_adding_events(Program& program) {
    program.adds_events = Check(program).holds();
}

}  // namespace ranvier::nmodl
