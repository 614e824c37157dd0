#include "mechanisms/nmodl/codegen/plan.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "mechanisms/nmodl/codegen/globals_between_kernels.hpp"
#include "mechanisms/nmodl/codegen/neuron_threads.hpp"
#include "mechanisms/nmodl/passes/split_breakpoint.hpp"
#include "mechanisms/nmodl/passes/split_cell_step.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

namespace ranvier::nmodl {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void find_ions(Plan& plan) {
    const auto& ions = plan.program->neuron.ions;
    for (std::size_t k = 0; k < ions.size(); ++k) {
        const auto& ion = ions[k];
        const std::pair<std::string, const char*> variables[] = {{"e" + ion.name, "erev"},
                                                                 {ion.name + "i", "inside"},
                                                                 {ion.name + "o", "outside"},
                                                                 {"i" + ion.name, "current"}};
        for (const auto& [name, column] : variables) {
            const bool reads = contains(ion.reads, name), writes = contains(ion.writes, name);
            const auto* symbol = plan.program->symbol(name);
            if (!symbol || (!reads && !writes)) continue;
            const bool is_current = std::string(column) == "current";
            // Written concentrations are loaded first; a current or reversal potential that is only written belongs to
            // the mechanism.
            const bool is_concentration = !is_current && std::string(column) != "erev";
            plan.ions.push_back({symbol, static_cast<int>(k), column, reads || is_concentration, writes, is_current});
        }
    }
}

void find_blocks(Plan& plan) {
    const auto& program = *plan.program;
    const auto add = [&](const char* name, const Block* block) {
        if (block && !block->body.empty()) plan.kernels.push_back({name, block, data_flow(program, *block)});
    };
    add("construct", program.block(BlockKind::Constructor));
    add("destruct", program.block(BlockKind::Destructor));
    add("before_initial", program.block(BlockKind::BeforeInitial));
    add("initialize", program.block(BlockKind::Initial));
    add("after_initial", program.block(BlockKind::AfterInitial));
    add("before_breakpoint", program.block(BlockKind::BeforeBreakpoint));
    add("draw", program.block(draw_block));
    add("advance", program.block(advance_block));
    add("fire", program.block(fire_block));
    add("after_solve", program.block(BlockKind::AfterSolve));
    add("before_step", program.block(BlockKind::BeforeStep));
    add("derivatives", program.block(derivatives_block));
    add("solve_derivatives", program.block(solve_derivatives_block));
    add("concentrations", program.block(concentrations_block));
    if (has_currents(program)) {
        plan.current = program.block(BlockKind::Breakpoint);
        if (plan.current) plan.current_flow = data_flow(program, *plan.current);
    }
    for (const auto& block : program.blocks) {
        if (block.kind == BlockKind::FunctionTable) plan.function_tables.push_back(&block);
        const bool callable = block.kind == BlockKind::Procedure || block.kind == BlockKind::Function ||
                              block.kind == BlockKind::FunctionTable;
        if (callable && !is_made_from_solve(block) && !block.is_solved) plan.functions.push_back(&block);
        if (table_of(block)) plan.tables.push_back(&block);
        if (block.kind != BlockKind::NetReceive) continue;
        plan.net_receive = &block;
        for (const auto& argument : block.arguments) plan.weights.push_back(argument.name);
        plan.weights.pop_back();  // flag, which rename_locals appended
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::NetInitial) plan.net_initial.push_back(&s);
            if (s.kind == StatementKind::Watch) plan.watches.push_back(&s);
        });
    }
}

