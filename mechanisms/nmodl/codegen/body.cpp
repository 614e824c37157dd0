#include "mechanisms/nmodl/codegen/body.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "mechanisms/nmodl/codegen/data_flow.hpp"
#include "mechanisms/nmodl/codegen/fixed_divisions.hpp"
#include "mechanisms/nmodl/passes/check_formats.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {

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

// --- weights --------------------------------------------------------------------------------------------------------

void Body::set_weights(const std::vector<std::string>& names, const std::string& vector) {
    weights_.clear();
    for (std::size_t k = 0; k < names.size(); ++k) weights_[names[k]] = vector + "[" + std::to_string(k) + "]";
}

const std::string* Body::weight(const std::string& text) const {
    const auto found = weights_.find(text);
    return found == weights_.end() ? nullptr : &found->second;
}

void Body::with_weights(const std::vector<std::string>& names, const std::string& vector, const Statements& all) {
    const auto outer = weights_;
    for (std::size_t k = 0; k < names.size(); ++k) weights_[names[k]] = vector + "[" + std::to_string(k) + "]";
    statements(all);
    weights_ = outer;
}

// --- expressions ----------------------------------------------------------------------------------------------------

std::string Body::operand(const Expression& e, int least) const {
    auto text = expression(e);
    return binding_strength(e) < least ? "(" + text + ")" : text;
}

