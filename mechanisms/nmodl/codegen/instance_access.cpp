#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"

namespace ranvier::nmodl {
namespace {

/// Calls one(index suffix, offset) for each element of a variable.
template <class One>
void for_elements(const Symbol& symbol, One&& one) {
    if (symbol.length == 0) {
        one(std::string(), 0);
        return;
    }
    for (int k = 0; k < symbol.length; ++k) one("[" + std::to_string(k) + "]", k);
}

/// "column_x", or "column0_x" for x[0]: "column_x_0" is the column of a variable x_0.
std::string name_of_element(const std::string& kind, const Symbol& symbol, int element) {
    return kind + (symbol.length > 0 ? std::to_string(element) : "") + "_" + symbol.name;
}

std::string column_pointer(const Symbol& symbol, int element) {
    return name_of_element("column", symbol, element);
}

/// The location of a variable's values: the expression of the columns ("" if it has none) and its first column `first`.
struct Columns {
    const char* array;
    int first;
    std::string at(int k) const { return std::string(array) + "[" + std::to_string(first + k) + "]"; }
    explicit operator bool() const { return first >= 0; }
};
Columns columns_of(const Plan& plan, const Symbol& symbol) {
    if (symbol.storage == Storage::Derivative) return {"in->derivative", plan.derivative_of(symbol.name)};
    return {"in->field", plan.column_of(symbol.name)};
}

std::string ion_pointer(const IonAccess& ion) {
    return "ion_" + ion.symbol->name;
}

}  // namespace

InstanceAccess::InstanceAccess(const Plan& plan, const DataFlow& flow, bool is_loop, TableUse tables)
    : plan_(plan), flow_(flow), is_loop_(is_loop), tables_(tables) {
    is_sequential_ = !flow.is_plain || !is_loop;
    for (const auto& symbol : plan.program->symbols) {
        if (!flow.uses(symbol.name)) continue;
        const bool of_node = symbol.name == "v" || symbol.name == "area" || symbol.name == "diam";
        if (symbol.storage == Storage::Built && of_node) uses_node_ = true;
        if (symbol.storage == Storage::Random || symbol.storage == Storage::History) is_sequential_ = true;
        if (symbol.storage == Storage::Pointer) {
            reads_pointers_ = true;
            assigns_pointers_ |= flow.writes.contains(symbol.name) || symbol.length > 0;
        }
        if (symbol.storage == Storage::Global && flow.writes.contains(symbol.name) &&
            global_use(symbol) == GlobalUse::Carried) {
            is_sequential_ = true;
        }
        if (const auto* ion = plan.ion_access(symbol.name)) {
            const bool stored = ion->is_written && !ion->is_current && flow.writes.contains(symbol.name);
            if (stored || (ion->is_read && is_loaded(symbol))) ions_.insert(ion->ion);
        }
    }
    if (plan.tables_vary) is_sequential_ = true;
    // Their targets may be variables that other instances assign.
    is_sequential_but_for_pointers_ = is_sequential_ || assigns_pointers_;
    if (reads_pointers_) is_sequential_ = true;
}

// The old value matters if it may be read, or if it is stored back without having been replaced on every path.
bool InstanceAccess::is_loaded(const Symbol& symbol) const {
    return flow_.reads.contains(symbol.name) ||
           (flow_.writes.contains(symbol.name) && !flow_.sets.contains(symbol.name));
}

InstanceAccess::GlobalUse InstanceAccess::global_use(const Symbol& symbol) const {
    if (!flow_.writes.contains(symbol.name)) return GlobalUse::Invariant;
    return is_loaded(symbol) || !is_loop_ ? GlobalUse::Carried : GlobalUse::Last;
}

bool InstanceAccess::fits_chunks() const {
    static const char* const costly[] = {"exp", "expm1", "log", "log10", "sinh", "cosh", "tanh"};
    const bool calls = std::ranges::any_of(costly, [&](const char* name) { return flow_.calls.contains(name); }) ||
                       std::ranges::any_of(flow_.powers, [&](const Expression* power) {
                           return is_costly_power(*plan_.program, *power, plan_.math);
                       });
    if (!calls && !calls_solver()) return false;
    // Copies of the targets of POINTERs are worth it where a solver runs.
    if (calls_solver() ? is_sequential_but_for_pointers_ : is_sequential_) return false;
    if (!is_loop_ || plan_.tables_vary) return false;
    const bool is_point = plan_.program->neuron.kind != NeuronBlock::Kind::Density;
    for (const auto& name : flow_.calls) {
        const auto* block = plan_.program->block(name);
        if (block && ((has_solver(*block) && !has_lanes(*block)) || block->kind == BlockKind::FunctionTable))
            return false;
    }
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        const bool is_written = flow_.writes.contains(symbol.name);
        if (is_wide(symbol) || (symbol.name == "v" && is_written)) return false;
        const auto* ion = plan_.ion_access(symbol.name);
        if (is_point && ion && ion->is_written && !ion->is_current && is_written) return false;  // shared elements
    }
    return true;
}

