#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

/// The functions of math_vector.h; others are the C library's in both arithmetics.
bool has_vector_version(const std::string& name) {
    static const char* const names[] = {"exp",  "log",  "log10", "pow",  "expm1", "sqrt",
                                        "fabs", "sinh", "cosh",  "tanh", "fmin",  "fmax"};
    for (const char* known : names) {
        if (name == known) return true;
    }
    return false;
}

bool has_libm_wrapper(const std::string& name) {
    return name != "erf" && name != "erfc" && name != "log1p" && name != "round" && name != "trunc" && name != "fma";
}

/// 3^((celsius - 6.3)/10) and the like: made of what is hardly ever different between instances.
bool is_likely_fixed(const Program& program, const Expression& e) {
    bool fixed = true;
    for_each(e, [&](const Expression& part) {
        if (part.kind == ExpressionKind::Number || part.kind == ExpressionKind::Unary) return;
        if (part.kind == ExpressionKind::Binary) return;
        const auto* symbol = part.kind == ExpressionKind::Name ? program.symbol(part.text) : nullptr;
        const bool parameter = symbol && symbol->storage == Storage::Global && symbol->role == Role::Parameter;
        fixed &= symbol && (parameter || part.text == "celsius" || part.text == "dt");
    });
    return fixed;
}

}  // namespace

int binding_strength(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::Binary:
            if (e.text == "||") return 1;
            if (e.text == "&&") return 2;
            if (e.text == "==" || e.text == "!=") return 3;
            if (e.text == "<" || e.text == ">" || e.text == "<=" || e.text == ">=") return 4;
            if (e.text == "+" || e.text == "-") return 5;
            if (e.text == "*" || e.text == "/") return 6;
            return 9;
        case ExpressionKind::Unary:
            return 7;
        case ExpressionKind::Number:
            return e.text[0] == '-' ? 7 : 9;
        default:
            return 9;
    }
}

void CppBody::set_weights(const std::vector<std::string>& names, std::string vector) {
    weights_.clear();
    for (std::size_t k = 0; k < names.size(); ++k) weights_[names[k]] = vector + "[" + std::to_string(k) + "]";
}

std::string CppBody::name(const std::string& text) const {
    if (const auto weight = weights_.find(text); weight != weights_.end()) return weight->second;
    const auto* symbol = plan_.program->symbol(text);
    if (!symbol) return cpp_name(text);
    if (symbol->storage == Storage::Constant) return cpp_name(text);
    if (is_outside_) return (symbol->storage == Storage::Global ? "global_" : "engine_") + text;
    if (symbol->storage == Storage::Pointer && symbol->length == 0) return "(*rv." + cpp_name(text) + ")";
    return "rv." + cpp_name(text);
}

std::string CppBody::operand(const Expression& e, int least) const {
    auto text = expression(e);
    return binding_strength(e) < least ? "(" + text + ")" : text;
}

std::string CppBody::integer(const Expression& e) const {
    const bool arithmetic = e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/";
    if (e.kind == ExpressionKind::Number && e.text.ends_with(".0")) return e.text.substr(0, e.text.size() - 2);
    if (e.kind == ExpressionKind::Name && counters_.contains(e.text)) return cpp_name(e.text);
    if (e.kind == ExpressionKind::Unary && e.text == "-") return "-(" + integer(*e.operands[0]) + ")";
    if (e.kind == ExpressionKind::Binary && arithmetic) {
        const auto side = [&](const Expression& part) {
            const auto text = integer(part);
            return part.kind == ExpressionKind::Binary ? "(" + text + ")" : text;
        };
        return side(*e.operands[0]) + " " + e.text + " " + side(*e.operands[1]);
    }
    return "(int)(" + expression(e) + ")";
}

