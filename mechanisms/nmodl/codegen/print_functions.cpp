#include "mechanisms/nmodl/codegen/print_functions.hpp"

#include <algorithm>
#include <set>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

namespace ranvier::nmodl {
namespace {

bool is_function(const Block& block) {
    if (is_made_from_solve(block)) return false;
    return block.kind == BlockKind::Procedure || block.kind == BlockKind::Function ||
           block.kind == BlockKind::FunctionTable;
}

std::string function_name(const Block& block) {
    return "fn_" + block.name;
}

std::string passed(const Block& block) {
    std::string text;
    for (const auto& argument : block.arguments) text += ", " + cpp_name(argument.name);
    return text;
}

void print_body(const Plan& plan, const Block& block, const std::string& name, CppWriter& out) {
    const bool recursive = is_recursive(*plan.program, block);
    const char* how = recursive ? "RV_UNUSED" : "RV_ALWAYS_INLINE";
    out.line(std::string("static ") + how + " double " + name + "(Instance& rv" + argument_list(block) + ") {");
    if (recursive) {
        out.line("if (rv.rv_failed) return 0.0;");
        out.line("rv.rv_failed = rv_is_too_deep(rv.rv_in, rv.rv_i, \"" + block.name + " of " +
                 plan.program->neuron.name + "\", &rv, __builtin_frame_address(0));");
        out.line("if (rv.rv_failed) return 0.0;");
    }
    CppBody body(plan, out);
    if (block.kind == BlockKind::Function) out.line("double " + cpp_name(block.name) + " = 0.0;");
    body.statements(block.body);
    if (recursive) out.line("RV_NOT_LAST;");
    out.line(block.kind == BlockKind::Function ? "return " + cpp_name(block.name) + ";" : "return 0.0;");
    out.line("}");
}

/// A column of a table: the variable (or array element) in C++ and the member of Tables that holds its values.
struct TableColumn {
    std::string variable, member;
};

std::vector<TableColumn> table_columns(const Plan& plan, const Block& block) {
    std::vector<TableColumn> columns;
    for (const auto& name : table_names(block)) {
        const auto* symbol = plan.program->symbol(name);
        if (!symbol || symbol->length == 0) {
            columns.push_back({"rv." + cpp_name(name), block.name + "_" + name});
            continue;
        }
        for (int k = 0; k < symbol->length; ++k) {
            const auto element = std::to_string(k);
            columns.push_back({"rv." + cpp_name(name) + "[" + element + "]", block.name + "_" + element + "_" + name});
        }
    }
    return columns;
}

void print_table_build(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& table = *table_of(block);
    const CppBody body(plan, out);
    const auto n = std::to_string(table.count);
    const auto prefix = "tables." + block.name;
    out.line("static RV_COLD void build_" + block.name + "(Instance& rv, Tables& tables) {");
    out.line("if (!rv.usetable) return;");
    std::string changed = "!" + prefix + "_is_made";
    for (const auto& name : table.depends) {
        if (plan.program->symbol(name)->length == 0) {
            changed += " || " + prefix + "_saved_" + name + " != " + body.expression(*make_name(name));
        }
    }
    out.line("if (!(" + changed + ")) return;");
    out.line(prefix + "_is_made = true;");
    out.line(prefix + "_from = " + body.expression(*table.value[0]) + ";");
    out.line("const double rv_last = " + body.expression(*table.value[1]) + ";");
    out.line("const double rv_width = (rv_last - " + prefix + "_from) / " + n + ".0;");
    out.line(prefix + "_scale = 1.0 / rv_width;");
    out.line("double rv_x = " + prefix + "_from;");
    out.line("for (int rv_k = 0; rv_k <= " + n + "; ++rv_k, rv_x += rv_width) {");
    const bool of_value = block.kind == BlockKind::Function;
    out.line((of_value ? "const double rv_value = " : "") + std::string("exact_") + block.name + "(rv, rv_x);");
    for (const auto& column : table_columns(plan, block)) {
        out.line("tables." + column.member + "[rv_k] = " + (of_value ? "rv_value" : column.variable) + ";");
    }
    out.line("}");
    for (const auto& column : table_columns(plan, block)) {
        const auto values = "tables." + column.member;
        out.line(values + "[" + std::to_string(table.count + 1) + "] = " + values + "[" + n + "];");
    }
    for (const auto& name : table.depends) {
        if (plan.program->symbol(name)->length == 0) {
            out.line(prefix + "_saved_" + name + " = " + body.expression(*make_name(name)) + ";");
        }
    }
    out.line("}");
}

/// NEURON's order of arithmetic: position = scale*(x - from), then rv_looked_up.
void print_table_lookup(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& table = *table_of(block);
    const auto x = cpp_name(block.arguments.empty() ? "" : block.arguments[0].name);
    const bool of_value = block.kind == BlockKind::Function;
    out.line("static RV_ALWAYS_INLINE double " + function_name(block) + "(Instance& rv" + argument_list(block) + ") {");
    if (!plan.only_looks_up) out.line("if (!rv.usetable) return exact_" + block.name + "(rv" + passed(block) + ");");
    if (plan.tables_vary) out.line("build_" + block.name + "(rv, *rv.rv_tables);");
    out.line("const Tables& tables = *rv.rv_tables;");
    out.line("const double rv_x = tables." + block.name + "_scale * (" + x + " - tables." + block.name + "_from);");
    const auto n = std::to_string(table.count);
    const std::string look_up = plan.math == Math::vector ? "rv_looked_up(" : "rv_libm_rv_looked_up(";
    for (const auto& [variable, member] : table_columns(plan, block)) {
        const auto column = "table_" + member;
        // Without restrict the compiler assumes that stores change the table, and does not gather from the table.
        out.line(std::string("const double* ") + (plan.tables_vary ? "" : "__restrict ") + "const " + column +
                 " = tables." + member + ";");
        const auto target = of_value ? "const double rv_value" : variable;
        out.line(target + " = " + look_up + column + ", " + n + ".0, rv_x);");
    }
    out.line(of_value ? "return rv_value;" : "return 0.0;");
    out.line("}");
}

/// Prints fn_NAME of a FUNCTION_TABLE.
void print_function_table(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& all = plan.function_tables;
    const auto which = std::find(all.begin(), all.end(), &block) - all.begin();
    const auto axes = std::to_string(block.arguments.size());
    out.line("static RV_UNUSED double " + function_name(block) + "(Instance& rv" + argument_list(block) + ") {");
    std::string list;
    for (const auto& argument : block.arguments) list += (list.empty() ? "" : ", ") + cpp_name(argument.name);
    out.line("const double rv_x[] = {" + list + "};");
    out.line("return rv_look_up(rv.rv_in, rv.rv_i, " + std::to_string(which) + ", \"" + block.name + "_" +
             plan.program->neuron.name + "\", " + axes + ", rv_x, &rv.rv_failed);");
    out.line("}");
}

}  // namespace

std::string argument_list(const Block& block) {
    std::string text;
    for (const auto& argument : block.arguments) text += ", double " + cpp_name(argument.name);
    return text;
}

void print_instance(const Plan& plan, CppWriter& out) {
    for (const auto& symbol : plan.program->symbols) {
        if (symbol.storage != Storage::Constant) continue;
        out.line("constexpr double " + cpp_name(symbol.name) + " = " + cpp_number(symbol.value) + ";");
    }
    out.line("struct Tables;");
    out.blank();
    if (std::any_of(plan.program->symbols.begin(), plan.program->symbols.end(), is_wide)) {
        out.line("/* An array whose elements stay in their columns. */");
        out.line("struct WideArray {");
        out.line("double* const* columns;");
        out.line("int32_t at;");
        out.line("double& operator[](int rv_k) const { return columns[rv_k][at]; }");
        out.line("};");
        out.blank();
    }
    out.line("/* The variables of the current instance. */");
    out.line("struct Instance {");
    for (const auto& symbol : plan.program->symbols) {
        const auto name = cpp_name(symbol.name);
        switch (symbol.storage) {
            case Storage::Constant:
                break;
            case Storage::Pointer:
                out.line("double* " + name + ";");
                break;
            case Storage::Random:
                out.line("rv_random* " + name + ";");
                break;
            case Storage::History:
                out.line("rv_past* " + name + ";");
                break;
            default:
                if (is_wide(symbol)) {
                    out.line("WideArray " + name + ";");
                    break;
                }
                out.line("double " + name + (symbol.length > 0 ? "[" + std::to_string(symbol.length) + "]" : "") + ";");
        }
    }
    out.line("double* rv_weight;");
    out.line("const rv_instances* rv_in;");
    out.line("int32_t rv_i;");
    out.line("Tables* rv_tables;");
    if (can_fail(*plan.program)) out.line("int32_t rv_failed;");
    out.line("};");
    out.blank();
}

std::vector<std::string> table_members(const Plan& plan, const Block& block) {
    std::vector<std::string> all = {block.name + "_from", block.name + "_scale"};
    for (const auto& column : table_columns(plan, block)) all.push_back(column.member);
    return all;
}

void print_tables(const Plan& plan, CppWriter& out) {
    if (plan.tables.empty()) return;
    out.line("struct Tables {");
    for (const auto* block : plan.tables) {
        const auto& table = *table_of(*block);
        out.line("bool " + block->name + "_is_made = false;");
        out.line("double " + block->name + "_from = 0.0, " + block->name + "_scale = 0.0;");
        for (const auto& name : table.depends) out.line("double " + block->name + "_saved_" + name + " = 0.0;");
        for (const auto& column : table_columns(plan, *block)) {
            // One element more than points: a copy of the last value.
            out.line("double " + column.member + "[" + std::to_string(table.count + 2) + "] = {};");
        }
    }
    out.line("};");
    out.blank();
}

void print_functions(const Plan& plan, CppWriter& out, const std::set<const Block*>* wanted) {
    const auto is_printed = [&](const Block& block) {
        return is_function(block) && (!wanted || wanted->contains(&block));
    };
    for (const auto& block : plan.program->blocks) {
        if (!is_printed(block)) continue;
        if (table_of(block) && !plan.only_looks_up) {
            out.line("static double exact_" + block.name + "(Instance&" + argument_list(block) + ");");
        }
        out.line("static double " + function_name(block) + "(Instance&" + argument_list(block) + ");");
    }
    out.blank();
    for (const auto& block : plan.program->blocks) {
        if (!is_printed(block)) continue;
        if (block.kind == BlockKind::FunctionTable) {
            print_function_table(plan, block, out);
        } else if (has_solver(block)) {
            print_cpp_solver(plan, block, out);
        } else if (table_of(block)) {
            if (!plan.only_looks_up) {
                print_body(plan, block, "exact_" + block.name, out);
                out.blank();
                print_table_build(plan, block, out);
                out.blank();
            }
            print_table_lookup(plan, block, out);
        } else {
            print_body(plan, block, function_name(block), out);
        }
        out.blank();
    }
}

}  // namespace ranvier::nmodl
