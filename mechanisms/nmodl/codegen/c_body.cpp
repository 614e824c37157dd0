#include "mechanisms/nmodl/codegen/c_body.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/neuron_threads.hpp"
#include "mechanisms/nmodl/codegen/param_elements.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {

void print_verbatim(const std::string& text, const Location& where, CppWriter& out) {
    const std::string path = where.file ? where.file->path : "VERBATIM";
    out.line("#line " + std::to_string(std::max(where.line, 1)) + " " + cpp_string(path));
    out.raw(with_param_elements(text));
    if (text.empty() || text.back() != '\n') out.raw("\n");
    out.line(back_to_generated);
}

void CBody::set_weights(const std::vector<Argument>& arguments, const std::string& vector) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k + 1 < arguments.size(); ++k) names.push_back(arguments[k].name);
    Body::set_weights(names, vector);
}

std::string CBody::name(const std::string& text) const {
    const std::string* element = weight(text);
    return element ? *element : text;
}

std::string CBody::array(const std::string& text) const {
    const auto* symbol = plan_.program->symbol(text);
    return symbol && symbol->storage == Storage::Pointer ? "_p_" + text : name(text);
}

std::string CBody::element(const std::string& text, const std::string& index) const {
    if (!plan_.arrays_in_place.contains(text)) return Body::element(text, index);
    return "_rv_field[" + std::to_string(plan_.column_of(text)) + " + (" + index + ")][_rv_row]";
}

std::string CBody::call(const Expression& e, const std::string& arguments) const {
    const auto& text = e.text;
    if (const auto* block = plan_.program->block(text)) {
        const bool threads = has_thread_arguments(*plan_.program) && !block->is_solved;
        return c_function(plan_, *block) + "(" + (threads ? "_threadargs_" : "") +
               (threads && !arguments.empty() ? ", " : "") + arguments + ")";
    }
    if (text == "net_send") {
        return "_rv_net_send(_args, " + arguments + ")";
    }
    if (text == "net_event" || text == "net_move") return "_rv_" + text + "(" + arguments + ")";
    if (text == "pow" && e.operands.size() == 2) return power(e);
    if (text == "at_time") return "at_time(_nt, " + arguments + ")";
    if (text == "nrn_pointing") return "(_p_" + e.operands[0]->text + " != 0)";
    if (is_forcing_function(text)) return text + "(&_rv_has_jumped, &_rv_value_before, " + arguments + ")";
    return text + "(" + arguments + ")";
}

std::string CBody::power(const Expression& e) const {
    const auto operands = expression(*e.operands[0]) + ", " + expression(*e.operands[1]);
    // The compiler replaces powers with some exponents, as NEURON's does.
    if (e.operands[1]->kind == ExpressionKind::Number || e.operands[1]->kind == ExpressionKind::Unary) {
        return "pow(" + operands + ")";
    }
    return "rv_power_of(({ static struct rv_power rv_last = RV_FIRST_POWER; &rv_last; }), " + operands + ")";
}

std::string CBody::select(const Expression& e) const {
    return "(" + operand(*e.operands[0], 2) + " ? " + operand(*e.operands[1], 2) + " : " + operand(*e.operands[2], 2) +
           ")";
}

// C89 does not allow declarations in the head of a loop.
void CBody::open_loop(const std::string& counter, const std::string& first, const std::string& last,
                      const std::string& step) {
    out_.line("{");
    out_.line("int " + counter + ";");
    out_.line("for (" + counter + " = " + first + "; " + counter + " <= " + last + "; " + counter + " += " + step +
              ") {");
}

void CBody::close_loop() {
    out_.line("}");
    out_.line("}");
}

void CBody::watch(std::size_t number, const std::string& flag, bool is_first) {
    out_.line("_rv_watch(" + std::to_string(number) + ", " + flag + ", " + (is_first ? "_rv_first_watch" : "0") + ");");
    if (is_first) out_.line("_rv_first_watch = 0;");
}

void CBody::for_netcons(const Statement& s) {
    out_.line("{");
    out_.line("int32_t _rv_k, _rv_n = _rv_netcons(0);");
    out_.line("double** _rv_w = (double**)__builtin_alloca((_rv_n + 1) * sizeof(double*));");
    out_.line("_rv_netcons(_rv_w);");
    out_.line("for (_rv_k = 0; _rv_k < _rv_n; ++_rv_k) {");
    with_weights(s.names, "_rv_w[_rv_k]", s.body);
    out_.line("}");
    out_.line("}");
}

}  // namespace ranvier::nmodl
