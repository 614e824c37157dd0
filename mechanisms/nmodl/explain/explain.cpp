#include "mechanisms/nmodl/explain/explain.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/plan.hpp"
#include "mechanisms/nmodl/codegen/sequence.hpp"

namespace ranvier::nmodl {
namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string out;
    for (const auto& name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, std::fabs(value) >= 1e5 ? "%.15e" : "%.15g", value);
    // Prints 1.000000000000000e+09 as 1e9.
    std::string out = text;
    const auto e = out.find('e');
    if (e == std::string::npos) return out;
    auto digits = out.substr(0, e);
    const auto last = digits.find_last_not_of('0');
    if (digits.find('.') != std::string::npos) digits.resize(digits[last] == '.' ? last : last + 1);
    return digits + "e" + std::to_string(std::stoi(out.substr(e + 1)));
}

const char* kind_of(const Program& program) {
    switch (program.neuron.kind) {
        case NeuronBlock::Kind::Density:
            return "density mechanism, values per area";
        case NeuronBlock::Kind::PointProcess:
            return "point process";
        case NeuronBlock::Kind::ArtificialCell:
            return "artificial cell";
        case NeuronBlock::Kind::Nothing:
            break;
    }
    return "functions only";
}

class Explanation {
  public:
    Explanation(const Program& program, ExplainFormat format) : program_(program), format_(format) {
        for (const auto& state : program.states) derivatives_.insert("D" + state.name);
    }

    std::string text(const Program& compiled) {
        heading();
        ions_and_currents();
        states();
        equations();
        events();
        variables("parameters", Role::Parameter, Storage::Field);
        globals();
        in_sequence(compiled);
        return std::move(out_);
    }

  private:
    void line(const std::string& text) { out_ += text + "\n"; }

    bool latex() const { return format_ == ExplainFormat::latex; }

    std::string upright(const std::string& text) const {
        if (!latex()) return text;
        std::string out;
        for (const char c : text)
            out += c == '_' || c == '%' || c == '#' || c == '&' ? std::string("\\") + c : std::string(1, c);
        return out;
    }

    void section(const std::string& title) { line(latex() ? "\\paragraph{" + title + "}" : "\n" + title + ":"); }
    void item(const std::string& text) { line(latex() ? upright(text) + "\\\\" : "  " + text); }

    void heading() {
        const auto name = upright(program_.neuron.name);
        line((latex() ? "\\subsection*{" + name + "}" : name) + (latex() ? "" : "  ") + (latex() ? "\n" : "") +
             kind_of(program_));
        auto title = program_.title;
        while (!title.empty() && std::isspace(static_cast<unsigned char>(title.front()))) title.erase(0, 1);
        while (!title.empty() && std::isspace(static_cast<unsigned char>(title.back()))) title.pop_back();
        if (!title.empty()) line(upright(title));
    }

    void ions_and_currents() {
        if (!program_.neuron.ions.empty()) section("ions");
        for (const auto& ion : program_.neuron.ions) {
            std::string text = ion.name + ":";
            if (!ion.reads.empty()) text += " reads " + joined(ion.reads);
            if (!ion.writes.empty()) text += (ion.reads.empty() ? " writes " : "; writes ") + joined(ion.writes);
            if (ion.valence) text += "; valence " + number(*ion.valence);
            item(text);
        }
        if (program_.neuron.currents.empty()) return;
        section("currents");
        for (const auto& current : program_.neuron.currents) {
            const auto* symbol = program_.symbol(current);
            bool electrode = false;
            for (const auto& e : program_.neuron.electrode) electrode |= e.name == current;
            item(current + (symbol && !symbol->units.empty() ? " (" + symbol->units + ")" : "") +
                 (electrode ? ", of an electrode: positive depolarizes" : ""));
        }
    }

    void states() {
        if (program_.states.empty()) return;
        section("states");
        for (const auto& state : program_.states) {
            item(state.name + (state.length ? "[" + std::to_string(state.length) + "]" : "") +
                 (state.units.empty() ? "" : " (" + state.units + ")"));
        }
    }

    /// How each block is solved, by its name.
    std::map<std::string, std::string> methods() const {
        std::map<std::string, std::string> found;
        for (const auto& block : program_.blocks) {
            for_each_statement(block.body, [&](const Statement& s) {
                if (s.kind != StatementKind::Solve) return;
                auto& all = found[s.name];
                const auto method = s.op.empty() ? "" : " by " + s.op;
                const auto text = s.is_steady_state ? "the steady state" + method : "solved" + method;
                if (all.find(text) == std::string::npos) all += (all.empty() ? "" : ", ") + text;
            });
        }
        return found;
    }

    void equations() {
        const auto how = methods();
        for (const auto& block : program_.blocks) {
            const auto method = how.find(block.name);
            statements_of(block, method == how.end() ? "" : method->second);
        }
    }

    static std::string title_of(const Block& block) {
        switch (block.kind) {
            case BlockKind::Breakpoint:
                return "currents' equations";
            case BlockKind::Initial:
                return "at the start";
            case BlockKind::NetReceive:
                return "when an event comes";
            case BlockKind::Kinetic:
                return "reactions of " + block.name;
            case BlockKind::Derivative:
            case BlockKind::Linear:
            case BlockKind::Nonlinear:
                return "equations of " + block.name;
            case BlockKind::Function:
            case BlockKind::Procedure:
            case BlockKind::FunctionTable:
                break;
            default:
                return block.name;
        }
        std::string title = block.name + "(";
        for (std::size_t k = 0; k < block.arguments.size(); ++k) title += (k ? ", " : "") + block.arguments[k].name;
        return title + ")";
    }

