#include "mechanisms/nmodl/ast/print_nmodl.hpp"

#include <cstdio>

namespace ranvier::nmodl {
namespace {

int strength(const Expression& expression) {
    const auto& op = expression.text;
    switch (expression.kind) {
        case ExpressionKind::Select:
            return 0;
        case ExpressionKind::Binary:
            if (op == "||") return 1;
            if (op == "&&") return 2;
            if (op == "+" || op == "-") return 4;
            if (op == "*" || op == "/" || op == "%") return 5;
            if (op == "^") return 7;
            return 3;
        case ExpressionKind::Unary:
            return 6;
        case ExpressionKind::Number:
            return op[0] == '-' ? 6 : 9;
        default:
            return 9;
    }
}

std::string printed(const Expression& expression, int least) {
    auto text = to_nmodl(expression);
    return strength(expression) < least ? "(" + text + ")" : text;
}

std::string joined(const std::vector<std::string>& names, const char* between) {
    std::string out;
    for (const auto& name : names) out += (out.empty() ? "" : between) + name;
    return out;
}

std::string species(const std::vector<Species>& all) {
    std::string out;
    for (const auto& one : all) {
        if (!out.empty()) out += " + ";
        if (one.count != 1) out += std::to_string(one.count) + " ";
        out += to_nmodl(*one.species);
    }
    return out;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
}

void print(const Statement& s, int indent, std::string& out) {
    const std::string pad(static_cast<std::size_t>(indent) * 4, ' ');
    const auto body = [&](const Statements& statements) {
        out += " {\n" + to_nmodl(statements, indent + 1) + pad + "}";
    };
    const auto value = [&](std::size_t i) { return to_nmodl(*s.value[i]); };
    if (s.kind == StatementKind::Eliminate) {
        out += to_nmodl(s.body, indent);
        return;
    }
    out += pad;
    switch (s.kind) {
        case StatementKind::Assign:
            out += value(0) + " = " + value(1);
            break;
        case StatementKind::Call:
            out += value(0);
            break;
        case StatementKind::If:
            out += "if (" + value(0) + ")";
            body(s.body);
            if (!s.otherwise.empty()) {
                out += " else";
                body(s.otherwise);
            }
            break;
        case StatementKind::While:
            out += "while (" + value(0) + ")";
            body(s.body);
            break;
        case StatementKind::From:
            out += "FROM " + s.name + " = " + value(0) + " TO " + value(1);
            if (s.value.size() > 2) out += " BY " + value(2);
            body(s.body);
            break;
        case StatementKind::Block:
            out += "{\n" + to_nmodl(s.body, indent + 1) + pad + "}";
            break;
        case StatementKind::Local: {
            out += "LOCAL ";
            const char* between = "";
            for (const auto& local : s.declared) {
                out += between + local.name;
                if (local.length > 0) out += "[" + std::to_string(local.length) + "]";
                between = ", ";
            }
            break;
        }
        case StatementKind::Solve:
            out += "SOLVE " + s.name;
            if (!s.op.empty()) out += (s.is_steady_state ? " STEADYSTATE " : " METHOD ") + s.op;
            if (!s.body.empty()) {
                out += " IFERROR";
                body(s.body);
            }
            break;
        case StatementKind::Table:
            out += "TABLE " + joined(s.names, ", ");
            if (!s.depends.empty()) out += " DEPEND " + joined(s.depends, ", ");
            out += " FROM " + value(0) + " TO " + value(1) + " WITH " + std::to_string(s.count);
            break;
        case StatementKind::Reaction:
            out += "~ " + species(s.left) + " " + s.op + " " + (s.right.empty() ? "" : species(s.right) + " ");
            out += "(" + value(0) + (s.value.size() > 1 ? ", " + value(1) : "") + ")";
            break;
        case StatementKind::Conserve:
            out += "CONSERVE " + species(s.left) + " = " + value(0);
            break;
        case StatementKind::Compartment:
        case StatementKind::Diffusion:
            out += s.kind == StatementKind::Compartment ? "COMPARTMENT " : "LONGITUDINAL_DIFFUSION ";
            out += (s.name.empty() ? "" : s.name + ", ") + value(0) + " {" + joined(s.names, " ") + "}";
            break;
        case StatementKind::Equation:
            out += s.op + " " + value(0) + " = " + value(1);
            break;
        case StatementKind::NetInitial:
            out += "INITIAL";
            body(s.body);
            break;
        case StatementKind::Watch:
            out += "WATCH (" + value(0) + " " + s.op + " " + value(1) + ") " + value(2);
            break;
        case StatementKind::ForNetcons:
            out += "FOR_NETCONS (" + joined(s.names, ", ") + ")";
            body(s.body);
            break;
        case StatementKind::Eliminate:  // above
            break;
        case StatementKind::Verbatim:
            out += "VERBATIM" + s.name + "ENDVERBATIM";
            break;
        case StatementKind::Conductance:
            out += "CONDUCTANCE " + to_nmodl(*s.value[0]) + (s.names.empty() ? "" : " USEION " + s.names[0]);
            break;
    }
    out += "\n";
}

void print_variables(const char* word, const std::vector<Variable>& variables, const char* before_value,
                     std::string& out) {
    if (variables.empty()) return;
    out += std::string(word) + " {\n";
    for (const auto& variable : variables) {
        out += "    " + variable.name;
        if (variable.length > 0) out += "[" + std::to_string(variable.length) + "]";
        if (!variable.literal.empty()) out += before_value + variable.literal;
        if (!variable.units.empty()) out += " (" + variable.units + ")";
        if (variable.low <= variable.high) out += " <" + number(variable.low) + ", " + number(variable.high) + ">";
        out += "\n";
    }
    out += "}\n";
}

void print_neuron(const NeuronBlock& neuron, std::string& out) {
    out += "NEURON {\n";
    if (!neuron.name.empty()) {
        const bool density = neuron.kind == NeuronBlock::Kind::Density || neuron.kind == NeuronBlock::Kind::Nothing;
        const char* word = density                                          ? "SUFFIX "
                           : neuron.kind == NeuronBlock::Kind::PointProcess ? "POINT_PROCESS "
                                                                            : "ARTIFICIAL_CELL ";
        out += "    " + std::string(word) + neuron.name + "\n";
    }
    for (const auto& ion : neuron.ions) {
        out += "    USEION " + ion.name;
        if (!ion.reads.empty()) out += " READ " + joined(ion.reads, ", ");
        if (!ion.writes.empty()) out += " WRITE " + joined(ion.writes, ", ");
        if (ion.valence) out += " VALENCE " + number(*ion.valence);
        out += "\n";
    }
    const auto names = [&](const char* word, const std::vector<NamedHere>& all) {
        if (all.empty()) return;
        out += "    " + std::string(word);
        const char* between = " ";
        for (const auto& one : all) {
            out += between + one.name;
            between = ", ";
        }
        out += "\n";
    };
    names("NONSPECIFIC_CURRENT", neuron.nonspecific);
    names("ELECTRODE_CURRENT", neuron.electrode);
    names("RANGE", neuron.range);
    names("GLOBAL", neuron.global);
    names("POINTER", neuron.pointers);
    names("EXTERNAL", neuron.externals);
    names("RANDOM", neuron.randoms);
    std::vector<NamedHere> kept;  // forgets nothing
    for (const auto& history : neuron.histories) {
        const auto& all = neuron.forgettings;
        const auto forgotten =
            std::find_if(all.begin(), all.end(), [&](const Forgetting& each) { return each.history == history.name; });
        if (forgotten == all.end()) {
            kept.push_back(history);
        } else {
            out += "    HISTORY " + history.name + " SEEN " + forgotten->seen.name + " HORIZON " +
                   forgotten->horizon.name + "\n";
        }
    }
    names("HISTORY", kept);
    if (neuron.is_threadsafe) out += "    THREADSAFE\n";
    out += "}\n";
}

/// The text of an index or array length: 2 for the Number 2.0.
std::string index_text(const Expression& e) {
    auto text = to_nmodl(e);
    if (e.kind == ExpressionKind::Number && text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

}  // namespace

const char* keyword(BlockKind kind) {
    switch (kind) {
        case BlockKind::Initial:
            return "INITIAL";
        case BlockKind::Breakpoint:
            return "BREAKPOINT";
        case BlockKind::Derivative:
            return "DERIVATIVE";
        case BlockKind::Kinetic:
            return "KINETIC";
        case BlockKind::Linear:
            return "LINEAR";
        case BlockKind::Nonlinear:
            return "NONLINEAR";
        case BlockKind::Discrete:
            return "DISCRETE";
        case BlockKind::Procedure:
            return "PROCEDURE";
        case BlockKind::Function:
            return "FUNCTION";
        case BlockKind::FunctionTable:
            return "FUNCTION_TABLE";
        case BlockKind::NetReceive:
            return "NET_RECEIVE";
        case BlockKind::Constructor:
            return "CONSTRUCTOR";
        case BlockKind::Destructor:
            return "DESTRUCTOR";
        case BlockKind::BeforeInitial:
            return "BEFORE INITIAL";
        case BlockKind::AfterInitial:
            return "AFTER INITIAL";
        case BlockKind::BeforeBreakpoint:
            return "BEFORE BREAKPOINT";
        case BlockKind::AfterBreakpoint:
            return "AFTER BREAKPOINT";
        case BlockKind::AfterSolve:
            return "AFTER SOLVE";
        case BlockKind::BeforeStep:
            return "BEFORE STEP";
    }
    return "";
}

std::string to_nmodl(const Expression& e) {
    const int mine = strength(e);
    switch (e.kind) {
        case ExpressionKind::Number:
        case ExpressionKind::Name:
            return e.text;
        case ExpressionKind::String:
            return "\"" + e.text + "\"";
        case ExpressionKind::Index:
            if (e.text.ends_with('@')) {
                const auto index = e.operands.size() > 1 ? "[" + to_nmodl(*e.operands[1]) + "]" : std::string();
                return e.text + std::to_string(static_cast<int>(e.operands[0]->value())) + index;
            }
            return e.text + "[" + index_text(*e.operands[0]) + "]";
        case ExpressionKind::Call: {
            std::string out = e.text + "(";
            for (std::size_t i = 0; i < e.operands.size(); ++i) {
                out += (i == 0 ? "" : ", ") + to_nmodl(*e.operands[i]);
            }
            return out + ")";
        }
        case ExpressionKind::Unary:
            return e.text + printed(*e.operands[0], mine + 1);
        case ExpressionKind::Binary:
            if (e.text == "^") return printed(*e.operands[0], mine + 1) + "^" + printed(*e.operands[1], mine);
            return printed(*e.operands[0], mine) + " " + e.text + " " + printed(*e.operands[1], mine + 1);
        case ExpressionKind::Select:
            return printed(*e.operands[0], 1) + " ? " + printed(*e.operands[1], 1) + " : " + printed(*e.operands[2], 1);
    }
    return {};
}

std::string to_nmodl(const Statements& statements, int indent) {
    std::string out;
    for (const auto& statement : statements) print(*statement, indent, out);
    return out;
}

std::string to_nmodl(const Program& program) {
    std::string out;
    if (!program.title.empty()) out += "TITLE" + program.title + "\n";
    print_neuron(program.neuron, out);
    if (!program.units.empty()) {
        out += "UNITS {\n";
        for (const auto& [name, meaning] : program.units) out += "    (" + name + ") = (" + meaning + ")\n";
        out += "}\n";
    }
    print_variables("PARAMETER", program.parameters, " = ", out);
    print_variables("CONSTANT", program.constants, " = ", out);
    print_variables("ASSIGNED", program.assigned, " START ", out);
    print_variables("STATE", program.states, " START ", out);
    for (const auto& local : program.file_locals) {
        out += "LOCAL " + local.name + (local.length > 0 ? "[" + std::to_string(local.length) + "]" : "") + "\n";
    }
    for (const auto& block : program.blocks) {
        out += keyword(block.kind);
        if (!block.name.empty()) out += " " + block.name;
        if (!block.arguments.empty() || block.kind == BlockKind::Procedure || block.kind == BlockKind::Function) {
            out += "(";
            for (std::size_t i = 0; i < block.arguments.size(); ++i) {
                out += (i == 0 ? "" : ", ") + block.arguments[i].name;
            }
            out += ")";
        }
        out += " {\n" + to_nmodl(block.body, 1) + "}\n";
    }
    return out;
}

}  // namespace ranvier::nmodl
