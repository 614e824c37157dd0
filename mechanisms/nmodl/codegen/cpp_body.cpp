#include "mechanisms/nmodl/codegen/cpp_body.hpp"

#include <cmath>

#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

/// Whether math_vector.h has the function; both arithmetics use the C library for the others.
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

/// Whether an expression like 3^((celsius - 6.3)/10) consists of values that rarely differ between instances.
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

bool is_product(const Expression& exponent, Math math) {
    const bool is_minus_one = exponent.kind == ExpressionKind::Unary && exponent.text == "-" &&
                              exponent.operands[0]->kind == ExpressionKind::Number &&
                              exponent.operands[0]->value() == 1;
    if (exponent.kind != ExpressionKind::Number) return is_minus_one && math == Math::libm;
    const double n = exponent.value();
    if (math == Math::libm) return n == 2 || n == -1;
    return n == std::floor(n) && n >= 2 && n <= 15;
}

bool is_costly_power(const Program& program, const Expression& power, Math math) {
    const auto& base = *power.operands[0];
    const auto& exponent = *power.operands[1];
    return !is_product(exponent, math) && !(is_likely_fixed(program, base) && is_likely_fixed(program, exponent));
}

std::string libm_function(const std::string& name) {
    return (has_libm_wrapper(name) ? "rv_libm_" : "") + name;
}

std::string CppBody::name(const std::string& text) const {
    if (const std::string* element = weight(text)) return *element;
    const auto* symbol = plan_.program->symbol(text);
    if (!symbol) return cpp_name(text);
    if (symbol->storage == Storage::Constant) return cpp_name(text);
    if (is_outside_) return (symbol->storage == Storage::Global ? "global_" : "engine_") + text;
    if (symbol->storage == Storage::Pointer && symbol->length == 0) return "(*rv." + cpp_name(text) + ")";
    return "rv." + cpp_name(text);
}

std::string CppBody::power(const Expression& e) const {
    const auto& base = *e.operands[0];
    const auto& exponent = *e.operands[1];
    if (is_product(exponent, plan_.math)) {
        if (plan_.math == Math::libm) {
            const bool is_square = exponent.kind == ExpressionKind::Number && exponent.value() == 2;
            return (is_square ? "rv_libm_square(" : "rv_libm_inverse(") + expression(base) + ")";
        }
        return "rv_pow_whole(" + expression(base) + ", " + std::to_string(static_cast<int>(exponent.value())) + ")";
    }
    const bool fixed = is_likely_fixed(*plan_.program, base) && is_likely_fixed(*plan_.program, exponent);
    const char* function = plan_.math == Math::libm ? "rv_libm_pow(" : fixed ? "rv_pow_of_invariants(" : "rv_pow(";
    return function + expression(base) + ", " + expression(exponent) + ")";
}

std::string CppBody::call(const Expression& e, const std::string& arguments) const {
    const auto& text = e.text;
    if (plan_.program->block(text)) return "fn_" + text + "(rv" + (arguments.empty() ? "" : ", " + arguments) + ")";
    if (text == "net_send") {
        return "rv_net_send(rv.rv_in, rv.rv_i, rv.rv_weight, " + arguments + ")";
    }
    if (text == "net_event" || text == "net_move") return "rv_" + text + "(rv.rv_in, rv.rv_i, " + arguments + ")";
    if (text == "at_time") return "rv_at_time(rv.rv_in, " + arguments + ")";
    if (text == "rv_variable_steps") return "rv_variable_steps(rv.rv_in)";
    if (text == "printf") return "rv_print(rv.rv_in, " + arguments + ")";
    if (text == "pow") return power(e);
    if (text == "rv_lag" || text == "rv_forget" || text == "rv_history_of") return text + "(" + arguments + ")";
    if (text == "fma") return "rv_fma(" + arguments + ")";
    if (plan_.math == Math::vector && has_vector_version(text)) return "rv_" + text + "(" + arguments + ")";
    if (text == "rv_looked_up" && plan_.math == Math::vector) return text + "(" + arguments + ")";
    return libm_function(text) + "(" + arguments + ")";
}

std::string CppBody::select(const Expression& e) const {
    return "rv_select(" + expression(*e.operands[0]) + ", " + expression(*e.operands[1]) + ", " +
           expression(*e.operands[2]) + ")";
}

void CppBody::open_loop(const std::string& counter, const std::string& first, const std::string& last,
                        const std::string& step) {
    const auto on = step == "1" ? "++" + counter : counter + " += " + step;
    out_.line("for (int " + counter + " = " + first + "; " + counter + " <= " + last + "; " + on + ") {");
}

void CppBody::watch(std::size_t number, const std::string& flag, bool is_first) {
    out_.line("rv.rv_in->services->watch(rv.rv_in, rv.rv_i, " + std::to_string(number) + ", " + flag + ", " +
              (is_first ? "rv_first_watch" : "0") + ");");
    if (is_first) out_.line("rv_first_watch = 0;");
}

void CppBody::for_netcons(const Statement& s) {
    out_.line("{");
    out_.line("const int32_t rv_netcons = rv.rv_in->services->netcons(rv.rv_in, rv.rv_i, nullptr);");
    out_.line("double** rv_weights = new double*[rv_netcons > 0 ? rv_netcons : 1];");
    out_.line("rv.rv_in->services->netcons(rv.rv_in, rv.rv_i, rv_weights);");
    out_.line("for (int32_t rv_k = 0; rv_k < rv_netcons; ++rv_k) {");
    with_weights(s.names, "rv_weights[rv_k]", s.body);
    out_.line("}");
    out_.line("delete[] rv_weights;");
    out_.line("}");
}

}  // namespace ranvier::nmodl