std::string Body::integer(const Expression& e) const {
    if (is_checked(e)) return checked_index(e);
    const bool arithmetic = e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/";
    if (e.kind == ExpressionKind::Number && e.text.ends_with(".0")) return e.text.substr(0, e.text.size() - 2);
    if (e.kind == ExpressionKind::Name && counters_.contains(e.text)) return local(e.text);
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

/// An index in 64 bits: the compiler may take it for granted that sums and products of 32 bits do not overflow, and then
/// use an index that differs from the one that was checked.
std::string Body::checked_index(const Expression& e) const {
    const auto place = wide_integer(*e.operands[0]);
    return index_call() + place + ", " + integer(*e.operands[1]) + ", " + expression(*e.operands[2]) + ")";
}

std::string Body::wide_integer(const Expression& e) const {
    const bool arithmetic = e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/";
    if (e.kind != ExpressionKind::Binary || !arithmetic) return "(int64_t)(" + integer(e) + ")";
    return "(" + wide_integer(*e.operands[0]) + " " + e.text + " " + wide_integer(*e.operands[1]) + ")";
}

std::string Body::random_call(const Expression& e) const {
    std::string rest;
    for (std::size_t k = 1; k < e.operands.size(); ++k) rest += ", " + expression(*e.operands[k]);
    const auto from = stream(e.operands[0]->text);
    if (e.text == "random_setseq" || e.text == "random_setids") return "rv_" + e.text + "(" + from + rest + ")";
    const bool has_more = e.operands.size() > 1;
    if (e.text == "random_negexp") {
        return (has_more ? "rv_random_negexp_of(" : "rv_random_negexp(") + from + ", " + instances() + rest + ")";
    }
    const auto draw = from + ", " + instances() + "->random_index" + rest + ")";
    if (e.text == "random_uniform") return (has_more ? "rv_random_uniform_between(" : "rv_random_uniform(") + draw;
    if (e.text == "random_poisson") return "rv_random_poisson(" + draw;
    if (e.text == "random_dpick") return "rv_random_uniform(" + draw;
    return "rv_" + e.text + (has_more ? "_of(" : "(") + draw;
}

std::string Body::history_call(const Expression& e) const {
    std::string rest = e.text == "history_add" ? ", " + instances() : "";
    for (std::size_t k = 1; k < e.operands.size(); ++k) rest += ", " + expression(*e.operands[k]);
    return "rv_" + e.text + "(" + stream(e.operands[0]->text) + rest + ")";
}

std::string Body::any_call(const Expression& e) const {
    if (e.text.starts_with("random_") && !plan_.program->block(e.text)) return random_call(e);
    if (e.text.starts_with("history_") && !plan_.program->block(e.text)) return history_call(e);
    if (e.text == "net_delay" && !plan_.program->block(e.text)) return instances() + "->delay";
    std::string arguments;
    for (std::size_t k = 0; k < e.operands.size(); ++k) {
        arguments += (k == 0 ? "" : ", ") + expression(*e.operands[k]);
    }
    if (e.text == "INT") return "(double)(int)(" + arguments + ")";
    if (e.text == printed_integer) return "(long long)(" + arguments + ")";
    if (e.text == printed_int) return "(int)(" + arguments + ")";
    return call(e, arguments);
}

std::string Body::call_or_power(const Expression& e) const {
    if (e.kind == ExpressionKind::Call) return any_call(e);
    if (e.text == "^") return power(e);
    return "fmod(" + expression(*e.operands[0]) + ", " + expression(*e.operands[1]) + ")";
}

bool Body::has_effects(const Block& block) const {
    const auto [found, is_new] = effects_.try_emplace(&block);
    if (is_new) {
        auto flow = data_flow(*plan_.program, block);
        flow.writes.erase(block.name);  // a FUNCTION's value
        found->second = flow.has_effects || !flow.writes.empty();
    }
    return found->second;
}

bool Body::has_effects(const Expression& e) const {
    bool found = false;
    for_each(e, [&](const Expression& part) {
        if (part.kind != ExpressionKind::Call || is_checked(part)) return;
        if (const auto* block = plan_.program->block(part.text)) {
            found |= has_effects(*block);
        } else {
            const auto* known = known_function(part.text);
            const bool only_converts = part.text == printed_integer || part.text == printed_int || part.text == "INT";
            found |= !only_converts && (!known || !known->is_pure);
        }
    });
    return found;
}

namespace {

/// Whether an operand of a call is a value, neither a stream, a history, a number nor a text.
bool is_computed(const Expression& call, std::size_t k) {
    const auto kind = call.operands[k]->kind;
    const bool is_object = k == 0 && (call.text.starts_with("random_") || call.text.starts_with("history_"));
    return !is_object && kind != ExpressionKind::Number && kind != ExpressionKind::String;
}

}  // namespace

bool Body::depends_on_order(const Expression& call) const {
    int computed = 0, changing = 0;
    for (std::size_t k = 0; k < call.operands.size(); ++k) {
        if (!is_computed(call, k)) continue;
        ++computed;
        changing += has_effects(*call.operands[k]) ? 1 : 0;
    }
    return computed > 1 && changing > 0;
}

std::string Body::type_of_argument(const Expression& e, const std::string& text) const {
    if (e.kind == ExpressionKind::Name) return "__typeof__(" + text + " + 0)";  // of an array, the address
    if (e.kind == ExpressionKind::Call && e.text == printed_integer) return "long long";
    return e.kind == ExpressionKind::Call && e.text == printed_int ? "int" : type_of_locals();
}

/// C and C++ leave the order of arguments to the compiler. NEURON's on x86-64, g++, takes the last one first; on ARM it takes
/// the first one first, as clang does everywhere.
std::string Body::in_order(const Expression& call) const {
    std::string text = "({ ";
    std::map<const Expression*, std::string> made;
    for (std::size_t k = call.operands.size(); k-- > 0;) {
        const auto& operand = *call.operands[k];
        if (!is_computed(call, k)) continue;
        const auto name = "rv_argument_" + std::to_string(k);
        const auto value = expression(operand);
        text += type_of_argument(operand, value) + " " + name + " = " + value + "; ";
        made.emplace(&operand, name);
    }
    evaluated_.merge(made);
    text += call_or_power(call) + "; })";
    for (const auto& operand : call.operands) evaluated_.erase(operand.get());
    return text;
}

std::string Body::expression(const Expression& e) const {
    if (const auto found = evaluated_.find(&e); found != evaluated_.end()) return found->second;
    for (const auto& [value, name] : fixed_) {
        if (equal(*value, e)) return name;
    }
    switch (e.kind) {
        case ExpressionKind::Number:
            return e.text;
        case ExpressionKind::String:
            return cpp_text(e.text);
        case ExpressionKind::Name:
            return (counters_.contains(e.text) ? "(double)" : "") + name(e.text);
        case ExpressionKind::Index:
            return element(e.text, integer(*e.operands[0]));
        case ExpressionKind::Call:
            return depends_on_order(e) ? in_order(e) : any_call(e);
        case ExpressionKind::Unary: {
            const auto inner = operand(*e.operands[0], 7);
            return e.text + (inner[0] == '-' ? " " : "") + inner;
        }
        case ExpressionKind::Binary: {
            if (e.text == "^" || e.text == "%") return depends_on_order(e) ? in_order(e) : call_or_power(e);
            const int mine = binding_strength(e);
            return operand(*e.operands[0], mine) + " " + e.text + " " + operand(*e.operands[1], mine + 1);
        }
        case ExpressionKind::Select:
            return select(e);
    }
    return {};
}

// --- statements -----------------------------------------------------------------------------------------------------

void Body::statements(const Statements& all) {
    for (const auto& s : all) statement(*s);
}

void Body::open_rounds(const Statement& from) {
    out_.line("const int rv_last = " + integer(*from.value[1]) + ";");
    out_.line("for (int rv_next = " + integer(*from.value[0]) + "; rv_next <= rv_last;) {");
    out_.line("int rv_chosen = 0;");
}

void Body::open_choice(const Statement& from) {
    out_.line("for (; rv_next <= rv_last && rv_chosen < RV_ROUNDS; ++rv_next) {");
    out_.line("const int " + local(from.name) + " = rv_next;");
    counters_.insert(from.name);
}

void Body::close_choice(const Statement& from) {
    out_.line("}");
    counters_.erase(counters_.find(from.name));
}

void Body::from(const Statement& s) {
    if (rounds_in_lanes(s)) return;
    const auto outer = fixed_.size();
    auto divisions = fixed_divisions(*plan_.program, s);
    if (!divisions.empty()) out_.line("{");
    for (auto& division : divisions) {
        const auto made = "rv_same_" + std::to_string(fixed_.size());
        out_.line("const double " + made + " = " + expression(*division) + ";");
        fixed_.emplace_back(std::move(division), made);
    }
    open_loop(local(s.name), integer(*s.value[0]), integer(*s.value[1]),
              s.value.size() > 2 ? integer(*s.value[2]) : "1");
    const auto counter = counters_.insert(s.name);
    statements(s.body);
    counters_.erase(counter);
    close_loop();
    if (fixed_.size() > outer) out_.line("}");
    fixed_.resize(outer);
}

void Body::assign(const Statement& s) {
    out_.line(expression(*s.value[0]) + " = " + expression(*s.value[1]) + ";");
}

// A chain of else if is printed flat: indented, 2,000 of them would be 16 MB of spaces.
void Body::branches(const Statement& s) {
    const auto* link = &s;
    out_.line("if (" + expression(*link->value[0]) + ") {");
    statements(link->body);
    while (link->otherwise.size() == 1 && link->otherwise[0]->kind == StatementKind::If) {
        link = link->otherwise[0].get();
        out_.line("} else if (" + expression(*link->value[0]) + ") {");
        statements(link->body);
    }
    if (!link->otherwise.empty()) {
        out_.line("} else {");
        statements(link->otherwise);
    }
    out_.line("}");
}

bool is_table(const Statement& elimination, bool in_lanes) {
    // In lanes, what is written out runs faster than the table.
    const std::size_t most_written = in_lanes ? 3000 : 500;
    const bool fits = std::ranges::all_of(elimination.table, [](int entry) { return entry <= UINT16_MAX; });
    return elimination.body.size() > most_written && fits;
}

void print_table(const Statement& elimination, CppWriter& out) {
    constexpr std::size_t in_line = 30;
    out.line("static const uint16_t rv_table[] = {");
    const auto& table = elimination.table;
    std::string numbers;
    for (std::size_t k = 0; k < table.size(); ++k) {
        numbers += std::to_string(table[k]) + ",";
        if ((k + 1) % in_line != 0 && k + 1 < table.size()) continue;
        out.line(std::exchange(numbers, {}));
    }
    out.line("};");
}

// Written out, a long elimination takes minutes to compile, and its code runs from memory, not from a cache.
void Body::elimination(const Statement& s) {
    if (writes_out_ || !is_table(s, false)) return statements(s.body);
    out_.line("{");
    print_table(s, out_);
    out_.line("if (rv_eliminate(rv_table, " + expression(*s.value[0]) + ", " + expression(*s.value[1]) +
              ") != RV_SOLVED) " + expression(*s.value[2]) + " = 1.0;");
    out_.line("}");
}

void Body::while_loop(const Statement& s) {
    const auto goes_on = "rv_goes_on(" + instances() + ")";
    // After an index outside of its array, no element may ever end the loop.
    const std::string in_arrays = has_checked_index(*plan_.program) ? " && !" + failed() : "";
    out_.line("while ((" + expression(*s.value[0]) + ")" + in_arrays + " && " + goes_on + ") {");
    statements(s.body);
    out_.line("}");
}

void Body::statement(const Statement& s) {
    const auto value = [&](std::size_t k) { return expression(*s.value[k]); };
    switch (s.kind) {
        case StatementKind::Assign:
            assign(s);
            break;
        case StatementKind::Call:
            out_.line(value(0) + ";");
            break;
        case StatementKind::If:
            branches(s);
            break;
        case StatementKind::While:
            while_loop(s);
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
            for (const auto& one : s.declared) {
                const bool is_array = one.length > 0;
                out_.line((is_array ? "double" : type_of_locals()) + " " + local(one.name) +
                          (is_array ? "[" + std::to_string(one.length) + "] = {0};" : " = " + zero() + ";"));
            }
            break;
        case StatementKind::Watch:
            for (std::size_t k = 0; k < plan_.watches.size(); ++k) {
                if (plan_.watches[k] == &s) watch(k, value(2), s.is_first);
            }
            break;
        case StatementKind::ForNetcons:
            for_netcons(s);
            break;
        case StatementKind::Verbatim:
            verbatim(s);
            break;
        case StatementKind::Eliminate:
            elimination(s);
            break;
        case StatementKind::NetInitial:   // printed as net_initialize
        case StatementKind::Table:        // printed around the function
        case StatementKind::Conductance:  // printed after BREAKPOINT's statements
        default:
            break;  // passes leave no other kinds
    }
}

}  // namespace ranvier::nmodl
