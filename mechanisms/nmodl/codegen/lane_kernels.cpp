#include "mechanisms/nmodl/codegen/lane_kernels.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/resolve_names.hpp"

namespace ranvier::nmodl {
namespace {

using Blocks = std::set<const Block*>;

/// Collects a block and all blocks that it calls, except those called only to build TABLEs.
void reach(const Program& program, const Block& block, Blocks& reached) {
    if (!reached.insert(&block).second || table_of(block)) return;
    for_each_expression(block.body, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            const auto* called = e.kind == ExpressionKind::Call ? program.block(e.text) : nullptr;
            if (called) reach(program, *called, reached);
        });
    });
}

Blocks reached_from(const Program& program, const Block& block) {
    Blocks reached;
    reach(program, block, reached);
    return reached;
}

std::set<std::string> names_in(const Blocks& blocks) {
    std::set<std::string> names;
    for (const auto* block : blocks) {
        if (table_of(*block)) {
            const auto own = table_names(*block);
            names.insert(own.begin(), own.end());
            continue;
        }
        for_each_statement(block->body, [&](const Statement& s) {
            names.insert(s.names.begin(), s.names.end());
            for (const auto& value : s.value) {
                for_each(std::as_const(*value), [&](const Expression& e) { names.insert(e.text); });
            }
        });
    }
    return names;
}

/// The words of all VERBATIM blocks, and the names that NET_RECEIVE and functions called by scripts read.
struct Others {
    std::set<std::string> in_c, in_calls;
    explicit Others(const Plan& plan) {
        const auto& program = *plan.program;
        const auto look = [&](const Block& block) {
            for_each_statement(block.body, [&](const Statement& s) {
                if (s.kind == StatementKind::Verbatim) add_words(s.name, in_c);
            });
        };
        for (const auto& verbatim : program.verbatims) add_words(verbatim.name, in_c);
        for (const auto& block : program.blocks) look(block);
        std::vector<const Block*> called = plan.functions;
        if (plan.net_receive) called.push_back(plan.net_receive);
        for (const auto* block : called) {
            const auto reads = data_flow(program, *block).reads;
            in_calls.insert(reads.begin(), reads.end());
            for_each_statement(block->body, [&](const Statement& s) {
                if (s.kind == StatementKind::Verbatim) add_words(s.name, in_calls);
            });
        }
        for (const auto& verbatim : program.verbatims) add_words(verbatim.name, in_calls);
    }
};

bool is_plain_statement(const Statement& s) {
    switch (s.kind) {
        case StatementKind::Assign:
        case StatementKind::Call:
        case StatementKind::If:
        case StatementKind::From:
        case StatementKind::Block:
        case StatementKind::Local:
        case StatementKind::Conductance:
        case StatementKind::Eliminate:
            return true;
        default:
            return false;
    }
}

bool is_plain_block(const Program& program, const Block& block) {
    if (block.kind == BlockKind::FunctionTable) return false;
    if (table_of(block)) return true;
    bool is_plain = true;
    for_each_statement(block.body, [&](const Statement& s) { is_plain &= is_plain_statement(s); });
    for_each_expression(block.body, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Call) is_plain &= program.block(e.text) || known_function(e.text);
        });
    });
    return is_plain;
}

/// Whether the engine also holds the symbol's values.
bool is_shared(const Plan& plan, const Symbol& symbol, const Others& others) {
    switch (symbol.storage) {
        case Storage::Pointer:
        case Storage::Random:
        case Storage::History:
        case Storage::Derivative:
            return false;
        case Storage::Constant:  // a variable in C
            return !others.in_c.contains(symbol.name);
        default:
            break;
    }
    // C code called between kernels uses the ion values that it loaded last.
    const auto* ion = plan.ion_access(symbol.name);
    return !(ion && ion->is_read && others.in_calls.contains(symbol.name)) && !is_wide(symbol);
}

bool looks_up(const Blocks& blocks) {
    return std::ranges::any_of(blocks, [](const Block* block) { return table_of(*block) != nullptr; });
}