/// Variables whose value before an entry point matters: they need a column even if scripts cannot see them.
std::set<std::string> kept_between_calls(const Plan& plan) {
    std::set<std::string> kept;
    const auto take = [&](const DataFlow& flow) {
        kept.insert(flow.reads.begin(), flow.reads.end());
        // If a variable is assigned only on some paths, the others keep the old value.
        for (const auto& name : flow.writes) {
            if (!flow.sets.contains(name) && flow.reads.contains(name)) kept.insert(name);
        }
    };
    for (const auto& kernel : plan.kernels) take(kernel.flow);
    take(plan.current_flow);
    for (const auto* block : plan.functions) take(data_flow(*plan.program, *block));
    for (const auto& diffusion : plan.program->diffusions) {
        for (const auto* part : {&diffusion.conductance, &diffusion.volume, &diffusion.state}) {
            for_each(std::as_const(**part), [&](const Expression& e) { kept.insert(e.text); });
        }
    }
    if (plan.net_receive) take(data_flow(*plan.program, *plan.net_receive));
    for (const auto* initial : plan.net_initial) take(data_flow(*plan.program, initial->body));
    for (const auto* watch : plan.watches) {
        for (const auto& value : watch->value) {
            for_each(*value, [&](const Expression& e) { kept.insert(e.text); });
        }
    }
    return kept;
}

void number_variables(Plan& plan) {
    const auto kept = kept_between_calls(plan);
    int column = 0, derivative = 0, global = 0;
    for (const auto& symbol : plan.program->symbols) {
        const int length = std::max(symbol.length, 1);
        const auto* ion = plan.ion_access(symbol.name);
        const bool own_value =
            symbol.storage == Storage::Field ||
            (symbol.storage == Storage::Ion && (plan.program->is_c || symbol.is_visible || (ion && !ion->is_read)));
        switch (symbol.storage) {
            case Storage::Field:
            case Storage::Ion:
                if (own_value && (plan.program->is_c || symbol.is_visible || kept.contains(symbol.name))) {
                    plan.columns.push_back({&symbol, column});
                    column += length;
                }
                break;
            case Storage::Global:
                plan.globals.push_back({&symbol, global});
                global += length;
                break;
            case Storage::Derivative:
                plan.derivatives.push_back({&symbol, derivative});
                derivative += length;
                break;
            case Storage::Pointer:
                plan.pointers.push_back(&symbol);
                break;
            case Storage::Random:
                plan.randoms.push_back(&symbol);
                break;
            case Storage::History:
                plan.histories.push_back(&symbol);
                break;
            default:
                break;
        }
    }
}

/// Finds the globals through which instances communicate: one instance may read the value that another has written.
void find_carried(Plan& plan) {
    const auto look = [&](const DataFlow& flow) {
        for (const auto& name : flow.writes) {
            const auto* symbol = plan.program->symbol(name);
            if (!symbol || symbol->storage != Storage::Global) continue;
            if (flow.reads.contains(name) || !flow.sets.contains(name)) plan.shares_globals = true;
        }
    };
    for (const auto& kernel : plan.kernels) look(kernel.flow);
    look(plan.current_flow);
    if (plan.net_receive) look(data_flow(*plan.program, *plan.net_receive));
    const bool made_by_first = !is_one_threaded_in_neuron(*plan.program);
    for (const auto* block : plan.tables) {
        auto flow = data_flow(*plan.program, block->body);
        const auto& depends = table_of(*block)->depends;
        flow.reads.insert(depends.begin(), depends.end());
        for (const auto& name : flow.reads) {
            const auto* symbol = plan.program->symbol(name);
            if (!symbol) continue;
            const bool varies = symbol->storage == Storage::Field || symbol->storage == Storage::Ion ||
                                symbol->storage == Storage::Pointer || name == "v" || name == "diam" || name == "area";
            const bool is_fixed = made_by_first && symbol->storage != Storage::Pointer &&
                                  (symbol->storage == Storage::Field || !contains(depends, name));
            if (varies && !is_fixed) plan.tables_vary = true;
        }
    }
    if (plan.tables_vary) plan.shares_globals = true;
}

