#include "mechanisms/nmodl/codegen/wide_lanes.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/fixed_divisions.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

namespace ranvier::nmodl {
namespace {

bool is_comparison(const Expression& e) {
    static const std::set<std::string> all = {"<", ">", "<=", ">=", "==", "!="};
    return e.kind == ExpressionKind::Binary && all.contains(e.text);
}

bool is_joint(const Expression& e) {
    return e.kind == ExpressionKind::Binary && (e.text == "&&" || e.text == "||");
}

bool is_negation(const Expression& e) {
    return e.kind == ExpressionKind::Unary && e.text == "!";
}

bool is_arithmetic(const Expression& e) {
    return e.kind == ExpressionKind::Binary && (e.text == "+" || e.text == "-" || e.text == "*" || e.text == "/");
}

/// Looks for what lanes cannot do.
class Check {
  public:
    explicit Check(const Program& program) : program_(program) {}

    bool statements(const Statements& all) {
        return std::ranges::all_of(all, [&](const auto& s) { return statement(*s); });
    }
    bool goes_through_arrays() const { return goes_through_arrays_; }

  private:
    bool statement(const Statement& s) {
        switch (s.kind) {
            case StatementKind::Assign:
                return value(*s.value[0]) && value(*s.value[1]);
            case StatementKind::Call:
                return value(*s.value[0]);
            case StatementKind::If:
                return condition(*s.value[0]) && statements(s.body) && statements(s.otherwise);
            case StatementKind::From:
                return from(s);
            case StatementKind::Block:
                return statements(s.body);
            case StatementKind::Local:
                return std::ranges::all_of(s.declared, [](const auto& local) { return local.length == 0; });
            default:
                return false;
        }
    }

    bool from(const Statement& s) {
        const bool has_bounds = std::ranges::all_of(s.value, [&](const auto& bound) { return is_same(*bound); });
        if (!has_bounds || !fixed_divisions(program_, s).empty()) return false;
        counters_.insert(s.name);
        const bool fits = statements(s.body);
        counters_.erase(counters_.find(s.name));
        return fits;
    }

    /// Whether all instances have the same value: a number, or an expression of the counters of loops.
    bool is_same(const Expression& e) const {
        if (e.kind == ExpressionKind::Number) return true;
        if (e.kind == ExpressionKind::Name) return counters_.contains(e.text);
        const bool is_sum = is_arithmetic(e) || (e.kind == ExpressionKind::Unary && e.text == "-");
        return is_sum && std::ranges::all_of(e.operands, [&](const auto& part) { return is_same(*part); });
    }

    bool condition(const Expression& e) {
        if (is_joint(e)) return condition(*e.operands[0]) && condition(*e.operands[1]);
        if (is_negation(e)) return condition(*e.operands[0]);
        return is_comparison(e) && value(*e.operands[0]) && value(*e.operands[1]);
    }

    bool value(const Expression& e) {
        switch (e.kind) {
            case ExpressionKind::Number:
            case ExpressionKind::Name:
                return true;
            case ExpressionKind::Index:
                goes_through_arrays_ = goes_through_arrays_ || !counters_.empty();
                return is_same(*e.operands[0]);
            case ExpressionKind::Unary:
                return e.text == "-" && value(*e.operands[0]);
            case ExpressionKind::Binary:
                return is_arithmetic(e) && value(*e.operands[0]) && value(*e.operands[1]);
            case ExpressionKind::Call:
                return call(e);
            default:
                return false;
        }
    }

    bool call(const Expression& e) {
        const auto* block = program_.block(e.text);
        const bool is_plain = block && (block->kind == BlockKind::Function || block->kind == BlockKind::Procedure) &&
                              !is_recursive(program_, *block) && !has_solver(*block) && !table_of(*block) &&
                              !is_made_from_solve(*block);
        if (!is_plain || !std::ranges::all_of(e.operands, [&](const auto& part) { return value(*part); })) return false;
        Check inside(program_);
        const bool fits = inside.statements(block->body);
        goes_through_arrays_ = goes_through_arrays_ || inside.goes_through_arrays_;
        return fits;
    }

