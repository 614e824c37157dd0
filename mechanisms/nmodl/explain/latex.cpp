#include "mechanisms/nmodl/explain/explain.hpp"

#include <map>

namespace ranvier::nmodl {
namespace {

std::string escaped(const std::string& name) {
    std::string out;
    for (const char c : name) out += c == '_' ? "\\_" : std::string(1, c);
    return out;
}

/// `v`, `m`, `E_{na}` are symbols; longer names are set upright, like names in programs.
std::string symbol(const std::string& name) {
    static const std::map<std::string, std::string> known = {
        {"alpha", "\\alpha"}, {"beta", "\\beta"}, {"tau", "\\tau"}, {"pi", "\\pi"}, {"dt", "\\Delta t"}};
    if (const auto found = known.find(name); found != known.end()) return found->second;
    if (name.size() == 1) return name;
    if (name.size() > 3 && name.ends_with("inf")) return symbol(name.substr(0, name.size() - 3)) + "_{\\infty}";
    if (name.size() > 3 && name.starts_with("tau")) return "\\tau_{" + escaped(name.substr(3)) + "}";
    if (name.size() > 3 && name.ends_with("tau")) return "\\tau_{" + escaped(name.substr(0, name.size() - 3)) + "}";
    return "\\mathrm{" + escaped(name) + "}";
}

int strength(const Expression& e) {
    if (e.kind == ExpressionKind::Select) return 0;
    if (e.kind == ExpressionKind::Unary) return 5;
    if (e.kind != ExpressionKind::Binary) return 9;
    if (e.text == "||" || e.text == "&&") return 1;
    if (e.text == "+" || e.text == "-") return 3;
    if (e.text == "*") return 4;
    if (e.text == "/") return 9;  // a fraction is its own bracket
    if (e.text == "^") return 7;
    return 2;
}

std::string inside(const Expression& e, int least) {
    auto text = to_latex(e);
    return strength(e) < least ? "\\left(" + text + "\\right)" : text;
}

std::string number(const std::string& literal) {
    std::string text = literal.ends_with(".0") ? literal.substr(0, literal.size() - 2) : literal;
    const auto e = text.find_first_of("eE");
    if (e == std::string::npos) return text;
    return text.substr(0, e) + "\\cdot 10^{" + text.substr(e + 1) + "}";
}

void collect_factors(const Expression& e, std::vector<const Expression*>& factors) {
    if (e.kind == ExpressionKind::Binary && e.text == "*") {
        collect_factors(*e.operands[0], factors);
        collect_factors(*e.operands[1], factors);
    } else {
        factors.push_back(&e);
    }
}

/// `g*m*m*m*h`: g m^3 h.
std::string product(const Expression& e) {
    std::vector<const Expression*> factors;
    collect_factors(e, factors);
    std::string out;
    for (std::size_t k = 0; k < factors.size();) {
        std::size_t next = k + 1;
        while (next < factors.size() && equal(*factors[k], *factors[next])) ++next;
        const bool is_power = next - k > 1;
        const bool is_number = factors[k]->kind == ExpressionKind::Number;
        out += out.empty() ? "" : is_number ? " \\cdot " : "\\,";
        out += inside(*factors[k], is_power ? 8 : k == 0 ? 4 : 5);
        if (is_power) out += "^{" + std::to_string(next - k) + "}";
        k = next;
    }
    return out;
}

/// Whether an expression is too tall for an exponent.
bool has_fraction(const Expression& e) {
    bool found = false;
    for_each(e, [&](const Expression& part) { found |= part.kind == ExpressionKind::Binary && part.text == "/"; });
    return found;
}

std::string binary(const Expression& e) {
    static const std::map<std::string, std::string> operators = {{"<=", "\\le"}, {">=", "\\ge"},    {"==", "="},
                                                                 {"!=", "\\ne"}, {"&&", "\\wedge"}, {"||", "\\vee"}};
    const Expression &a = *e.operands[0], &b = *e.operands[1];
    if (e.text == "/") return "\\frac{" + to_latex(a) + "}{" + to_latex(b) + "}";
    if (e.text == "^") {
        const auto base =
            a.kind == ExpressionKind::Binary && a.text == "/" ? "\\left(" + to_latex(a) + "\\right)" : inside(a, 8);
        return base + "^{" + to_latex(b) + "}";
    }
    if (e.text == "*") return product(e);
    const auto op = operators.contains(e.text) ? operators.at(e.text) : e.text;
    return inside(a, strength(e)) + " " + op + " " + inside(b, strength(e) + 1);
}

std::string call(const Expression& e) {
    if (e.text == "exp" && e.operands.size() == 1) {
        const auto argument = to_latex(*e.operands[0]);
        return has_fraction(*e.operands[0]) ? "\\exp\\left(" + argument + "\\right)" : "e^{" + argument + "}";
    }
    if (e.operands.empty()) return symbol(e.text) + "()";
    if (e.text == "sqrt") return "\\sqrt{" + to_latex(*e.operands[0]) + "}";
    if (e.text == "fabs" || e.text == "abs") return "\\left|" + to_latex(*e.operands[0]) + "\\right|";
    if (e.text == "pow" && e.operands.size() == 2)
        return inside(*e.operands[0], 8) + "^{" + to_latex(*e.operands[1]) + "}";
    static const std::map<std::string, std::string> named = {
        {"log", "\\ln"},  {"log10", "\\log_{10}"}, {"sin", "\\sin"},   {"cos", "\\cos"},
        {"tan", "\\tan"}, {"tanh", "\\tanh"},      {"sinh", "\\sinh"}, {"cosh", "\\cosh"}};
    std::string out = (named.contains(e.text) ? named.at(e.text) : symbol(e.text)) + "\\left(";
    for (std::size_t k = 0; k < e.operands.size(); ++k) out += (k ? ", " : "") + to_latex(*e.operands[k]);
    return out + "\\right)";
}

}  // namespace

std::string to_latex(const Expression& e) {
    switch (e.kind) {
        case ExpressionKind::Number:
            return number(e.text);
        case ExpressionKind::String:
            return "\\text{" + escaped(e.text) + "}";
        case ExpressionKind::Name:
            return symbol(e.text);
        case ExpressionKind::Index:
            return symbol(e.text) + "_{" + to_latex(*e.operands[0]) + "}";
        case ExpressionKind::Call:
            return call(e);
        case ExpressionKind::Unary:
            return (e.text == "!" ? "\\neg " : e.text) + inside(*e.operands[0], 6);
        case ExpressionKind::Binary:
            return binary(e);
        case ExpressionKind::Select:
            return "\\begin{cases}" + to_latex(*e.operands[1]) + " & " + to_latex(*e.operands[0]) + "\\\\" +
                   to_latex(*e.operands[2]) + " & \\text{else}\\end{cases}";
    }
    return {};
}

}  // namespace ranvier::nmodl
