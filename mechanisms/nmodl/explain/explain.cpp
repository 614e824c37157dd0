#include "mechanisms/nmodl/explain/explain.hpp"

#include <cctype>
#include <cstdio>
#include <map>

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
    std::snprintf(text, sizeof text, "%.15g", value);
    return text;
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

/// m' as it was written, of the derivative's name Dm.
std::string derivative(const std::string& name) {
    return name.substr(1) + "'";
}

class Explanation {
  public:
    Explanation(const Program& program, ExplainFormat format) : program_(program), format_(format) {}

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

    void equation(const std::string& left, const std::string& left_latex, const Expression& right) {
        if (latex()) {
            line("\\[ " + left_latex + " = " + to_latex(right) + " \\]");
        } else {
            line("  " + left + " = " + to_nmodl(right));
        }
    }

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
                 (electrode ? ", of an electrode: positive depolarises" : ""));
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

    void equations() {
        std::map<std::string, std::string> methods;
        for (const auto& block : program_.blocks) {
            for_each_statement(block.body, [&](const Statement& s) {
                if (s.kind != StatementKind::Solve) return;
                methods[s.name] += (methods[s.name].empty() ? "" : ", ") + (s.is_steady_state ? "at rest by " + s.op
                                                                            : s.op.empty()    ? "no METHOD"
                                                                                              : "METHOD " + s.op);
            });
        }
        for (const auto& block : program_.blocks) statements_of(block, methods);
    }

    void statements_of(const Block& block, const std::map<std::string, std::string>& methods) {
        std::string title = block.name;
        if (block.kind == BlockKind::Breakpoint) title = "currents' equations";
        if (block.kind == BlockKind::Initial) title = "at the start";
        if (block.kind == BlockKind::NetReceive) title = "when an event comes";
        const bool is_function = block.kind == BlockKind::Function || block.kind == BlockKind::Procedure;
        if (title.empty()) return;
        if (is_function) {
            title += "(";
            for (std::size_t k = 0; k < block.arguments.size(); ++k) title += (k ? ", " : "") + block.arguments[k].name;
            title += ")";
        }
        if (const auto method = methods.find(block.name); method != methods.end()) title += ", " + method->second;
        section(upright(title));
        if (!latex()) {
            out_ += to_nmodl(block.body, 1);
            return;
        }
        formulas(block.body);
    }

    void formulas(const Statements& statements) {
        for (const auto& statement : statements) {
            if (statement->kind == StatementKind::Assign) {
                const auto& target = *statement->value[0];
                const auto* symbol = target.text.size() > 1 && target.text[0] == 'D' && !program_.symbol(target.text)
                                         ? program_.symbol(target.text.substr(1))
                                         : nullptr;
                const bool derived =
                    target.text.size() > 1 && target.text[0] == 'D' && (symbol || is_state(target.text.substr(1)));
                const auto name = derived ? make_name(target.text.substr(1)) : clone(target);
                equation(derived ? derivative(target.text) : to_nmodl(target),
                         derived ? "\\frac{d " + to_latex(*name) + "}{dt}" : to_latex(target), *statement->value[1]);
            } else if (statement->kind == StatementKind::If) {
                line("if $" + to_latex(*statement->value[0]) + "$:");
                formulas(statement->body);
                if (!statement->otherwise.empty()) line("else:");
                formulas(statement->otherwise);
            } else if (statement->kind == StatementKind::Reaction) {
                reaction(*statement);
            } else {
                formulas(statement->body);
            }
        }
    }

    bool is_state(const std::string& name) const {
        for (const auto& state : program_.states) {
            if (state.name == name) return true;
        }
        return false;
    }

    void reaction(const Statement& s) {
        const auto side = [](const std::vector<Species>& all) {
            std::string text;
            for (const auto& one : all) {
                text += (text.empty() ? "" : " + ") +
                        (one.count == 1 ? std::string() : std::to_string(one.count) + "\\,") + to_latex(*one.species);
            }
            return text;
        };
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
        if (reasons.empty()) item("instances side by side, on any number of threads");
        for (const auto& reason : reasons) item("one instance after the other: " + reason);
    }

    const Program& program_;
    ExplainFormat format_;
    std::string out_;
};

}  // namespace

std::string explain(const Program& resolved, const Program& compiled, ExplainFormat format) {
    return Explanation(resolved, format).text(compiled);
}

}  // namespace ranvier::nmodl