bool InstanceAccess::calls_solver() const {
    return std::any_of(flow_.calls.begin(), flow_.calls.end(), [&](const std::string& name) {
        const auto* block = plan_.program->block(name);
        return block && has_solver(*block);
    });
}

bool InstanceAccess::stores(const std::string& name) const {
    const auto* symbol = plan_.program->symbol(name);
    if (!symbol || !flow_.writes.contains(name)) return false;
    if (symbol->storage == Storage::Global) return !globals_apart_;
    const auto* ion = plan_.ion_access(name);
    const bool of_ion = ion && ion->is_written && !ion->is_current;
    return of_ion || (name == "v" && stores_voltage_) || (columns_of(plan_, *symbol) && !is_wide(*symbol));
}

void InstanceAccess::set_chunks() {
    in_chunks_ = true;
    is_sequential_ = false;
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        const bool is_written = flow_.writes.contains(symbol.name);
        if (const auto columns = columns_of(plan_, symbol)) {
            for_elements(symbol, [&](const std::string&, int k) {
                add_array(column_pointer(symbol, k), columns.at(k), "nullptr", "0", is_written);
            });
        }
        const auto* ion = plan_.ion_access(symbol.name);
        if (ion && ions_.contains(ion->ion) && (ion->is_read || ion->is_written)) {
            add_ion_array(ion_pointer(*ion), ion->column, ion->ion, is_written && ion->is_written && !ion->is_current);
        }
        if (symbol.storage != Storage::Built) continue;
        if (symbol.name == "v") add_node_array("rv_v", "in->v", false);
        if (symbol.name == "area" || symbol.name == "diam") {
            add_node_array("rv_" + symbol.name, "const_cast<double*>(in->" + symbol.name + ")", false);
        }
    }
}

void InstanceAccess::add_array(const std::string& name, const std::string& base, const std::string& index,
                               const std::string& first, bool is_stored) {
    for (auto& array : arrays_) {
        if (array.name != name) continue;
        array.is_stored |= is_stored;
        return;
    }
    arrays_.push_back({name, base, index, first, is_stored});
}

void InstanceAccess::add_node_array(const std::string& name, const std::string& base, bool is_stored) {
    add_array(name, base, "in->node", "in->first_node", is_stored);
}

void InstanceAccess::add_ion_array(const std::string& name, const std::string& base, int ion, bool is_stored) {
    const auto of = "in->ion[" + std::to_string(ion) + "].";
    add_array(name, of + base, of + "index", of + "first", is_stored);
}

void InstanceAccess::print_chunk_start(CppWriter& out) const {
    const auto n = std::to_string(arrays_.size());
    const auto room = std::to_string(std::max<std::size_t>(arrays_.size(), 1));
    out.line("const rv_array rv_arrays[" + room + "] = {");
    for (const auto& array : arrays_) {
        out.line("    {" + array.base + ", " + array.index + ", " + array.first + ", " + (array.is_stored ? "1" : "0") +
                 "},");
    }
    out.line("};");
    const auto pointed = pointed_symbols();
    if (!pointed.empty()) {
        std::string numbers;
        for (const auto* symbol : pointed) {
            numbers += (numbers.empty() ? "" : ", ") + std::to_string(pointer_number(*symbol));
        }
        const auto pointers = std::to_string(pointed.size());
        out.line("static const int32_t rv_pointers[" + pointers + "] = {" + numbers + "};");
        out.line("if (!rv_are_apart(in, rv_pointers, " + pointers + ", rv_arrays, " + n + ", " +
                 std::to_string(stored_globals()) + ")) return " + in_turn_ + "(in);");
        for (const auto* symbol : pointed) {
            out.line("alignas(64) double rv_pointed_" + symbol->name + "[RV_CHUNK];");
        }
    }
    out.line("double* rv_at[" + room + "];");
    out.line("alignas(64) double rv_copies[" + room + " * RV_CHUNK];");
    out.line("for (int32_t rv_start = 0; rv_start < count; rv_start += RV_CHUNK) {");
    out.line("const int32_t rv_lanes = RV_WHOLE(rv_open_chunk(rv_arrays, " + n +
             ", rv_start, count, rv_at, rv_copies));");
    for (std::size_t k = 0; k < arrays_.size(); ++k) {
        out.line("RV_UNUSED double* const " + arrays_[k].name + " = rv_at[" + std::to_string(k) + "];");
    }
    for (const auto* symbol : pointed) {
        out.line("if (rv_open_pointed(in, " + std::to_string(pointer_number(*symbol)) +
                 ", rv_start, count, rv_lanes, rv_pointed_" + symbol->name + ", " + cpp_string(not_set(*symbol)) +
                 ")) return 1;");
    }
}

