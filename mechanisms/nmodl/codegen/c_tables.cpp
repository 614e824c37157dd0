#include <algorithm>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/neuron_threads.hpp"

namespace ranvier::nmodl {
namespace {

/// A column of a table: the tabulated variable and the static array.
struct Column {
    std::string variable, array;
};

/// Whether a table of another block also holds `name`.
bool is_in_another(const Plan& plan, const Block& block, const std::string& name) {
    return std::ranges::any_of(plan.program->blocks, [&](const Block& other) {
        const auto* table = table_of(other);
        return &other != &block && table && std::ranges::find(table->names, name) != table->names.end();
    });
}

std::vector<Column> columns_of(const Plan& plan, const Block& block, const Statement& table) {
    std::vector<Column> columns;
    if (block.kind == BlockKind::Function || table.names.empty()) return {{"_l" + block.name, "_t_" + block.name}};
    for (const auto& name : table.names) {
        const auto* symbol = plan.program->symbol(name);
        // VERBATIM may read `_t_x`, the table of x.
        const auto array = "_" + (is_in_another(plan, block, name) ? block.name + "_" : "") + name;
        if (!symbol || symbol->length == 0) {
            columns.push_back({name, "_t" + array});
            continue;
        }
        for (int k = 0; k < symbol->length; ++k) {
            const auto element = std::to_string(k);
            columns.push_back({name + "[" + element + "]", "_t" + element + array});
        }
    }
    return columns;
}

}  // namespace

std::vector<std::string> c_table_addresses(const Plan& plan, const Block& block) {
    std::vector<std::string> all = {"&_tmin_" + block.name, "&_mfac_" + block.name};
    for (const auto& column : columns_of(plan, block, *table_of(block))) all.push_back(column.array);
    return all;
}

// NEURON's order of arithmetic: position = scale*(x - from), clamped to the ends, then linear interpolation.
void print_c_table(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& table = *table_of(block);
    const auto columns = columns_of(plan, block, table);
    const auto n = std::to_string(table.count);
    const auto& name = block.name;
    const bool is_function = block.kind == BlockKind::Function;
    const CBody body(plan, out);
    const std::string threads = has_thread_arguments(*plan.program) ? "_threadargs_, " : "";
    out.line("static double _tmin_" + name + ", _mfac_" + name + ";");
    // One element more than points: a copy of the last value.
    for (const auto& column : columns) out.line("static double " + column.array + "[" + n + " + 2];");
    out.line("static void _check_" + name + "(void) {");
    out.line("static int _made;");
    for (const auto& depend : table.depends) out.line("static double _saved_" + depend + ";");
    out.line("int _k;");
    out.line("double _x, _last, _width;");
    out.line("if (!usetable) return;");
    std::string same = "_made";
    for (const auto& depend : table.depends) same += " && _saved_" + depend + " == " + depend;
    out.line("if (" + same + ") return;");
    out.line("_made = 1;");
    out.line("_tmin_" + name + " = " + body.expression(*table.value[0]) + ";");
    out.line("_last = " + body.expression(*table.value[1]) + ";");
    out.line("_width = (_last - _tmin_" + name + ") / " + n + ".0;");
    out.line("_mfac_" + name + " = 1.0 / _width;");
    out.line("for (_k = 0, _x = _tmin_" + name + "; _k < " + n + " + 1; _x += _width, _k++) {");
    out.line((is_function ? columns[0].array + "[_k] = " : "") + "_f_" + name + "(" + threads + "_x);");
    if (!is_function) {
        for (const auto& column : columns) out.line(column.array + "[_k] = " + column.variable + ";");
    }
    out.line("}");
    for (const auto& column : columns) out.line(column.array + "[" + n + " + 1] = " + column.array + "[" + n + "];");
    for (const auto& depend : table.depends) out.line("_saved_" + depend + " = " + depend + ";");
    out.line("}");

    const auto& argument = block.arguments.at(0).name;
    out.line(c_signature(plan, block) + " {");
    out.line("int _k;");
    out.line("double _x, _part;");
    if (is_function) out.line("double " + columns[0].variable + ";");
    out.line("_check_" + name + "();");
    out.line("if (!usetable) return _f_" + name + "(" + threads + argument + ");");
    out.line("_x = _mfac_" + name + " * (" + argument + " - _tmin_" + name + ");");
    out.line("if (_x != _x) {");
    for (const auto& column : columns) out.line(column.variable + " = _x;");
    out.line("} else if (_x <= 0.0) {");
    for (const auto& column : columns) out.line(column.variable + " = " + column.array + "[0];");
    out.line("} else if (_x >= " + n + ".0) {");
    for (const auto& column : columns) out.line(column.variable + " = " + column.array + "[" + n + "];");
    out.line("} else {");
    out.line("_k = (int)_x;");
    out.line("_part = _x - (double)_k;");
    for (const auto& [variable, array] : columns) {
        out.line(variable + " = " + array + "[_k] + _part * (" + array + "[_k + 1] - " + array + "[_k]);");
    }
    out.line("}");
    out.line(is_function ? "return " + columns[0].variable + ";" : "return 0;");
    out.line("}");
    out.blank();
}

}  // namespace ranvier::nmodl