    const Program& program_;
    std::multiset<std::string> counters_;
    bool goes_through_arrays_ = false;
};

bool is_place(const Symbol& symbol) {
    return symbol.name == "v" || symbol.name == "area" || symbol.name == "diam";
}

/// Whether lanes can hold a variable.
bool fits(const Plan& plan, const Symbol& symbol, const DataFlow& flow) {
    const bool is_written = flow.writes.contains(symbol.name);
    switch (symbol.storage) {
        case Storage::Field:
            return !plan.ion_access(symbol.name) && (symbol.length == 0 || is_wide(symbol));
        case Storage::Global:
            return symbol.length == 0 && !is_written;
        case Storage::Constant:
            return true;
        case Storage::Built:
            return !is_written &&
                   (is_place(symbol) || symbol.name == "t" || symbol.name == "dt" || symbol.name == "celsius");
        default:
            return false;
    }
}

class WideBody final : public CppBody {
  public:
    WideBody(const Plan& plan, std::string prefix, CppWriter& out) : CppBody(plan, out), prefix_(std::move(prefix)) {}

  private:
    std::string call(const Expression& e, const std::string& arguments) const override {
        return prefix_ + e.text + "(rv, " + mask_ + (arguments.empty() ? "" : ", ") + arguments + ")";
    }
    std::string type_of_locals() const override { return "rv_wide::values"; }
    std::string zero() const override { return "rv_wide::values{}"; }
    bool rounds_in_lanes(const Statement&) override { return false; }

    void assign(const Statement& s) override {
        out_.line("rv_assign(" + mask_ + ", " + expression(*s.value[0]) + ", " + expression(*s.value[1]) + ");");
    }

    std::string condition(const Expression& e) const {
        if (is_negation(e)) return "~" + condition(*e.operands[0]);
        if (!is_joint(e)) return "rv_truth(" + expression(e) + ")";
        return "(" + condition(*e.operands[0]) + (e.text == "&&" ? " & " : " | ") + condition(*e.operands[1]) + ")";
    }

    void branches(const Statement& s) override {
        const auto outer = mask_;
        const auto holds = "rv_holds_" + std::to_string(++masks_);
        out_.line("{");
        out_.line("const rv_wide::mask " + holds + " = " + condition(*s.value[0]) + ";");
        branch(s.body, outer + " & " + holds);
        if (!s.otherwise.empty()) branch(s.otherwise, outer + " & ~" + holds);
        out_.line("}");
    }

    void branch(const Statements& body, const std::string& mask) {
        const auto outer = mask_;
        mask_ = "rv_mask_" + std::to_string(++masks_);
        out_.line("if (const rv_wide::mask " + mask_ + " = " + mask + "; rv_any(" + mask_ + ")) {");
        statements(body);
        out_.line("}");
        mask_ = outer;
    }