/// The number of globals, or 0 if the loop stores none.
int InstanceAccess::stored_globals() const {
    int stored = 0, all = 0;
    for (const auto& column : plan_.globals) {
        all = std::max(all, column.first + std::max(column.symbol->length, 1));
        stored += flow_.writes.contains(column.symbol->name);
    }
    return stored > 0 ? all : 0;
}

std::vector<const Symbol*> InstanceAccess::pointed_symbols() const {
    std::vector<const Symbol*> found;
    for (const auto& symbol : plan_.program->symbols) {
        if (symbol.storage == Storage::Pointer && flow_.uses(symbol.name)) found.push_back(&symbol);
    }
    return found;
}

std::ptrdiff_t InstanceAccess::pointer_number(const Symbol& symbol) const {
    return std::ranges::find(plan_.pointers, &symbol) - plan_.pointers.begin();
}

std::string InstanceAccess::not_set(const Symbol& symbol) const {
    return "POINTER " + symbol.name + " of " + plan_.program->neuron.name + " is not set; set it with setpointer";
}

void InstanceAccess::print_chunk_end(CppWriter& out) const {
    out.line("rv_close_chunk(rv_arrays, " + std::to_string(arrays_.size()) + ", rv_start, count, rv_at);");
    out.line("}");
}

void InstanceAccess::print_pointers(CppWriter& out) const {
    if (uses_node_) out.line("const At node(in->node, in->first_node);");
    for (const int k : ions_) {
        const auto n = std::to_string(k);
        out.line("const At of_ion" + n + "(in->ion[" + n + "].index, in->ion[" + n + "].first);");
    }
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        const auto columns = columns_of(plan_, symbol);
        if (columns && copied_in_loop(symbol)) {
            out.line("double* const* const columns_" + symbol.name + " = &" + columns.at(0) + ";");
        } else if (columns && !is_wide(symbol)) {
            for_elements(symbol, [&](const std::string&, int k) {
                out.line("double* const " + column_pointer(symbol, k) + " = " + columns.at(k) + ";");
            });
        }
        const auto* ion = plan_.ion_access(symbol.name);
        if (ion && ions_.contains(ion->ion) && (ion->is_read || ion->is_written)) {
            out.line("double* const " + ion_pointer(*ion) + " = in->ion[" + std::to_string(ion->ion) + "]." +
                     ion->column + ";");
        }
    }
    if (uses_node_) {
        out.line("RV_UNUSED double* const rv_v = in->v;");
        out.line("RV_UNUSED const double* const rv_area = in->area;");
        out.line("RV_UNUSED const double* const rv_diam = in->diam;");
    }
}

// One by one, hundreds of elements take compilers long. They are not in registers anyway.
bool InstanceAccess::copied_in_loop(const Symbol& symbol) const {
    constexpr int most_one_by_one = 100;
    if (!copies_in_loops_ || in_chunks_ || symbol.length == 0 || is_wide(symbol)) return false;
    int elements = 0;
    for (const auto& each : plan_.program->symbols) {
        if (flow_.uses(each.name) && columns_of(plan_, each) && !is_wide(each)) elements += each.length;
    }
    return elements > most_one_by_one;
}

void InstanceAccess::print_copies(const Symbol& symbol, const std::string& copy, CppWriter& out) const {
    out.line("for (int rv_k = 0; rv_k < " + std::to_string(symbol.length) + "; ++rv_k) {");
    out.line("RV_SCALAR_LOOP;");
    out.line(copy + ";");
    out.line("}");
}

