#include "mechanisms/nmodl/codegen/lane_kernels.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/resolve_names.hpp"

namespace ranvier::nmodl {
namespace {

using Blocks = std::set<const Block*>;

/// A block and all that it calls.
void reach(const Program& program, const Block& block, Blocks& reached) {
    if (!reached.insert(&block).second) return;
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
        for_each_statement(block->body, [&](const Statement& s) {
            names.insert(s.names.begin(), s.names.end());
            for (const auto& value : s.value) {
                for_each(std::as_const(*value), [&](const Expression& e) { names.insert(e.text); });
            }
        });
    }
    return names;
}

/// The words of all VERBATIM, and those that NET_RECEIVE and the functions that scripts call read.
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
            return true;
        default:
            return false;
    }
}

bool is_plain_block(const Program& program, const Block& block) {
    if (block.kind == BlockKind::FunctionTable) return false;
    bool is_plain = true;
    for_each_statement(block.body, [&](const Statement& s) { is_plain &= is_plain_statement(s); });
    for_each_expression(block.body, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Call) is_plain &= program.block(e.text) || known_function(e.text);
        });
    });
    return is_plain;
}

/// Whether all that the symbol is lies where the engine, too, finds it.
bool is_shared(const Plan& plan, const Symbol& symbol, const Others& others) {
    switch (symbol.storage) {
        case Storage::Pointer:
        case Storage::Random:
        case Storage::Derivative:
            return false;
        case Storage::Constant:  // a variable in C
            return !others.in_c.contains(symbol.name);
        default:
            break;
    }
    // What C code last loaded from an ion is what it finds where it is called in between.
    const auto* ion = plan.ion_access(symbol.name);
    return !(ion && ion->is_read && others.in_calls.contains(symbol.name)) && !is_wide(symbol);
}

bool fits(const Plan& plan, const Block& block, const DataFlow& flow, const Others& others) {
    const auto& program = *plan.program;
    if (flow.has_effects) return false;
    const auto reached = reached_from(program, block);
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
        if (kernel.name == "advance" && fits(plan, *kernel.block, kernel.flow, others)) kernels.insert("advance");
    }
    if (plan.current && fits(plan, *plan.current, plan.current_flow, others)) kernels.insert("current");
    return kernels;
}

std::string lane_kernel(const std::string& exported, const std::string& kernel) {
    return exported + "_" + kernel;
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
    for (auto& kernel : plan.kernels) kernel.flow = data_flow(program, *kernel.block);
    if (plan.current) plan.current_flow = data_flow(program, *plan.current);
    plan.tables.clear();
    plan.tables_vary = false;
    plan.functions.clear();
    plan.function_tables.clear();

    CppWriter out;
    out.line("/* Of " + program.neuron.name + ", made from " + program.path + ", what its VERBATIM has no part in. */");
    out.line("#include <math.h>");
    out.blank();
    out.line("#include \"mechanisms/runtime/abi.h\"");
    out.line("#include \"mechanisms/runtime/generated.h\"");
    out.line("#include \"mechanisms/runtime/math.h\"");
    if (std::ranges::any_of(reached, [](const Block* block) { return has_solver(*block); })) {
        out.line("#include \"mechanisms/runtime/solvers.h\"");
        out.line("#include \"mechanisms/runtime/lane_solvers.h\"");
    }
    out.blank();
    out.line("namespace {");
    out.blank();
    print_instance(plan, out);
    print_functions(plan, out, &reached);
    print_kernels(plan, out);
    out.line("}  // namespace");
    for (const auto& kernel : kernels) {
        out.line("extern \"C\" __attribute__((visibility(\"hidden\"))) int " + lane_kernel(options.symbol, kernel) +
                 "(rv_instances* in) {");
        out.line("return " + kernel + "(in);");
        out.line("}");
    }
    return out.text();
}

}  // namespace ranvier::nmodl