std::string CppBody::power(const Expression& e) const {
    const auto& base = *e.operands[0];
    const auto& exponent = *e.operands[1];
    if (plan_.math == Math::vector && exponent.kind == ExpressionKind::Number && base.kind == ExpressionKind::Name) {
        const double n = exponent.value();
        if (n == 2 || n == 3 || n == 4) {
            auto text = "(" + name(base.text);
            for (int k = 1; k < static_cast<int>(n); ++k) text += " * " + name(base.text);
            return text + ")";
        }
    }
    const bool fixed = is_likely_fixed(*plan_.program, base) && is_likely_fixed(*plan_.program, exponent);
    const char* function = plan_.math == Math::libm ? "rv_libm_pow(" : fixed ? "rv_pow_of_invariants(" : "rv_pow(";
    return function + expression(base) + ", " + expression(exponent) + ")";
}

std::string CppBody::random_call(const Expression& e) const {
    std::string rest;
    for (std::size_t k = 1; k < e.operands.size(); ++k) rest += ", " + expression(*e.operands[k]);
    const auto stream = name(e.operands[0]->text);
    if (e.text == "random_setseq" || e.text == "random_setids") return "rv_" + e.text + "(" + stream + rest + ")";
    const auto draw = stream + ", rv.rv_in->random_index" + rest + ")";
    const bool has_more = e.operands.size() > 1;
    if (e.text == "random_uniform") return (has_more ? "rv_random_uniform_between(" : "rv_random_uniform(") + draw;
    if (e.text == "random_dpick") return "rv_random_uniform(" + draw;
    return "rv_" + e.text + (has_more ? "_of(" : "(") + draw;
}

std::string CppBody::call(const Expression& e) const {
    std::string arguments;
    for (std::size_t k = 0; k < e.operands.size(); ++k) {
        arguments += (k == 0 ? "" : ", ") + expression(*e.operands[k]);
    }
    if (plan_.program->block(e.text)) {
        return "fn_" + e.text + "(rv" + (arguments.empty() ? "" : ", " + arguments) + ")";
    }
    const auto& text = e.text;
    if (text == "net_send") {
        return "rv_net_send(rv.rv_in, rv.rv_i, rv.rv_weight, rv.t + " + operand(*e.operands[0], 6) + ", " +
               expression(*e.operands[1]) + ")";
    }
    if (text == "net_event" || text == "net_move") return "rv_" + text + "(rv.rv_in, rv.rv_i, " + arguments + ")";
    if (text == "at_time") return "rv_at_time(rv.rv_in, " + arguments + ")";
    if (text == "printf") return "rv_print(rv.rv_in, " + arguments + ")";
    if (text.starts_with("random_")) return random_call(e);
    if (text == "pow") return power(e);
    if (text == "rv_lag" || text == "rv_forget" || text == "rv_history_of") return text + "(" + arguments + ")";
    if (text == "INT") return "(double)(int)(" + arguments + ")";
    if (text == "fma") return "rv_fma(" + arguments + ")";
    if (plan_.math == Math::vector && has_vector_version(text)) return "rv_" + text + "(" + arguments + ")";
    if (has_libm_wrapper(text)) return "rv_libm_" + text + "(" + arguments + ")";
    return text + "(" + arguments + ")";
}

std::string CppBody::expression(const Expression& e) const {
    switch (e.kind) {
        case ExpressionKind::Number:
            return e.text;
        case ExpressionKind::String: {
            return "\"" + e.text + "\"";  // as written: escapes are C's
        }
        case ExpressionKind::Name:
            return (counters_.contains(e.text) ? "(double)" : "") + name(e.text);
        case ExpressionKind::Index:
            return name(e.text) + "[" + integer(*e.operands[0]) + "]";
        case ExpressionKind::Call:
            return call(e);
        case ExpressionKind::Unary: {
            const auto inner = operand(*e.operands[0], 7);
            return e.text + (inner[0] == '-' ? " " : "") + inner;
        }
        case ExpressionKind::Binary: {
            if (e.text == "^") return power(e);
            if (e.text == "%") return "fmod(" + expression(*e.operands[0]) + ", " + expression(*e.operands[1]) + ")";
            const int mine = binding_strength(e);
            return operand(*e.operands[0], mine) + " " + e.text + " " + operand(*e.operands[1], mine + 1);
        }
        case ExpressionKind::Select:
            return "rv_select(" + expression(*e.operands[0]) + ", " + expression(*e.operands[1]) + ", " +
                   expression(*e.operands[2]) + ")";
    }
    return {};
}