void InstanceAccess::print_declarations(CppWriter& out) const {
    if (!in_chunks_) print_pointers(out);
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        if (!globals_apart_ && symbol.storage == Storage::Global && global_use(symbol) == GlobalUse::Last) {
            for_elements(symbol, [&](const std::string&, int k) {
                out.line("double " + name_of_element("last", symbol, k) + " = 0.0;");
            });
        }
        if (symbol.storage == Storage::Global && global_use(symbol) == GlobalUse::Invariant && symbol.length == 0 &&
            !(tables_ != TableUse::Either && symbol.name == "usetable")) {
            out.line("const double global_" + symbol.name + " = in->global[" +
                     std::to_string(plan_.global_of(symbol.name)) + "];");
        }
        if (symbol.storage == Storage::Built && symbol.name != "v" && symbol.name != "area" && symbol.name != "diam") {
            out.line("const double engine_" + symbol.name + " = in->" + symbol.name + ";");
        }
    }
    if (!plan_.tables.empty()) out.line("Tables* const rv_tables = static_cast<Tables*>(in->tables);");
}

/// The histories of all instances.
std::string InstanceAccess::history(const Symbol& symbol) const {
    const auto k = std::ranges::find(plan_.histories, &symbol) - plan_.histories.begin();
    return "in->past[" + std::to_string(k) + "]";
}

void InstanceAccess::print_prefetches(const std::string& index, CppWriter& out) const {
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name) || symbol.length > 0) continue;
        if (const auto columns = columns_of(plan_, symbol)) {
            out.line("__builtin_prefetch(" + columns.at(0) + " + " + index + ");");
        } else if (symbol.storage == Storage::History) {
            out.line("rv_history_prefetch(" + history(symbol) + " + " + index + ");");
        }
    }
}

void InstanceAccess::print_loads(CppWriter& out) const {
    out.line("Instance rv;");
    out.line("rv.rv_in = in;");
    out.line(in_chunks_ ? "rv.rv_i = rv_start + i;" : "rv.rv_i = i;");
    out.line("rv.rv_weight = nullptr;");
    if (can_fail(*plan_.program)) out.line("rv.rv_failed = 0;");
    if (!plan_.tables.empty()) out.line("rv.rv_tables = rv_tables;");
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        const auto name = cpp_name(symbol.name);
        switch (symbol.storage) {
            case Storage::Field:
            case Storage::Derivative:
            case Storage::Ion: {
                const auto* ion = plan_.ion_access(symbol.name);
                if (is_wide(symbol)) {
                    out.line("rv." + name + " = {in->field + " + std::to_string(plan_.column_of(symbol.name)) +
                             ", i};");
                    break;
                }
                if (!is_loaded(symbol)) break;
                if (ion && ion->is_read) {
                    out.line("rv." + name + " = " + ion_pointer(*ion) + at_ion(ion->ion) + ";");
                } else if (columns_of(plan_, symbol) && copied_in_loop(symbol)) {
                    print_copies(symbol, "rv." + name + "[rv_k] = columns_" + symbol.name + "[rv_k][i]", out);
                } else if (columns_of(plan_, symbol)) {
                    for_elements(symbol, [&](const std::string& index, int k) {
                        out.line("rv." + name + index + " = " + column_pointer(symbol, k) + "[i];");
                    });
                }
                break;
            }
            case Storage::Global:
                if (tables_ != TableUse::Either && symbol.name == "usetable") {
                    out.line(std::string("rv.usetable = ") + (tables_ == TableUse::Always ? "1.0;" : "0.0;"));
                } else if (global_use(symbol) == GlobalUse::Invariant && symbol.length == 0) {
                    out.line("rv." + name + " = global_" + symbol.name + ";");
                } else if (global_use(symbol) != GlobalUse::Last) {
                    for_elements(symbol, [&](const std::string& index, int k) {
                        out.line("rv." + name + index + " = in->global[" +
                                 std::to_string(plan_.global_of(symbol.name) + k) + "];");
                    });
                }
                break;
            case Storage::Built:
                if (symbol.name == "v") {
                    out.line("rv.v = rv_v" + at_node() + ";");
                } else if (symbol.name == "area" || symbol.name == "diam") {
                    out.line("rv." + name + " = rv_" + symbol.name + at_node() + ";");
                } else {
                    out.line("rv." + name + " = engine_" + symbol.name + ";");
                }
                break;
            case Storage::History:
                out.line("rv." + name + " = " + history(symbol) + " + i;");
                break;
            case Storage::Pointer:
            case Storage::Random: {
                const bool pointer = symbol.storage == Storage::Pointer;
                if (pointer && in_chunks_) {
                    out.line("rv." + name + " = &rv_pointed_" + symbol.name + "[i];");
                    break;
                }
                const auto& all = pointer ? plan_.pointers : plan_.randoms;
                const auto k = std::find(all.begin(), all.end(), &symbol) - all.begin();
                out.line("rv." + name + " = " + (pointer ? "in->pointer[" : "&in->random[") + std::to_string(k) +
                         "][i];");
                if (pointer) {
                    out.line("if (!rv." + name + ") {");
                    out.line("in->services->fail(in, i, " + cpp_string(not_set(symbol)) + ");");
                    out.line("return 1;");
                    out.line("}");
                }
                break;
            }
            case Storage::Constant:
                break;
        }
    }
}

