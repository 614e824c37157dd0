#include "mechanisms/nmodl/codegen/c_body.hpp"

#include <algorithm>

namespace ranvier::nmodl {

void print_verbatim(const std::string& text, const Location& where, CppWriter& out) {
    const std::string path = where.file ? where.file->path : "VERBATIM";
    out.line("#line " + std::to_string(std::max(where.line, 1)) + " " + cpp_string(path));
    out.raw(text);
    if (text.empty() || text.back() != '\n') out.raw("\n");
    out.line(back_to_generated);
}

void CBody::set_weights(const std::vector<Argument>& arguments, const std::string& vector) {
    weights_.clear();
    for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
        weights_[arguments[k].name] = vector + "[" + std::to_string(k) + "]";
    }
}

std::string CBody::name(const std::string& text) const {
    const auto weight = weights_.find(text);
    return weight == weights_.end() ? text : weight->second;
}

std::string CBody::operand(const Expression& e, int least) const {
    auto text = expression(e);
    return binding_strength(e) < least ? "(" + text + ")" : text;
}

std::string CBody::integer(const Expression& e) const {
    const bool arithmetic = e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/";
    if (e.kind == ExpressionKind::Number && e.text.ends_with(".0")) return e.text.substr(0, e.text.size() - 2);
    if (e.kind == ExpressionKind::Name && counters_.contains(e.text)) return e.text;
    if (e.kind == ExpressionKind::Unary && e.text == "-") return "-(" + integer(*e.operands[0]) + ")";
    if (e.kind == ExpressionKind::Binary && arithmetic) {
        return "(" + integer(*e.operands[0]) + " " + e.text + " " + integer(*e.operands[1]) + ")";
    }
    return "(int)(" + expression(e) + ")";
}

std::string CBody::call(const Expression& e) const {
    std::string arguments;
    for (std::size_t k = 0; k < e.operands.size(); ++k) {
        arguments += (k == 0 ? "" : ", ") + expression(*e.operands[k]);
    }
    const auto& text = e.text;
    if (const auto* block = plan_.program->block(text)) {
        const bool threads = plan_.program->neuron.is_threadsafe && !block->is_solved;
        return c_function(plan_, *block) + "(" + (threads ? "_threadargs_" : "") +
               (threads && !arguments.empty() ? ", " : "") + arguments + ")";
    }
    if (text == "net_send") {
        return "_rv_net_send(_args, t + " + operand(*e.operands[0], 6) + ", " + expression(*e.operands[1]) + ")";
    }
    if (text == "net_event" || text == "net_move") return "_rv_" + text + "(" + arguments + ")";
    if (text == "at_time") return "at_time(_nt, " + arguments + ")";
    if (text == "nrn_pointing") return "(_p_" + e.operands[0]->text + " != 0)";
    if (text == "INT") return "(double)(int)(" + arguments + ")";
    if (text == "fabs" || text == "printf") return text + "(" + arguments + ")";
    if (text.starts_with("random_")) {
        std::string rest;
        for (std::size_t k = 1; k < e.operands.size(); ++k) rest += ", " + expression(*e.operands[k]);
        const auto stream = "&" + name(e.operands[0]->text);
        if (text == "random_setseq" || text == "random_setids") return "rv_" + text + "(" + stream + rest + ")";
        const bool more = e.operands.size() > 1;
        const auto draw = stream + ", _rv_in->random_index" + rest + ")";
        if (text == "random_uniform") return (more ? "rv_random_uniform_between(" : "rv_random_uniform(") + draw;
        if (text == "random_dpick") return "rv_random_uniform(" + draw;
        return "rv_" + text + (more ? "_of(" : "(") + draw;
    }
    return text + "(" + arguments + ")";
}