    std::string prefix_, mask_ = "rv_mask";
    int masks_ = 0;
};

std::string prefix_of(const Loop& loop) {
    return "wide_" + loop.name + "_";
}

std::string head_of(const Loop& loop, const Block& block) {
    std::string text = "static RV_ALWAYS_INLINE rv_wide::values " + prefix_of(loop) + block.name + "(" +
                       prefix_of(loop) + "lanes& rv, rv_wide::mask rv_mask";
    for (const auto& argument : block.arguments) text += ", const auto& given_" + argument.name;
    return text + ")";
}

void print_function(const Plan& plan, const Loop& loop, const Block& block, CppWriter& out) {
    const bool is_function = block.kind == BlockKind::Function;
    out.line(head_of(loop, block) + " {");
    for (const auto& argument : block.arguments) {
        out.line("rv_wide::values " + cpp_name(argument.name) + " = rv_widened(given_" + argument.name + ");");
    }
    if (is_function) out.line("rv_wide::values " + cpp_name(block.name) + " = rv_wide::values{};");
    WideBody(plan, prefix_of(loop), out).statements(block.body);
    out.line(is_function ? "return " + cpp_name(block.name) + ";" : "return rv_wide::values{};");
    out.line("}");
    out.blank();
}

std::vector<const Symbol*> used_symbols(const Plan& plan, const Loop& loop) {
    std::vector<const Symbol*> used;
    for (const auto& symbol : plan.program->symbols) {
        if (loop.flow.uses(symbol.name) && symbol.storage != Storage::Constant) used.push_back(&symbol);
    }
    return used;
}

bool is_of_lane(const Symbol& symbol) {
    return symbol.storage == Storage::Field || is_place(symbol);
}

void print_load(const Plan& plan, const Symbol& symbol, CppWriter& out) {
    const auto name = "rv." + cpp_name(symbol.name);
    const auto column = std::to_string(plan.column_of(symbol.name));
    if (is_wide(symbol)) {
        out.line(name + " = {in->field + " + column + ", rv_done};");
    } else if (symbol.storage == Storage::Field) {
        out.line(name + " = *reinterpret_cast<const rv_eight::values*>(in->field[" + column + "] + rv_done);");
    } else if (is_place(symbol)) {
        out.line("for (int rv_l = 0; rv_l < RV_LANES; ++rv_l) " + name + "[rv_l] = in->" + symbol.name +
                 "[in->node ? in->node[rv_done + rv_l] : in->first_node + rv_done + rv_l];");
    } else if (symbol.storage == Storage::Global) {
        out.line(name + " = in->global[" + std::to_string(plan.global_of(symbol.name)) + "];");
    } else {
        out.line(name + " = in->" + symbol.name + ";");
    }
}

}  // namespace

bool fits_wide_lanes(const Plan& plan, const Loop& loop, const InstanceAccess& access) {
    const auto& program = *plan.program;
    if (access.is_sequential() || !plan.tables.empty() || !heat(loop.kernel).empty()) return false;
    if (is_of_variable_steps(loop.kernel)) return false;
    const bool has_wide = std::ranges::any_of(
        program.symbols, [&](const Symbol& symbol) { return is_wide(symbol) && loop.flow.uses(symbol.name); });
    if (!has_wide) return false;
    const bool all_fit = std::ranges::all_of(program.symbols, [&](const Symbol& symbol) {
        return !loop.flow.uses(symbol.name) || fits(plan, symbol, loop.flow);
    });
    Check check(program);
    return all_fit && check.statements(loop.block->body) && check.goes_through_arrays();
}

void print_wide_functions(const Plan& plan, const Loop& loop, CppWriter& out) {
    out.line("struct " + prefix_of(loop) + "lanes {");
    for (const auto* symbol : used_symbols(plan, loop)) {
        const char* type = is_wide(*symbol) ? "rv_wide_array " : is_of_lane(*symbol) ? "rv_wide::values " : "double ";
        out.line(type + cpp_name(symbol->name) + ";");
    }
    out.line("};");
    std::vector<const Block*> blocks;
    for (const auto& block : plan.program->blocks) {
        if (loop.flow.calls.contains(block.name)) blocks.push_back(&block);
    }
    for (const auto* block : blocks) out.line(head_of(loop, *block) + ";");
    for (const auto* block : blocks) print_function(plan, loop, *block, out);
}

void print_wide_loop(const Plan& plan, const Loop& loop, CppWriter& out) {
    out.line("int32_t rv_done = 0;");
    out.line("for (; rv_done + RV_LANES <= count; rv_done += RV_LANES) {");
    out.line(prefix_of(loop) + "lanes rv;");
    out.line("const rv_wide::mask rv_mask = rv_truth(true);");
    for (const auto* symbol : used_symbols(plan, loop)) print_load(plan, *symbol, out);
    WideBody(plan, prefix_of(loop), out).statements(loop.block->body);
    for (const auto* symbol : used_symbols(plan, loop)) {
        if (!loop.flow.writes.contains(symbol->name) || is_wide(*symbol)) continue;
        out.line("*reinterpret_cast<rv_eight::values*>(in->field[" + std::to_string(plan.column_of(symbol->name)) +
                 "] + rv_done) = rv." + cpp_name(symbol->name) + ";");
    }
    out.line("}");
}

}  // namespace ranvier::nmodl