void InstanceAccess::print_stores(CppWriter& out) const {
    const auto fails = [&](const std::string& name) {
        const auto* block = plan_.program->block(name);
        return block && can_fail(*plan_.program, *block);
    };
    const bool may_fail =
        !in_chunks_ && (flow_.calls.contains(within_array) || std::ranges::any_of(flow_.calls, fails));
    if (may_fail) out.line("if (rv.rv_failed) return 1;");
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.writes.contains(symbol.name)) continue;
        const auto name = cpp_name(symbol.name);
        const auto* ion = plan_.ion_access(symbol.name);
        if (ion && ion->is_written && !ion->is_current) {
            out.line(ion_pointer(*ion) + at_ion(ion->ion) + " = rv." + name + ";");
        }
        if (columns_of(plan_, symbol) && copied_in_loop(symbol)) {
            print_copies(symbol, "columns_" + symbol.name + "[rv_k][i] = rv." + name + "[rv_k]", out);
        } else if (columns_of(plan_, symbol) && !is_wide(symbol)) {
            for_elements(symbol, [&](const std::string& index, int k) {
                out.line(column_pointer(symbol, k) + "[i] = rv." + name + index + ";");
            });
        }
        const bool is_last = symbol.storage == Storage::Global && global_use(symbol) == GlobalUse::Last;
        if (symbol.storage == Storage::Global && !(is_last && globals_apart_)) {
            for_elements(symbol, [&](const std::string& index, int k) {
                out.line((is_last ? name_of_element("last", symbol, k)
                                  : "in->global[" + std::to_string(plan_.global_of(symbol.name) + k) + "]") +
                         " = rv." + name + index + ";");
            });
        }
        if (symbol.name == "v" && stores_voltage_) out.line("rv_v" + at_node() + " = rv.v;");
    }
}

bool InstanceAccess::fits_lanes() const {
    const auto& program = *plan_.program;
    if (is_sequential_ || !is_loop_ || in_chunks_ || !plan_.tables.empty()) return false;
    if (flow_.calls.contains(within_array)) return false;
    if (std::ranges::any_of(flow_.calls, [&](const auto& name) { return program.block(name) != nullptr; }))
        return false;
    const bool is_point = program.neuron.kind != NeuronBlock::Kind::Density;
    return std::ranges::none_of(program.symbols, [&](const Symbol& symbol) {
        if (!flow_.uses(symbol.name)) return false;
        const bool is_written = flow_.writes.contains(symbol.name);
        const auto* ion = plan_.ion_access(symbol.name);
        const bool is_shared = is_point && ion && ion->is_written && is_written;
        const bool is_carried = symbol.storage == Storage::Global && is_written &&
                                (symbol.length > 0 || global_use(symbol) != GlobalUse::Last);
        return is_wide(symbol) || is_shared || is_carried || (is_written && symbol.name == "v");
    });
}

void InstanceAccess::print_lanes(const std::string& name, CppWriter& out) const {
    out.line("struct " + name + " {");
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name) || symbol.storage == Storage::Constant) continue;
        const auto length = symbol.length > 0 ? "[" + std::to_string(symbol.length) + "]" : "";
        out.line("alignas(64) double " + cpp_name(symbol.name) + length + "[RV_LANES];");
    }
    out.line("};");
}