std::string CBody::expression(const Expression& e) const {
    switch (e.kind) {
        case ExpressionKind::Number:
            return e.text;
        case ExpressionKind::String:
            return "\"" + e.text + "\"";  // as written: escapes are C's
        case ExpressionKind::Name:
            return (counters_.contains(e.text) ? "(double)" : "") + name(e.text);
        case ExpressionKind::Index: {
            const auto* symbol = plan_.program->symbol(e.text);
            const bool pointer = symbol && symbol->storage == Storage::Pointer;
            return (pointer ? "_p_" + e.text : name(e.text)) + "[" + integer(*e.operands[0]) + "]";
        }
        case ExpressionKind::Call:
            return call(e);
        case ExpressionKind::Unary: {
            const auto inner = operand(*e.operands[0], 7);
            return e.text + (inner[0] == '-' ? " " : "") + inner;
        }
        case ExpressionKind::Binary: {
            const auto pair = [&] { return expression(*e.operands[0]) + ", " + expression(*e.operands[1]) + ")"; };
            if (e.text == "^") return "pow(" + pair();
            if (e.text == "%") return "fmod(" + pair();
            const int mine = binding_strength(e);
            return operand(*e.operands[0], mine) + " " + e.text + " " + operand(*e.operands[1], mine + 1);
        }
        case ExpressionKind::Select:
            return "(" + operand(*e.operands[0], 2) + " ? " + operand(*e.operands[1], 2) + " : " +
                   operand(*e.operands[2], 2) + ")";
    }
    return {};
}

void CBody::statements(const Statements& all) {
    for (const auto& s : all) statement(*s);
}

void CBody::from(const Statement& s) {
    const auto& k = s.name;
    out_.line("{");
    out_.line("int " + k + ";");
    out_.line("for (" + k + " = " + integer(*s.value[0]) + "; " + k + " <= " + integer(*s.value[1]) + "; " + k +
              " += " + (s.value.size() > 2 ? integer(*s.value[2]) : "1") + ") {");
    const auto counter = counters_.insert(k);
    statements(s.body);
    counters_.erase(counter);
    out_.line("}");
    out_.line("}");
}

void CBody::watch(const Statement& s) {
    for (std::size_t k = 0; k < plan_.watches.size(); ++k) {
        if (plan_.watches[k] != &s) continue;
        out_.line("_rv_watch(" + std::to_string(k) + ", " + expression(*s.value[2]) + ", " +
                  (s.is_first ? "_rv_first_watch" : "0") + ");");
        if (s.is_first) out_.line("_rv_first_watch = 0;");
    }
}

void CBody::for_netcons(const Statement& s) {
    out_.line("{");
    out_.line("int32_t _rv_k, _rv_n = _rv_netcons(0);");
    out_.line("double** _rv_w = (double**)__builtin_alloca((_rv_n + 1) * sizeof(double*));");
    out_.line("_rv_netcons(_rv_w);");
    out_.line("for (_rv_k = 0; _rv_k < _rv_n; ++_rv_k) {");
    const auto outer = weights_;
    for (std::size_t k = 0; k < s.names.size(); ++k) weights_[s.names[k]] = "_rv_w[_rv_k][" + std::to_string(k) + "]";
    statements(s.body);
    weights_ = outer;
    out_.line("}");
    out_.line("}");
}

void CBody::statement(const Statement& s) {
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
        case StatementKind::From:
            from(s);
            break;
        case StatementKind::Block:
            out_.line("{");
            statements(s.body);
            out_.line("}");
            break;
        case StatementKind::Local:
            for (const auto& local : s.declared) {
                const bool array = local.length > 0;
                out_.line("double " + local.name +
                          (array ? "[" + std::to_string(local.length) + "] = {0};" : " = 0.0;"));
            }
            break;
        case StatementKind::Watch:
            watch(s);
            break;
        case StatementKind::ForNetcons:
            for_netcons(s);
            break;
        case StatementKind::Verbatim:
            print_verbatim(s.name, s.where, out_);
            break;
        default:
            break;  // NetInitial, Table and Conductance stand elsewhere or mean nothing; no pass leaves others
    }
}

}  // namespace ranvier::nmodl