void CppBody::statements(const Statements& all) {
    for (const auto& s : all) statement(*s);
}

void CppBody::watch(const Statement& s) {
    for (std::size_t k = 0; k < plan_.watches.size(); ++k) {
        if (plan_.watches[k] != &s) continue;
        out_.line("rv.rv_in->services->watch(rv.rv_in, rv.rv_i, " + std::to_string(k) + ", " + expression(*s.value[2]) +
                  ", " + (s.is_first ? "rv_first_watch" : "0") + ");");
        if (s.is_first) out_.line("rv_first_watch = 0;");
    }
}

void CppBody::statement(const Statement& s) {
    const auto value = [&](std::size_t k) { return expression(*s.value[k]); };
    switch (s.kind) {
        case StatementKind::Assign:
            out_.line(value(0) + " = " + value(1) + ";");
            break;
        case StatementKind::Call:
            out_.line(value(0) + ";");
            break;
        case StatementKind::If:
            out_.line("if (" + value(0) + ") {");
            statements(s.body);
            if (!s.otherwise.empty()) {
                out_.line("} else {");
                statements(s.otherwise);
            }
            out_.line("}");
            break;
        case StatementKind::While:
            out_.line("while (" + value(0) + ") {");
            statements(s.body);
            out_.line("}");
            break;
        case StatementKind::From: {
            const auto k = cpp_name(s.name);
            const auto first = integer(*s.value[0]), last = integer(*s.value[1]);
            const auto step = s.value.size() > 2 ? k + " += " + integer(*s.value[2]) : "++" + k;
            out_.line("for (int " + k + " = " + first + "; " + k + " <= " + last + "; " + step + ") {");
            const auto counter = counters_.insert(s.name);
            statements(s.body);
            counters_.erase(counter);
            out_.line("}");
            break;
        }
        case StatementKind::Block:
            out_.line("{");
            statements(s.body);
            out_.line("}");
            break;
        case StatementKind::Local:
            for (const auto& local : s.declared) {
                const bool array = local.length > 0;
                out_.line("double " + cpp_name(local.name) +
                          (array ? "[" + std::to_string(local.length) + "] = {};" : " = 0.0;"));
            }
            break;
        case StatementKind::Watch:
            watch(s);
            break;
        case StatementKind::ForNetcons: {
            out_.line("{");
            out_.line("const int32_t rv_netcons = rv.rv_in->services->netcons(rv.rv_in, rv.rv_i, nullptr);");
            out_.line("double** rv_weights = new double*[rv_netcons > 0 ? rv_netcons : 1];");
            out_.line("rv.rv_in->services->netcons(rv.rv_in, rv.rv_i, rv_weights);");
            out_.line("for (int32_t rv_k = 0; rv_k < rv_netcons; ++rv_k) {");
            const auto outer = weights_;
            for (std::size_t k = 0; k < s.names.size(); ++k) {
                weights_[s.names[k]] = "rv_weights[rv_k][" + std::to_string(k) + "]";
            }
            statements(s.body);
            weights_ = outer;
            out_.line("}");
            out_.line("delete[] rv_weights;");
            out_.line("}");
            break;
        }
        case StatementKind::NetInitial:   // printed as net_initialize
        case StatementKind::Table:        // printed around the function
        case StatementKind::Conductance:  // printed behind BREAKPOINT's statements
            break;
        default:
            break;  // no pass leaves others
    }
}

}  // namespace ranvier::nmodl