bool fits(const Plan& plan, const Block& block, const Others& others) {
    const auto& program = *plan.program;
    const auto flow = data_flow(program, block, TableUse::Always);
    if (flow.has_effects) return false;
    const auto reached = reached_from(program, block);
    if (looks_up(reached) && plan.tables_vary) return false;
    if (!std::ranges::all_of(reached, [&](const Block* b) { return is_plain_block(program, *b); })) return false;
    const auto names = names_in(reached);
    return std::ranges::all_of(program.symbols, [&](const Symbol& symbol) {
        const bool is_used = names.contains(symbol.name) || flow.uses(symbol.name);
        return !is_used || is_shared(plan, symbol, others);
    });
}

}  // namespace

std::set<std::string> kernels_in_lanes(const Plan& plan) {
    const auto& program = *plan.program;
    std::set<std::string> kernels;
    const auto kind = program.neuron.kind;
    const bool has_instances = kind == NeuronBlock::Kind::Density || kind == NeuronBlock::Kind::PointProcess;
    if (!program.is_c || program.is_linked || !has_instances || !program.neuron.externals.empty()) return kernels;
    const Others others(plan);
    for (const auto& kernel : plan.kernels) {
        if (kernel.name == "advance" && fits(plan, *kernel.block, others)) kernels.insert("advance");
    }
    if (plan.current && fits(plan, *plan.current, others)) kernels.insert("current");
    return kernels;
}

namespace {

/// The C function of a kernel.
std::string in_c_of(const std::string& exported, const std::string& kernel) {
    return lane_kernel(exported, kernel) + "_in_c";
}

/// The C function that finds the TABLEs.
std::string tables_of(const std::string& exported) {
    return exported + "_tables";
}

/// The head of a function; weak, because several groups of files (driver/group_sources.hpp) may define it.
std::string hidden_function(const std::string& linkage, const std::string& name, const std::string& more = "") {
    return linkage + " __attribute__((weak, visibility(\"hidden\"))) int " + name + "(rv_instances* in" + more + ")";
}

DataFlow flow_of_lanes(const Program& program, const Block& block) {
    auto flow = data_flow(program, block, TableUse::Always);
    if (looks_up(reached_from(program, block))) flow.reads.insert("usetable");
    return flow;
}

/// Prints struct Tables, with pointers to values that the C code owns.
void print_places_of_tables(const Plan& plan, CppWriter& out) {
    if (plan.tables.empty()) return;
    out.line("struct Tables {");
    for (const auto* block : plan.tables) {
        const auto members = table_members(plan, *block);
        for (std::size_t k = 0; k < members.size(); ++k) out.line((k < 2 ? "double " : "double* ") + members[k] + ";");
    }
    out.line("};");
    out.blank();
}

/// Prints the kernel function that the mechanism's list names.
void print_lane_kernel(const Plan& plan, const std::string& kernel, const DataFlow& flow, const std::string& exported,
                       CppWriter& out) {
    const std::string linkage = "extern \"C\"";
    const bool has_tables = flow.reads.contains("usetable");
    if (has_tables) {
        out.line(hidden_function(linkage, in_c_of(exported, kernel)) + ";");
        out.line(hidden_function(linkage, tables_of(exported), ", double** at") + ";");
    }
    out.line(hidden_function(linkage, lane_kernel(exported, kernel)) + " {");
    if (has_tables) {
        std::string values;
        int k = 0;
        for (const auto* block : plan.tables) {
            const auto count = static_cast<int>(table_members(plan, *block).size());
            for (int member = 0; member < count; ++member, ++k) {
                values += (k > 0 ? ", " : "") + std::string(member < 2 ? "*" : "") + "rv_at[" + std::to_string(k) + "]";
            }
        }
        out.line("if (in->count < 1) return 0;");
        out.line("if (!in->global[" + std::to_string(plan.global_of("usetable")) + "]) return " +
                 in_c_of(exported, kernel) + "(in);");
        out.line("double* rv_at[" + std::to_string(k) + "];");
        out.line(tables_of(exported) + "(in, rv_at);");
        out.line("Tables rv_tables = {" + values + "};");
        out.line("in->tables = &rv_tables;");
        out.line("const int rv_status = " + kernel + "(in);");
        out.line("in->tables = nullptr;");
        out.line("return rv_status;");
    } else {
        out.line("return " + kernel + "(in);");
    }
    out.line("}");
}

}  // namespace