void InstanceAccess::print_lane_columns(const std::string& call, CppWriter& out) const {
    const bool is_load = call == "rv_take_lanes";
    for (const auto& symbol : plan_.program->symbols) {
        if (!(is_load ? flow_.uses(symbol.name) : flow_.writes.contains(symbol.name))) continue;
        const auto* ion = plan_.ion_access(symbol.name);
        if (!columns_of(plan_, symbol) || (is_load && ion && ion->is_read)) continue;
        const auto name = "rv." + cpp_name(symbol.name);
        if (copied_in_loop(symbol)) {
            out.line("for (int rv_k = 0; rv_k < " + std::to_string(symbol.length) + "; ++rv_k) " + call + "(" + name +
                     "[rv_k], columns_" + symbol.name + "[rv_k], rv_start, rv_here);");
            continue;
        }
        for_elements(symbol, [&](const std::string& index, int k) {
            out.line(call + "(" + name + index + ", " + column_pointer(symbol, k) + ", rv_start, rv_here);");
        });
    }
}

void InstanceAccess::print_lane_loads(CppWriter& out) const {
    print_lane_columns("rv_take_lanes", out);
    out.line("for (int32_t rv_l = 0; rv_l < RV_LANES; ++rv_l) {");
    out.line("RV_UNUSED const int32_t i = rv_start + (rv_l < rv_here ? rv_l : rv_here - 1);");
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.uses(symbol.name)) continue;
        const auto name = "rv." + cpp_name(symbol.name);
        const auto* ion = plan_.ion_access(symbol.name);
        const auto load = [&](const std::string& from) { out.line(name + "[rv_l] = " + from + ";"); };
        const auto first = std::to_string(plan_.global_of(symbol.name));
        if (ion && ion->is_read) {
            load(ion_pointer(*ion) + at_ion(ion->ion));
        } else if (columns_of(plan_, symbol)) {
            continue;
        } else if (symbol.storage == Storage::Global && symbol.length > 0) {
            print_copies(symbol, name + "[rv_k][rv_l] = in->global[" + first + " + rv_k]", out);
        } else if (symbol.storage == Storage::Global && global_use(symbol) != GlobalUse::Last) {
            load("in->global[" + first + "]");
        } else if (symbol.name == "v" || symbol.name == "area" || symbol.name == "diam") {
            load("rv_" + symbol.name + at_node());
        } else if (symbol.storage == Storage::Built) {
            load("engine_" + symbol.name);
        }
    }
    out.line("}");
}

void InstanceAccess::print_lane_stores(CppWriter& out) const {
    print_lane_columns("rv_give_lanes", out);
    out.line("for (int32_t rv_l = 0; rv_l < rv_here; ++rv_l) {");
    out.line("RV_UNUSED const int32_t i = rv_start + rv_l;");
    for (const auto& symbol : plan_.program->symbols) {
        if (!flow_.writes.contains(symbol.name)) continue;
        const auto value = "rv." + cpp_name(symbol.name) + "[rv_l];";
        const auto* ion = plan_.ion_access(symbol.name);
        if (ion && ion->is_written && !ion->is_current) out.line(ion_pointer(*ion) + at_ion(ion->ion) + " = " + value);
        if (symbol.storage == Storage::Global) out.line("last_" + symbol.name + " = " + value);
    }
    out.line("}");
}

bool InstanceAccess::has_last_globals() const {
    const auto& all = plan_.program->symbols;
    return std::any_of(all.begin(), all.end(), [&](const Symbol& symbol) {
        return symbol.storage == Storage::Global && global_use(symbol) == GlobalUse::Last;
    });
}

void InstanceAccess::print_global_stores(CppWriter& out) const {
    for (const auto& symbol : plan_.program->symbols) {
        if (symbol.storage != Storage::Global || global_use(symbol) != GlobalUse::Last) continue;
        for_elements(symbol, [&](const std::string& index, int k) {
            out.line("in->global[" + std::to_string(plan_.global_of(symbol.name) + k) + "] = rv." +
                     cpp_name(symbol.name) + index + ";");
        });
    }
}

void InstanceAccess::print_after_loop(CppWriter& out) const {
    if (globals_apart_) return;
    for (const auto& symbol : plan_.program->symbols) {
        if (symbol.storage != Storage::Global || global_use(symbol) != GlobalUse::Last) continue;
        if (!flow_.writes.contains(symbol.name)) continue;
        for_elements(symbol, [&](const std::string&, int k) {
            out.line("if (count > 0) in->global[" + std::to_string(plan_.global_of(symbol.name) + k) +
                     "] = " + name_of_element("last", symbol, k) + ";");
        });
    }
}

}  // namespace ranvier::nmodl