    void statements_of(const Block& block, const std::string& method) {
        auto title = title_of(block);
        if (title.empty()) return;
        const auto text = to_plain(block.body, derivatives_);
        if (text.empty() && block.kind != BlockKind::FunctionTable) return;
        if (!method.empty()) title += ", " + method;
        section(upright(title));
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Table) table(s);
        });
        if (!latex()) {
            out_ += text;
            return;
        }
        formulas(block.body);
    }

    void table(const Statement& s) {
        const auto plain = [](const Expression& e) {
            const auto text = to_nmodl(e);
            return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
        };
        item("  read from a table of " + std::to_string(s.count) + " steps from " + plain(*s.value[0]) + " to " +
             plain(*s.value[1]) + (s.depends.empty() ? "" : ", recomputed when " + joined(s.depends) + " changes") +
             "; usetable_" + program_.neuron.name + " = 0 computes exactly");
    }

    void formulas(const Statements& statements) {
        for (const auto& statement : statements) {
            if (statement->kind == StatementKind::Assign) {
                const auto& target = *statement->value[0];
                const bool is_derivative = derivatives_.contains(target.text);
                const auto name = clone(target);
                if (is_derivative) name->text.erase(0, 1);
                const auto left = is_derivative ? "\\frac{d " + to_latex(*name) + "}{dt}" : to_latex(*name);
                line("\\[ " + left + " = " + to_latex(*statement->value[1]) + " \\]");
            } else if (statement->kind == StatementKind::If) {
                line("if $" + to_latex(*statement->value[0]) + "$:");
                formulas(statement->body);
                if (!statement->otherwise.empty()) line("else:");
                formulas(statement->otherwise);
            } else if (statement->kind == StatementKind::Reaction) {
                reaction(*statement);
            } else if (statement->kind == StatementKind::Equation) {
                line("\\[ " + to_latex(*statement->value[0]) + " = " + to_latex(*statement->value[1]) + " \\]");
            } else if (statement->kind == StatementKind::Conserve) {
                line("\\[ " + side(statement->left) + " = " + to_latex(*statement->value[0]) + " \\]");
            } else {
                formulas(statement->body);
            }
        }
    }

    static std::string side(const std::vector<Species>& all) {
        std::string text;
        for (const auto& one : all) {
            text += (text.empty() ? "" : " + ") + (one.count == 1 ? std::string() : std::to_string(one.count) + "\\,") +
                    to_latex(*one.species);
        }
        return text;
    }

    void reaction(const Statement& s) {
        const auto rate = [&](std::size_t k) { return k < s.value.size() ? to_latex(*s.value[k]) : std::string(); };
        if (s.op == "<->") {
            line("\\[ " + side(s.left) + " \\underset{" + rate(1) + "}{\\overset{" + rate(0) +
                 "}{\\rightleftharpoons}} " + side(s.right) + " \\]");
        } else if (s.op == "->") {
            line("\\[ " + side(s.left) + " \\xrightarrow{" + rate(0) + "} \\]");
        } else {
            line("\\[ \\xrightarrow{" + rate(0) + "} " + side(s.left) + " \\]");
        }
    }

    void events() {
        const auto* receive = program_.block(BlockKind::NetReceive);
        if (!receive) return;
        section("weights of a connection");
        for (const auto& argument : receive->arguments) {
            item(argument.name + (argument.units.empty() ? "" : " (" + argument.units + ")"));
        }
    }

    void variables(const std::string& title, Role role, Storage storage) {
        bool first = true;
        for (const auto& symbol : program_.symbols) {
            if (symbol.role != role || symbol.storage != storage) continue;
            if (first) section(title);
            first = false;
            item(symbol.name + " = " + number(symbol.value) + (symbol.units.empty() ? "" : " (" + symbol.units + ")") +
                 (symbol.low <= symbol.high ? " from " + number(symbol.low) + " to " + number(symbol.high) : ""));
        }
    }

    void globals() {
        bool first = true;
        for (const auto& symbol : program_.symbols) {
            if (symbol.storage != Storage::Global) continue;
            if (first) section("one value for all instances");
            first = false;
            item(symbol.name + (symbol.role == Role::Parameter ? " = " + number(symbol.value) : "") +
                 (symbol.units.empty() ? "" : " (" + symbol.units + ")"));
        }
    }

    void in_sequence(const Program& whole) {
        const auto reasons = reasons_for_sequence(make_plan(whole, Math::libm));
        section("how it runs");
        if (reasons.empty()) item("many instances at a time, on any number of threads");
        for (const auto& reason : reasons) item("one instance at a time: " + reason);
    }

    const Program& program_;
    ExplainFormat format_;
    std::set<std::string> derivatives_;  ///< the names that stand for m', h', ...
    std::string out_;
};

}  // namespace

std::string explain(const Program& resolved, const Program& compiled, ExplainFormat format) {
    return Explanation(resolved, format).text(compiled);
}

}  // namespace ranvier::nmodl
