#include "mechanisms/nmodl/codegen/repeated_values.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_parameters = 4, most_values = 8;

/// The PARAMETERs that no kernel assigns in a step, so that they keep their values.
std::set<std::string> lasting_parameters(const Plan& plan) {
    std::set<std::string> names;
    for (const auto& symbol : plan.program->symbols) {
        const bool is_scalar = symbol.storage == Storage::Field && symbol.length == 0;
        if (!is_scalar || symbol.role != Role::Parameter || plan.current_flow.writes.contains(symbol.name)) continue;
        const bool is_assigned = std::ranges::any_of(plan.kernels, [&](const Kernel& kernel) {
            return heat(kernel.name).empty() && kernel.flow.writes.contains(symbol.name);
        });
        if (!is_assigned) names.insert(symbol.name);
    }
    return names;
}

/// Divides straight code into what depends on parameters only, and the rest.
class Divider {
  public:
    Divider(const Plan& plan, const Loop& loop, StraightCode& code)
        : plan_(plan), loop_(loop), code_(code), parameters_(lasting_parameters(plan)) {
        for (const auto& invariant : code.invariants) known_.insert(invariant.name);
    }

    void run() {
        for (const auto& definition : code_.definitions) {
            auto value = clone(*definition.value);
            if (is_repeated(*value)) {
                known_.insert(definition.name);
                repeated.push_back({definition.name, std::move(value)});
            } else {
                take_out(value);
                rest.push_back({definition.name, std::move(value)});
            }
        }
        for (const auto& definition : rest) note_uses(*definition.value);
        for (const auto& result : code_.results) note_uses(*result.second);
        for (const auto& output : code_.outputs) note_uses(*output);
        for (const auto& failure : code_.failures) note_uses(*failure.value);
    }

    bool is_worth_it() const {
        const auto costs = [](const StraightCode::Definition& each) {
            bool found = false;
            for_each(std::as_const(*each.value), [&](const Expression& e) { found |= is_costly(e, Calls::InLoops); });
            return found;
        };
        return std::ranges::any_of(repeated, costs) && !used_parameters.empty() && !used_values.empty() &&
               used_parameters.size() <= most_parameters && used_values.size() <= most_values;
    }

    std::vector<StraightCode::Definition> repeated, rest;
    std::set<std::string> used_parameters, used_values;

  private:
    bool is_repeated(const Expression& e) {
        if (e.kind == ExpressionKind::Name) return is_repeated_name(e.text);
        if (e.kind == ExpressionKind::String || e.kind == ExpressionKind::Index) return false;
        if (e.kind == ExpressionKind::Call) {
            const auto* function = known_function(e.text);
            if (!function || !function->is_pure) return false;
        }
        return std::ranges::all_of(e.operands, [&](const auto& operand) { return is_repeated(*operand); });
    }

    bool is_repeated_name(const std::string& name) const {
        const auto* symbol = plan_.program->symbol(name);
        if (!symbol) return known_.contains(name);
        if (symbol->length > 0 || name == "usetable") return false;
        switch (symbol->storage) {
            case Storage::Field:
                return parameters_.contains(name);
            case Storage::Global:
                return !loop_.flow.writes.contains(name);
            case Storage::Built:
                return name != "v" && name != "diam" && name != "area";
            default:
                return symbol->storage == Storage::Constant;
        }
    }

    /// Gives each largest expression that is repeated a name.
    void take_out(ExpressionPtr& e) {
        const bool is_atom = e->kind == ExpressionKind::Number || e->kind == ExpressionKind::Name;
        if (is_atom) return;
        if (!is_repeated(*e) || !has_name(*e)) {
            for (auto& operand : e->operands) take_out(operand);
            return;
        }
        const auto text = to_nmodl(*e);
        auto known = names_.find(text);
        if (known == names_.end()) {
            known = names_.emplace(text, code_.new_name(*plan_.program, "repeated")).first;
            known_.insert(known->second);
            repeated.push_back({known->second, std::move(e)});
        }
        e = make_name(known->second);
    }