/// Whether a loop over instances, with or without TABLEs, reads a global that it wrote for another instance.
bool hands_on_globals(const Plan& plan) {
    const auto hands_on = [&](const Block& block, TableUse tables) {
        const auto flow = data_flow(*plan.program, block, tables);
        return std::ranges::any_of(flow.writes, [&](const std::string& name) {
            const auto* symbol = plan.program->symbol(name);
            const bool is_global = symbol && symbol->storage == Storage::Global;
            return is_global && (flow.reads.contains(name) || !flow.sets.contains(name));
        });
    };
    std::vector<const Block*> blocks;
    for (const auto& kernel : plan.kernels) blocks.push_back(kernel.block);
    if (plan.current) blocks.push_back(plan.current);
    return std::ranges::any_of(blocks, [&](const Block* block) {
        return hands_on(*block, TableUse::Never) || (!plan.tables.empty() && hands_on(*block, TableUse::Always));
    });
}

/// Arrays that VERBATIM does not name and NMODL never uses as a whole.
std::set<std::string> arrays_in_place(const Program& program) {
    std::set<std::string> others;
    for (const auto& verbatim : program.verbatims) add_words(verbatim.name, others);
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Verbatim) add_words(s.name, others);
            others.insert(s.names.begin(), s.names.end());
            for (const auto& value : s.value) {
                for_each(*value, [&](const Expression& e) {
                    if (e.kind == ExpressionKind::Name) others.insert(e.text);
                });
            }
        });
    }
    std::set<std::string> found;
    for (const auto& symbol : program.symbols) {
        const bool is_array = symbol.storage == Storage::Field && symbol.role != Role::State && symbol.length > 0;
        if (is_array && !others.contains(symbol.name)) found.insert(symbol.name);
    }
    return found;
}

}  // namespace

int Plan::column_of(const std::string& name) const {
    for (const auto& column : columns) {
        if (column.symbol->name == name) return column.first;
    }
    return -1;
}

int Plan::derivative_of(const std::string& name) const {
    for (const auto& column : derivatives) {
        if (column.symbol->name == name) return column.first;
    }
    return -1;
}

int Plan::global_of(const std::string& name) const {
    for (const auto& global : globals) {
        if (global.symbol->name == name) return global.first;
    }
    return -1;
}

const IonAccess* Plan::ion_access(const std::string& name) const {
    for (const auto& ion : ions) {
        if (ion.symbol->name == name) return &ion;
    }
    return nullptr;
}

bool Plan::has_kernel(const std::string& name) const {
    return std::ranges::any_of(kernels, [&](const Kernel& kernel) { return kernel.name == name; });
}

void add_words(const std::string& text, std::set<std::string>& words) {
    std::string word;
    for (const char c : text + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
            word += c;
        } else if (!word.empty()) {
            words.insert(std::exchange(word, {}));
        }
    }
}

bool is_wide(const Symbol& symbol) {
    constexpr int most_loaded = 32;
    return symbol.storage == Storage::Field && symbol.role != Role::State && symbol.length > most_loaded;
}

Plan make_plan(const Program& program, Math math) {
    Plan plan;
    plan.program = &program;
    plan.math = math;
    find_ions(plan);
    find_blocks(plan);
    number_variables(plan);
    find_carried(plan);
    if (program.is_c) {
        plan.arrays_in_place = arrays_in_place(program);
        for (auto& weight : plan.weights) weight.erase(0, 2);  // VERBATIM's prefix for locals
    }
    const bool finds_globals = finds_globals_of_last_instance(plan);
    plan.shares_globals |= finds_globals;
    plan.needs_one_thread = program.is_c || plan.shares_globals;
    plan.order_matters = program.is_c || plan.tables_vary || hands_on_globals(plan) || finds_globals;
    plan.is_threadsafe = !plan.needs_one_thread && plan.pointers.empty();
    plan.is_electrode = !program.neuron.electrode.empty();
    return plan;
}

}  // namespace ranvier::nmodl
