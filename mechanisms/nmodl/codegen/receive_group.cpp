#include "mechanisms/nmodl/codegen/receive_group.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/data_flow.hpp"
#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"

namespace ranvier::nmodl {
namespace {

/// The value of an expression if `flag` is 0, where only numbers and the flag decide it.
std::optional<double> value_without_flag(const Expression& e, const std::string& flag) {
    if (e.kind == ExpressionKind::Number) return e.value();
    if (e.kind == ExpressionKind::Name && e.text == flag) return 0.;
    if (e.kind == ExpressionKind::Unary) {
        const auto x = value_without_flag(*e.operands[0], flag);
        if (!x) return std::nullopt;
        return e.text == "!" ? static_cast<double>(*x == 0) : -*x;
    }
    if (e.kind != ExpressionKind::Binary) return std::nullopt;
    const auto a = value_without_flag(*e.operands[0], flag), b = value_without_flag(*e.operands[1], flag);
    if (e.text == "&&" && ((a && *a == 0) || (b && *b == 0))) return 0.;
    if (e.text == "||" && ((a && *a != 0) || (b && *b != 0))) return 1.;
    if (!a || !b) return std::nullopt;
    if (e.text == "==") return *a == *b;
    if (e.text == "!=") return *a != *b;
    if (e.text == "<") return *a < *b;
    if (e.text == ">") return *a > *b;
    if (e.text == "<=") return *a <= *b;
    if (e.text == ">=") return *a >= *b;
    if (e.text == "&&") return *a != 0 && *b != 0;
    if (e.text == "||") return *a != 0 || *b != 0;
    return std::nullopt;
}

Statements without_branches_of_flag(const Statements& statements, const std::string& flag) {
    Statements kept;
    for (const auto& statement : statements) {
        const auto decided = statement->kind == StatementKind::If ? value_without_flag(*statement->value[0], flag)
                                                                  : std::optional<double>();
        if (decided) {
            auto block = make_statement(StatementKind::Block, statement->where);
            block->body = without_branches_of_flag(*decided != 0 ? statement->body : statement->otherwise, flag);
            if (!block->body.empty()) kept.push_back(std::move(block));
            continue;
        }
        auto copy = clone(*statement);
        copy->body = without_branches_of_flag(statement->body, flag);
        copy->otherwise = without_branches_of_flag(statement->otherwise, flag);
        kept.push_back(std::move(copy));
    }
    return kept;
}

bool is_assigned(const Statements& statements, const std::string& name) {
    bool found = false;
    for_each_statement(statements, [&](const Statement& s) {
        found |= s.kind == StatementKind::Assign && s.value[0]->text == name;
        for (const auto& declared : s.declared) found |= declared.name == name;
    });
    return found;
}

}  // namespace

// WATCH statements are numbered by their place in the whole block.
bool receives_groups(const Plan& plan) {
    return plan.net_receive && plan.watches.empty();
}

Statements body_for_spikes(const Block& net_receive) {
    const std::string& flag = net_receive.arguments.back().name;
    if (is_assigned(net_receive.body, flag)) return clone(net_receive.body);
    return without_branches_of_flag(net_receive.body, flag);
}

void print_receive_group(const Plan& plan, CppWriter& out) {
    const Block& block = *plan.net_receive;
    const Statements spike = body_for_spikes(block);
    const auto flow = data_flow(*plan.program, spike);
    InstanceAccess access(plan, flow, false);
    access.set_stores_voltage();
    const std::string flag = cpp_name(block.arguments.back().name);
    const auto stride = std::to_string(plan.weights.size());
    out.line("static RV_ALWAYS_INLINE int receive_spike(rv_instances* in, int32_t i, double* rv_given) {");
    out.line("using At = rv_indexed;");
    access.print_declarations(out);
    access.print_loads(out);
    out.line("rv.rv_weight = rv_given;");
    out.line("RV_UNUSED double " + flag + " = 0.0;");
    CppBody body(plan, out);
    body.set_weights(plan.weights);
    body.statements(spike);
    access.print_stores(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
    out.line(
        "int net_receive_group(rv_instances* in, int32_t rv_count, const uint32_t* rv_receivers, uint32_t rv_first, "
        "double* rv_weights) {");
    out.line("for (int32_t rv_k = 0; rv_k < rv_count; ++rv_k) {");
    out.line("if (rv_k + RV_RECEIVE_AHEAD < rv_count) {");
    out.line("RV_UNUSED const uint32_t rv_ahead = rv_receivers[rv_k + RV_RECEIVE_AHEAD] - rv_first;");
    access.print_prefetches("rv_ahead", out);
    out.line("}");
    out.line("if (rv_receivers[rv_k] == 0xffffffffu) continue;");
    out.line("const int32_t rv_i = (int32_t)(rv_receivers[rv_k] - rv_first);");
    out.line("if (receive_spike(in, rv_i, rv_weights + (size_t)rv_k * " + stride + ") != 0) return rv_k + 1;");
    out.line("}");
    out.line("return 0;");
    out.line("}");
    out.blank();
}

}  // namespace ranvier::nmodl
