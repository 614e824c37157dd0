#include "mechanisms/nmodl/codegen/neuron_threads.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

/// Whether a name is a GLOBAL variable that scripts see, as opposed to a LOCAL outside of any block.
bool is_global(const Program& program, const std::string& name) {
    const auto* symbol = program.symbol(name);
    if (!symbol || symbol->storage != Storage::Global) return false;
    const auto& locals = program.file_locals;
    return std::none_of(locals.begin(), locals.end(), [&](const LocalVariable& local) { return local.name == name; });
}

bool assigns_global(const Program& program) {
    bool found = false;
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& s) {
            found = found || (s.kind == StatementKind::Assign && is_global(program, s.value[0]->text));
        });
    }
    return found;
}

}  // namespace

bool is_one_threaded_in_neuron(const Program& program) {
    const auto& neuron = program.neuron;
    if (neuron.kind == NeuronBlock::Kind::Nothing) return true;
    using Method = System::Method;
    const auto is_alone = [](const Block& block) {
        const auto method = block.system.method;
        return method == Method::Newton || method == Method::Linear || method == Method::Runge ||
               block.kind == BlockKind::Discrete;
    };
    if (std::any_of(program.blocks.begin(), program.blocks.end(), is_alone)) return true;
    if (neuron.is_threadsafe) return false;
    return !neuron.pointers.empty() || !neuron.externals.empty() || program.has_verbatim || assigns_global(program);
}

bool has_thread_arguments(const Program& program) {
    return program.neuron.is_threadsafe && !is_one_threaded_in_neuron(program);
}

}  // namespace ranvier::nmodl
