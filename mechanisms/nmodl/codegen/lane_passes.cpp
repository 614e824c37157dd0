#include "mechanisms/nmodl/codegen/lane_passes.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"

namespace ranvier::nmodl {
namespace {

/// The name of the array for a call's second argument.
std::string second(const StraightCode::Definition& call) {
    return call.name + " second";
}

}  // namespace

LanePasses::LanePasses(const Plan& plan, StraightCode& code, const std::vector<std::string>& keep, std::string array,
                       std::string lane, std::string lanes, CppWriter& out)
    : plan_(plan),
      code_(code),
      array_(std::move(array)),
      lane_(std::move(lane)),
      lanes_(std::move(lanes)),
      out_(out),
      passes_(cut_passes(*plan.program, code, keep, plan.math == Math::libm ? Calls::BetweenLoops : Calls::InLoops)) {
    for (const auto& pass : passes_) {
        for (const auto& name : pass.handed) number_.emplace(name, number_.size());
        for (const auto* call : pass.calls) {
            number_.emplace(call->name, number_.size());
            if (second_varies(*call)) number_.emplace(second(*call), number_.size());
        }
    }
}

LanePasses::LanePasses(const Plan& plan, StraightCode& code, CppWriter& out) : plan_(plan), code_(code), out_(out) {
    passes_.emplace_back();
    for (const auto& definition : code.definitions) passes_.front().definitions.push_back(&definition);
}

void LanePasses::print_arrays(const std::string& length) const {
    if (number_.empty()) return;
    out_.line("alignas(64) double " + array_ + "[" + std::to_string(number_.size()) + "][" + length + "];");
}

std::string LanePasses::between(const std::string& name) const {
    return array_ + "[" + std::to_string(number_.at(name)) + "]";
}

/// Whether a call has a second argument that differs between instances.
bool LanePasses::second_varies(const StraightCode::Definition& call) const {
    if (call.value->operands.size() < 2) return false;
    const auto& e = *call.value->operands[1];
    if (e.kind == ExpressionKind::Number) return false;
    return e.kind != ExpressionKind::Name ||
           std::ranges::none_of(code_.invariants, [&](const auto& invariant) { return invariant.name == e.text; });
}

/// Prints a call that replaces the arguments in all lanes by the function's values.
void LanePasses::print_call(const StraightCode::Definition& call) const {
    const auto& e = *call.value;
    if (e.text == "exp") return out_.line("rv_libm_exp_lanes(" + between(call.name) + ", " + lanes_ + ");");
    const auto function = e.text == "^" ? "pow" : e.text == "%" ? "fmod" : e.text;
    std::string more;
    if (second_varies(call)) {
        more = between(second(call)) + ", ";
    } else if (e.operands.size() > 1) {
        more = CppBody(plan_, out_).expression(*e.operands[1]) + ", ";
    }
    if (function == "pow") return out_.line("rv_libm_pow_lanes(" + between(call.name) + ", " + more + lanes_ + ");");
    out_.line("rv_lanes_of<" + libm_function(function) + ">(" + between(call.name) + ", " + more + lanes_ + ");");
}

void LanePasses::print_calls(const LoopPass& pass) const {
    for (const auto* call : pass.calls) print_call(*call);
}

void LanePasses::print_definitions(const LoopPass& pass) const {
    const CppBody body(plan_, out_);
    const auto at = "[" + lane_ + "]";
    for (const auto& name : pass.taken) out_.line("const double " + cpp_name(name) + " = " + between(name) + at + ";");
    for (const auto* definition : pass.definitions) {
        out_.line("const double " + cpp_name(definition->name) + " = " + body.expression(*definition->value) + ";");
    }
    for (const auto& name : pass.handed) out_.line(between(name) + at + " = " + cpp_name(name) + ";");
    for (const auto* call : pass.calls) {
        const auto& operands = call->value->operands;
        out_.line(between(call->name) + at + " = " + body.expression(*operands[0]) + ";");
        if (second_varies(*call)) {
            out_.line(between(second(*call)) + at + " = " + body.expression(*operands[1]) + ";");
        }
    }
}

}  // namespace ranvier::nmodl