    static bool has_name(const Expression& e) {
        bool found = false;
        for_each(e, [&](const Expression& part) { found |= part.kind == ExpressionKind::Name; });
        return found;
    }

    void note_uses(const Expression& e) {
        for_each(e, [&](const Expression& part) {
            if (part.kind != ExpressionKind::Name) return;
            const bool is_value =
                std::ranges::any_of(repeated, [&](const auto& each) { return each.name == part.text; });
            if (is_value && used_values.insert(part.text).second) note_parameters(part.text);
        });
    }

    /// Those on which a value depends.
    void note_parameters(const std::string& value) {
        const auto at = std::ranges::find(repeated, value, &StraightCode::Definition::name);
        if (at == repeated.end()) return;
        for_each(std::as_const(*at->value), [&](const Expression& part) {
            if (part.kind != ExpressionKind::Name) return;
            if (parameters_.contains(part.text)) used_parameters.insert(part.text);
            note_parameters(part.text);
        });
    }

    const Plan& plan_;
    const Loop& loop_;
    StraightCode& code_;
    const std::set<std::string> parameters_;
    std::set<std::string> known_;               // invariants and repeated definitions
    std::map<std::string, std::string> names_;  // of what was taken out, by its text
};

std::string array_of(std::size_t k) {
    return "rv_repeated[" + std::to_string(k) + "]";
}

}  // namespace

std::optional<RepeatedValues> RepeatedValues::take(const Plan& plan, const Loop& loop, StraightCode& code) {
    if (loop.kernel != "advance" || code.iteration) return std::nullopt;
    Divider divider(plan, loop, code);
    divider.run();
    if (!divider.is_worth_it()) return std::nullopt;
    RepeatedValues taken;
    taken.code_.definitions = std::move(divider.repeated);
    for (const auto& name : divider.used_values) taken.code_.outputs.push_back(make_name(name));
    taken.parameters_.assign(divider.used_parameters.begin(), divider.used_parameters.end());
    taken.values_.assign(divider.used_values.begin(), divider.used_values.end());
    code.definitions = std::move(divider.rest);
    return taken;
}

PassPrinter::Given RepeatedValues::given() const {
    PassPrinter::Given given;
    for (std::size_t k = 0; k < values_.size(); ++k) given.emplace_back(values_[k], array_of(k));
    return given;
}

void RepeatedValues::print_declarations(CppWriter& out) const {
    const auto values = std::to_string(values_.size());
    out.line("rv_repeated_values<" + std::to_string(parameters_.size()) + ", " + values + "> rv_known(count);");
    out.line("alignas(64) double rv_repeated[" + values + "][RV_CHUNK];");
}

void RepeatedValues::print(const Plan& plan, const InstanceAccess& access, CppWriter& out) {
    const PassPrinter passes(plan, access, code_, values_, true, out, "rv_between_repeated");
    passes.print_arrays();
    std::string columns;
    for (const auto& name : parameters_) columns += (columns.empty() ? "" : ", ") + column_of_chunk(name);
    out.line("const double* const rv_parameters[] = {" + columns + "};");
    out.line("if (!rv_known.look_up(rv_parameters, rv_lanes, rv_repeated)) {");
    passes.print([&] {
        for (std::size_t k = 0; k < values_.size(); ++k) out.line(array_of(k) + "[i] = " + cpp_name(values_[k]) + ";");
    });
    out.line("rv_known.note(rv_parameters, rv_lanes, rv_repeated);");
    out.line("}");
}

void RepeatedValues::give_back(StraightCode& code) {
    auto all = std::move(code_.definitions);
    std::ranges::move(code.definitions, std::back_inserter(all));
    code.definitions = std::move(all);
}

}  // namespace ranvier::nmodl
