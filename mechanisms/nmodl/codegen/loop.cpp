#include "mechanisms/nmodl/codegen/loop.hpp"

#include <set>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"

namespace ranvier::nmodl {
namespace {

std::string ion_count(const Plan& plan) {
    return std::to_string(plan.program->neuron.ions.size());
}

}  // namespace

std::string heat(const std::string& kernel) {
    static const std::set<std::string> cold = {"construct", "destruct", "before_initial", "initialize",
                                               "after_initial"};
    return cold.contains(kernel) ? "RV_COLD " : "";
}

bool is_of_variable_steps(const std::string& kernel) {
    static const std::set<std::string> all = {"derivatives", "solve_derivatives", "concentrations"};
    return all.contains(kernel);
}

std::vector<Loop> loops_of(const Plan& plan, const std::string& kernel, const Block& block, const DataFlow& flow) {
    const bool has_choice =
        !plan.tables.empty() && flow.reads.contains("usetable") && !flow.writes.contains("usetable");
    if (!has_choice) return {{kernel, kernel, &block, flow, TableUse::Either}};
    std::vector<Loop> loops;
    for (const auto tables : {TableUse::Never, TableUse::Always}) {
        if (plan.only_looks_up && tables == TableUse::Never) continue;
        const auto name = kernel + (tables == TableUse::Always ? "_by_table" : "");
        auto own = plan.tables_vary ? flow : data_flow(*plan.program, block, tables);
        own.reads.insert("usetable");
        loops.push_back({kernel, name, &block, std::move(own), tables});
    }
    return loops;
}

std::string call_of(const Plan& plan, const InstanceAccess& access, const Loop& loop) {
    bool has_places = access.uses_node();
    for (int k = 0; k < static_cast<int>(plan.program->neuron.ions.size()); ++k) has_places |= access.uses_ion(k);
    const auto call = [&](const std::string& at) {
        const auto few = "in->count < RV_FEW ? loop_" + loop.name + "_of_few(in) : ";
        return (loop.has_few ? few : "") + "loop_" + loop.name + (access.in_chunks() ? "" : "<" + at + ">") + "(in)";
    };
    // Compiled once, for any compartments: a second version would cost more compile time than it saves run time.
    if (is_of_variable_steps(loop.kernel) || !heat(loop.kernel).empty()) return call("rv_indexed");
    if (!has_places || access.in_chunks()) return call("rv_range");
    return "rv_all_contiguous(in, " + ion_count(plan) + ") ? " + call("rv_range") + " : " + call("rv_indexed");
}

void print_entry(const Plan& plan, const std::string& name, const std::vector<std::string>& calls, CppWriter& out) {
    out.line(heat(name) + "int " + name + "(rv_instances* in) {");
    if (calls.size() > 1) {
        const auto usetable = std::to_string(plan.global_of("usetable"));
        out.line("if (in->global[" + usetable + "] && in->tables) return " + calls.back() + ";");
    }
    out.line("return " + calls.front() + ";");
    out.line("}");
    out.blank();
}

void print_template(const InstanceAccess& access, CppWriter& out) {
    if (!access.in_chunks()) out.line("template <class At>");
}

void print_loop_start(const InstanceAccess& access, const Loop& loop, CppWriter& out) {
    print_template(access, out);
    out.line(heat(loop.kernel) + "int loop_" + loop.name + "(rv_instances* in) {");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
}

void print_tables_used(const Plan& plan, const StraightCode& code, CppWriter& out) {
    std::set<std::string> used;
    for (const auto& definition : code.definitions) {
        for_each(std::as_const(*definition.value), [&](const Expression& e) { used.insert(e.text); });
    }
    const auto print = [&](const std::string& type, const std::string& name, const std::string& member) {
        if (used.contains(name)) out.line("const " + type + name + " = rv_tables->" + member + ";");
    };
    for (const auto* block : plan.tables) {
        for (const char* part : {"from", "scale"}) {
            print("double ", std::string("rv_table_") + part + "_" + block->name, block->name + "_" + part);
        }
        // Without restrict the compiler assumes that stores change the table, and does not gather from the table.
        const auto print_values = [&](const std::string& name) {
            print("double* __restrict const ", "rv_table_" + block->name + "_" + name, block->name + "_" + name);
        };
        for (const auto& name : table_names(*block)) {
            const auto* symbol = plan.program->symbol(name);
            if (!symbol || symbol->length == 0) print_values(name);
            for (int k = 0; symbol && k < symbol->length; ++k) print_values(std::to_string(k) + "_" + name);
        }
    }
}

void print_for(const InstanceAccess& access, CppWriter& out, const std::string& first) {
    if (!access.is_sequential()) out.line("#pragma GCC ivdep");
    out.line("for (int32_t i = " + first + "; i < " + (access.in_chunks() ? "rv_lanes" : "count") + "; ++i) {");
}

std::string solve_text(const Plan& plan, const Block& block) {
    return cpp_string("SOLVE " + block.name + " of " + plan.program->neuron.name);
}

void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out) {
    CppBody body(plan, out);
    body.set_outside(true);
    for (const auto& [name, value] : code.invariants) {
        out.line("const double " + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
}

void print_results(const Plan& plan, const StraightCode& code, CppWriter& out) {
    const CppBody body(plan, out);
    for (const auto& [name, value] : code.results) {
        out.line(body.expression(*variable_expression(name)) + " = " + body.expression(*value) + ";");
    }
}

void print_loop_end(const InstanceAccess& access, CppWriter& out) {
    access.print_after_loop(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
}

PassPrinter::PassPrinter(const Plan& plan, const InstanceAccess& access, StraightCode& code,
                         const std::vector<std::string>& keep, bool is_hot, CppWriter& out, const std::string& arrays,
                         Given given)
    : plan_(plan),
      access_(access),
      code_(code),
      passes_(is_hot && access.in_chunks() ? LanePasses(plan, code, keep, arrays, "i", "rv_lanes", out)
                                           : LanePasses(plan, code, out)),
      given_(std::move(given)),
      out_(out) {}

void PassPrinter::print_arrays() const {
    if (!code_.failures.empty()) {
        out_.line("alignas(64) double rv_failures[" + std::to_string(code_.failures.size()) + "][RV_CHUNK];");
    }
    passes_.print_arrays("RV_CHUNK");
}

void PassPrinter::print(const std::function<void()>& finish, bool is_scalar) const {
    for (const auto& pass : passes_.passes()) {
        print_for(access_, out_);
        if (is_scalar) out_.line("RV_SCALAR_LOOP;");
        access_.print_loads(out_);
        for (const auto& [name, array] : given_) {
            out_.line("const double " + cpp_name(name) + " = " + array + "[i];");
        }
        passes_.print_definitions(pass);
        if (passes_.is_last(pass)) {
            print_results(plan_, code_, out_);
            print_failed();
            finish();
        }
        out_.line("}");
        passes_.print_calls(pass);
    }
    print_failures();
}

void PassPrinter::print_failed() const {
    const CppBody body(plan_, out_);
    for (std::size_t k = 0; k < code_.failures.size(); ++k) {
        out_.line("rv_failures[" + std::to_string(k) + "][i] = " + body.expression(*code_.failures[k].value) + ";");
    }
}

/// Ends the kernel if a solver found no solution for an instance.
void PassPrinter::print_failures() const {
    for (std::size_t k = 0; k < code_.failures.size(); ++k) {
        out_.line("if (rv_any_of(rv_failures[" + std::to_string(k) + "], rv_lanes)) return rv_lane_failed(in, " +
                  "rv_start, rv_failures[" + std::to_string(k) + "], " + solve_text(plan_, *code_.failures[k].solver) +
                  ");");
    }
}
}  // namespace ranvier::nmodl