std::string lane_kernel(const std::string& exported, const std::string& kernel) {
    return exported + "_" + kernel;
}

void print_called_by_lanes(const Plan& plan, const std::string& exported, CppWriter& out) {
    const auto kernels = kernels_in_lanes(plan);
    Blocks all;
    const auto print = [&](const Block& block, const std::string& name, const std::string& in_c) {
        if (!kernels.contains(name)) return;
        const auto reached = reached_from(*plan.program, block);
        if (!looks_up(reached)) return;
        all.insert(reached.begin(), reached.end());
        out.line(hidden_function("RV_C_API", in_c_of(exported, name)) + " {");
        out.line("return " + in_c + "(in);");
        out.line("}");
    };
    for (const auto& kernel : plan.kernels) print(*kernel.block, kernel.name, "_rv_" + kernel.name);
    if (plan.current) print(*plan.current, "current", "_rv_currents");
    if (!looks_up(all)) return;
    out.line(hidden_function("RV_C_API", tables_of(exported), ", double** at") + " {");
    out.line("RV_ENTER(in, 0);");
    out.line("_rv_load_ions(in, 0);");
    int k = 0;
    for (const auto* block : plan.tables) {
        if (!all.contains(block)) continue;
        out.line("_check_" + block->name + "();");
        for (const auto& address : c_table_addresses(plan, *block)) {
            out.line("at[" + std::to_string(k++) + "] = " + address + ";");
        }
    }
    out.line("return 0;");
    out.line("}");
}

std::string generate_lanes(Program& program, const GenerateOptions& options) {
    // C code is called by the library's functions, so its NMODL is, too.
    auto plan = make_plan(program, Math::libm);
    const auto kernels = kernels_in_lanes(plan);
    if (kernels.empty()) return {};
    Blocks reached;
    std::erase_if(plan.kernels, [&](const Kernel& kernel) { return !kernels.contains(kernel.name); });
    for (const auto& kernel : plan.kernels) reach(program, *kernel.block, reached);
    if (!kernels.contains("current")) plan.current = nullptr;
    if (plan.current) reach(program, *plan.current, reached);
    rename_locals_of_c(program, reached);
    std::erase_if(plan.tables, [&](const Block* block) { return !reached.contains(block); });
    plan.only_looks_up = !plan.tables.empty();
    for (auto& kernel : plan.kernels) kernel.flow = flow_of_lanes(program, *kernel.block);
    if (plan.current) plan.current_flow = flow_of_lanes(program, *plan.current);
    plan.tables_vary = false;
    plan.functions.clear();
    plan.function_tables.clear();

    CppWriter out;
    out.line(cpp_comment(program.neuron.name + ", made from " + program.path + ": the kernels without VERBATIM."));
    out.line("#include <math.h>");
    out.blank();
    out.line("#include \"mechanisms/runtime/abi.h\"");
    out.line("#include \"mechanisms/runtime/generated.h\"");
    out.line("#include \"mechanisms/runtime/math.h\"");
    if (std::ranges::any_of(program.symbols, is_wide)) out.line("#include \"mechanisms/runtime/wide_lanes.h\"");
    if (std::ranges::any_of(reached, [](const Block* block) { return has_solver(*block); })) {
        out.line("#include \"mechanisms/runtime/solvers.h\"");
        out.line("#include \"mechanisms/runtime/lane_solvers.h\"");
    }
    if (has_recursion(program)) out.line("#include \"mechanisms/runtime/recursion.h\"");
    if (has_checked_index(program)) out.line("#include \"mechanisms/runtime/indices.h\"");
    out.blank();
    out.line("namespace {");
    out.blank();
    print_instance(plan, out);
    print_places_of_tables(plan, out);
    print_functions(plan, out, &reached);
    print_kernels(plan, out);
    out.line("}  // namespace");
    for (const auto& kernel : plan.kernels) print_lane_kernel(plan, kernel.name, kernel.flow, options.symbol, out);
    if (plan.current) print_lane_kernel(plan, "current", plan.current_flow, options.symbol, out);
    return out.text();
}

}  // namespace ranvier::nmodl
