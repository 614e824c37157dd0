#include <algorithm>
#include <iterator>
#include <set>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/loop.hpp"
#include "mechanisms/nmodl/codegen/neuron_threads.hpp"
#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/receive_group.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

/// Begins a function for instance i: `head` includes the argument list; the loads follow.
void print_start(const InstanceAccess& access, const std::string& head, CppWriter& out) {
    out.line(head + " {");
    out.line("using At = rv_indexed;");
    access.print_declarations(out);
    access.print_loads(out);
}

void print_net_receive(const Plan& plan, CppWriter& out) {
    const auto& block = *plan.net_receive;
    const auto flow = data_flow(*plan.program, block);
    InstanceAccess access(plan, flow, false);
    access.set_stores_voltage();
    const auto flag = cpp_name(block.arguments.back().name);
    print_start(access, "int net_receive(rv_instances* in, int32_t i, double* rv_given, double " + flag + ")", out);
    out.line("rv.rv_weight = rv_given;");
    out.line("(void)" + flag + ";");
    if (!plan.watches.empty()) out.line("int32_t rv_first_watch = 1;");
    CppBody body(plan, out);
    if (!plan.weights.empty()) {
        out.line("RV_UNUSED double rv_none[" + std::to_string(plan.weights.size()) + "] = {};");
        body.set_weights(plan.weights, "rv_arguments(in, i, rv_given, rv_none)");
    }
    body.statements(block.body);
    access.print_stores(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
    if (plan.net_initial.empty()) return;
    body.set_weights(plan.weights);
    const auto initial_flow = data_flow(*plan.program, plan.net_initial.front()->body);
    const InstanceAccess initial(plan, initial_flow, false);
    print_start(initial, "int net_initialize(rv_instances* in, int32_t i, double* rv_given)", out);
    out.line("rv.rv_weight = rv_given;");
    for (const auto& statement : block.body) {
        if (statement->kind == StatementKind::Local) {
            Statements locals;
            locals.push_back(clone(*statement));
            body.statements(locals);
        }
    }
    body.statements(plan.net_initial.front()->body);
    initial.print_stores(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
}

void print_watch(const Plan& plan, CppWriter& out) {
    Statements conditions;
    for (const auto* watch : plan.watches) {
        auto call = make_statement(StatementKind::Call, watch->where);
        call->value.push_back(make_binary("-", clone(*watch->value[0]), clone(*watch->value[1])));
        conditions.push_back(std::move(call));
    }
    const auto flow = data_flow(*plan.program, conditions);
    const InstanceAccess access(plan, flow, false);
    out.line("double watch(rv_instances* in, int32_t i, int32_t rv_which) {");
    out.line("using At = rv_indexed;");
    access.print_declarations(out);
    access.print_loads(out);
    const CppBody body(plan, out);
    for (std::size_t k = 0; k < plan.watches.size(); ++k) {
        const auto& watch = *plan.watches[k];
        const auto difference =
            "(" + body.expression(*watch.value[0]) + ") - (" + body.expression(*watch.value[1]) + ")";
        out.line("if (rv_which == " + std::to_string(k) + ") return " +
                 (watch.op == "<" ? "-(" + difference + ")" : difference) + ";");
    }
    out.line("return -1.0;");
    out.line("}");
    out.blank();
}

bool needs_instance(const Plan& plan, const DataFlow& flow) {
    for (const auto& symbol : plan.program->symbols) {
        if (!flow.uses(symbol.name)) continue;
        const auto& name = symbol.name;
        if (symbol.storage == Storage::Built && (name == "v" || name == "area" || name == "diam")) return true;
        if (symbol.storage == Storage::Ion || symbol.storage == Storage::Pointer) return true;
        if (symbol.storage == Storage::Random || symbol.storage == Storage::History || plan.column_of(name) >= 0)
            return true;
    }
    return false;
}

void print_callable(const Plan& plan, const Block& block, CppWriter& out) {
    const auto flow = data_flow(*plan.program, block);
    const InstanceAccess access(plan, flow, false);
    const auto count = std::to_string(block.arguments.size());
    out.line("RV_COLD int call_" + block.name +
             "(const rv_instances* in, int32_t i, const double* rv_arguments, int32_t rv_count, double* rv_result) {");
    out.line("using At = rv_indexed;");
    out.line("(void)rv_arguments;");
    out.line("if (rv_count < " + count + ") {");
    out.line("in->services->fail(in, i, \"" + block.name + " of " + plan.program->neuron.name + " takes " + count +
             " arguments\");");
    out.line("return 1;");
    out.line("}");
    if (needs_instance(plan, flow)) {
        out.line("if (i < 0) {");
        out.line("in->services->fail(in, i, \"" + block.name + " of " + plan.program->neuron.name +
                 " uses variables of an instance; choose one with setdata_" + plan.program->neuron.name + "\");");
        out.line("return 1;");
        out.line("}");
    }
    access.print_declarations(out);
    access.print_loads(out);
    if (!plan.tables.empty() && flow.uses("usetable")) out.line("if (!rv_tables) rv.usetable = 0.0;");
    std::string arguments;
    for (std::size_t k = 0; k < block.arguments.size(); ++k) arguments += ", rv_arguments[" + std::to_string(k) + "]";
    const bool is_function = block.kind != BlockKind::Procedure;
    out.line("const double rv_value = fn_" + block.name + "(rv" + arguments + ");");
    out.line(is_function ? "*rv_result = rv_value;" : "(void)rv_value;");
    if (!is_function) out.line("*rv_result = 1.0;");
    access.print_stores(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
}

void print_diffusions(const Plan& plan, const DataFlow& flow, CppWriter& out) {
    const auto& all = plan.program->diffusions;
    const InstanceAccess access(plan, flow, true);
    out.line("int diffusions(rv_instances* in, double* rv_values) {");
    out.line("using At = rv_indexed;");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
    print_for(access, out);
    access.print_loads(out);
    const CppBody body(plan, out);
    int column = 0;
    for (const auto& diffusion : all) {
        for (const auto* part : {&diffusion.volume, &diffusion.conductance}) {
            out.line("rv_values[" + std::to_string(column++) + " * (int64_t)count + i] = " + body.expression(**part) +
                     ";");
        }
    }
    out.line("}");
    out.line("return 0;");
    out.line("}");
    out.blank();
}

/// The volumes and conductances of all diffusing states.
Statements expressions_of(const Program& program) {
    Statements expressions;
    for (const auto& diffusion : program.diffusions) {
        for (const auto* part : {&diffusion.volume, &diffusion.conductance}) {
            auto call = make_statement(StatementKind::Call, {});
            call->value.push_back(clone(**part));
            expressions.push_back(std::move(call));
        }
    }
    return expressions;
}

void print_diffusion(const Plan& plan, CppWriter& out) {
    const auto& all = plan.program->diffusions;
    const auto flow = data_flow(*plan.program, expressions_of(*plan.program));
    const InstanceAccess access(plan, flow, false);
    print_start(access, "int diffusion(rv_instances* in, int32_t i, int32_t rv_which, rv_diffusing* rv_out)", out);
    const CppBody body(plan, out);
    for (std::size_t k = 0; k < all.size(); ++k) {
        out.line("if (rv_which == " + std::to_string(k) + ") {");
        out.line("rv_out->state = " + address_of(plan, *all[k].state) + ";");
        out.line("rv_out->conductance = " + body.expression(*all[k].conductance) + ";");
        out.line("rv_out->volume = " + body.expression(*all[k].volume) + ";");
        out.line("}");
    }
    out.line("return 0;");
    out.line("}");
    out.blank();
    if (diffuses_together(plan)) print_diffusions(plan, flow, out);
}

/// The statements of INITIAL that compute the GLOBALs among `names`; empty if INITIAL assigns none of them. A mechanism
/// that NEURON runs on one thread builds its tables when INITIAL first uses them, so the tables see these GLOBALs.
Statements first_in_initial(const Plan& plan, std::set<std::string> names) {
    Statements found;
    if (!is_one_threaded_in_neuron(*plan.program)) return found;
    std::erase_if(names, [&](const std::string& name) {
        const auto* symbol = plan.program->symbol(name);
        return !symbol || symbol->storage != Storage::Global;
    });
    bool assigns = false;
    for (const auto& kernel : plan.kernels) {
        if (kernel.name != "initialize" || !kernel.block) continue;
        const auto& body = kernel.block->body;
        for (auto statement = body.rbegin(); statement != body.rend(); ++statement) {
            Statements one;
            one.push_back(clone(**statement));
            const auto flow = data_flow(*plan.program, one);
            const bool is_local = (*statement)->kind == StatementKind::Local;
            const bool is_wanted = std::any_of(flow.writes.begin(), flow.writes.end(),
                                               [&](const std::string& name) { return names.contains(name); });
            if (!is_local && (!is_wanted || flow.has_effects)) continue;
            assigns = assigns || is_wanted;
            names.insert(flow.reads.begin(), flow.reads.end());
            found.insert(found.begin(), std::move(one.front()));
        }
    }
    return assigns ? std::move(found) : Statements{};
}

void print_make_tables(const Plan& plan, CppWriter& out) {
    DataFlow flow;
    for (const auto* block : plan.tables) {
        auto one = data_flow(*plan.program, block->body);
        const auto& table = *table_of(*block);
        one.reads.insert("usetable");
        one.reads.insert(table.depends.begin(), table.depends.end());
        std::copy_if(table.names.begin(), table.names.end(), std::inserter(one.reads, one.reads.end()),
                     [&](const std::string& name) { return plan.program->symbol(name) && !one.sets.contains(name); });
        for (const auto& value : table.value) {
            for_each(*value, [&](const Expression& e) {
                if (e.kind == ExpressionKind::Name && plan.program->symbol(e.text)) one.reads.insert(e.text);
            });
        }
        flow.reads.insert(one.reads.begin(), one.reads.end());
        flow.writes.insert(one.writes.begin(), one.writes.end());
    }
    out.line("RV_COLD int make_tables(rv_instances* in, void** rv_made) {");
    out.line("if (!*rv_made) *rv_made = new Tables;");
    if (!plan.tables_vary) {
        // The first instance builds the tables for all. As in NEURON, its v and its ions' variables are still 0 then,
        // and other assignments by the tabulated functions persist: published models assign a GLOBAL tadj only there.
        std::vector<std::string> still_zero;
        for (const auto& symbol : plan.program->symbols) {
            const bool is_later = symbol.storage == Storage::Ion || symbol.name == "v";
            if (is_later && flow.reads.erase(symbol.name) > 0) still_zero.push_back(symbol.name);
        }
        const auto before = first_in_initial(plan, flow.reads);
        const auto before_flow = data_flow(*plan.program, before);
        DataFlow loaded = flow;
        loaded.reads.insert(before_flow.reads.begin(), before_flow.reads.end());
        loaded.writes.insert(before_flow.writes.begin(), before_flow.writes.end());
        const InstanceAccess access(plan, loaded, false);
        out.line("using At = rv_indexed;");
        out.line("in->tables = *rv_made;");
        out.line("const int32_t i = 0;");
        access.print_declarations(out);
        access.print_loads(out);
        for (const auto& name : still_zero) out.line("rv." + cpp_name(name) + " = 0.0;");
        if (!before.empty()) {
            out.line("const double rv_usetable = rv.usetable;");
            out.line("rv.usetable = 0.0;");
            CppBody(plan, out).statements(before);
            out.line("rv.usetable = rv_usetable;");
        }
        for (const auto* block : plan.tables) out.line("build_" + block->name + "(rv, *rv_tables);");
        // If NEURON builds tables in the first call, that call assigns the tabulated variables.
        if (is_one_threaded_in_neuron(*plan.program)) {
            for (const auto* block : plan.tables) {
                for (const auto& name : table_of(*block)->names) flow.writes.erase(name);
            }
        }
        for (const auto& column : plan.columns) {
            if (column.symbol->length > 0 || !flow.writes.contains(column.symbol->name)) continue;
            const auto place = "in->field[" + std::to_string(column.first) + "][i]";
            out.line("if (in->count > 0) " + place + " = rv." + cpp_name(column.symbol->name) + ";");
        }
        for (const auto& global : plan.globals) {
            if (global.symbol->length > 0 || !flow.writes.contains(global.symbol->name)) continue;
            out.line("in->global[" + std::to_string(global.first) + "] = rv." + cpp_name(global.symbol->name) + ";");
        }
    }
    out.line("return 0;");
    out.line("}");
    out.blank();
    out.line("void free_tables(void* made) {");
    out.line("delete static_cast<Tables*>(made);");
    out.line("}");
    out.blank();
}

}  // namespace

std::string address_of(const Plan& plan, const Expression& state) {
    const auto* ion = plan.ion_access(state.text);
    if (ion) {
        const auto columns = "in->ion[" + std::to_string(ion->ion) + "]";
        return "&" + columns + "." + ion->column + "[" + columns + ".index ? " + columns + ".index[i] : " + columns +
               ".first + i]";
    }
    const int element = state.kind == ExpressionKind::Index ? static_cast<int>(state.operands[0]->value()) : 0;
    return "&in->field[" + std::to_string(plan.column_of(state.text) + element) + "][i]";
}

bool diffuses_together(const Plan& plan) {
    const auto& program = *plan.program;
    const auto flow = data_flow(program, expressions_of(program));
    const bool may_fail = std::ranges::any_of(flow.calls, [&](const std::string& name) {
        const auto* block = program.block(name);
        const auto* known = known_function(name);
        return block ? can_fail(program, *block) : !known || !known->is_pure;
    });
    const bool follows_a_state = std::ranges::any_of(
        program.diffusions, [&](const auto& diffusion) { return flow.reads.contains(diffusion.state->text); });
    return !program.diffusions.empty() && flow.writes.empty() && !flow.has_effects && !may_fail && !follows_a_state &&
           !plan.tables_vary &&
           std::ranges::none_of(plan.pointers, [&](const Symbol* pointer) { return flow.uses(pointer->name); });
}

void print_single_calls(const Plan& plan, CppWriter& out) {
    if (plan.net_receive) print_net_receive(plan, out);
    if (receives_groups(plan)) print_receive_group(plan, out);
    if (!plan.watches.empty()) print_watch(plan, out);
    for (const auto* block : plan.functions) print_callable(plan, *block, out);
    if (!plan.tables.empty()) print_make_tables(plan, out);
    if (!plan.program->diffusions.empty()) print_diffusion(plan, out);
}

}  // namespace ranvier::nmodl
