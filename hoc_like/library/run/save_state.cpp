#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "engine/simulation/simulation.hpp"
#include "engine/state/cell_snapshot.hpp"
#include "engine/state/save_state.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/file.hpp"

namespace ranvier::hoc {

namespace {

class SaveStateObject final : public Native {
  public:
    static constexpr std::string_view class_name = "SaveState";
    std::shared_ptr<const engine::SavedState> state;  ///< null until save or fread
};

const engine::SavedState& saved(Call& call) {
    const auto& state = call.self_as<SaveStateObject>().state;
    if (!state) fail(call, "nothing has been saved yet; call save() or fread(file) first");
    return *state;
}

/// Opens the File in the first argument by name, even if it is open already, like NEURON's SaveState.fwrite and fread.
FileObject& open_by_name(Call& call, const char* mode) {
    FileObject& file = call.native<FileObject>(0);
    if (!file.open(mode)) fail(call, fmt::format("the file \"{}\" cannot be opened", file.name()));
    return file;
}

Result write(Call& call) {
    const engine::SavedState& state = saved(call);
    if (!state.script_events.empty())
        fail(call, "events that run statements (CVode.event) cannot be written to a file");
    FileObject& file = open_by_name(call, "w");
    const auto bytes = engine::to_bytes(state);
    const std::uint64_t size = bytes.size();
    if (std::fwrite(&size, sizeof size, 1, file.stream()) != 1 ||
        std::fwrite(bytes.data(), 1, size, file.stream()) != size || std::fflush(file.stream()) != 0) {
        fail(call, fmt::format("the state cannot be written to \"{}\"", file.name()));
    }
    if (call.number_or(1, 1) != 0) file.close();
    return 1.;
}

/// The first bytes of a file of NEURON's SaveState.
constexpr std::string_view of_neuron = "SaveStat";

Result read(Call& call) {
    FileObject& file = open_by_name(call, "r");
    std::uint64_t size = 0;
    std::vector<std::byte> bytes;
    bool is_whole = std::fread(&size, sizeof size, 1, file.stream()) == 1;
    if (is_whole && std::memcmp(&size, of_neuron.data(), sizeof size) == 0) {
        fail(call,
             fmt::format("\"{}\" was written by NEURON; Ranvier reads only states that it wrote itself", file.name()));
    }
    constexpr std::size_t piece = 1 << 20;  // a damaged length must not exhaust memory
    while (is_whole && bytes.size() < size) {
        const std::size_t have = bytes.size(), more = std::min<std::size_t>(piece, size - have);
        bytes.resize(have + more);
        is_whole = std::fread(bytes.data() + have, 1, more, file.stream()) == more;
    }
    if (!is_whole) fail(call, "the file ends within the state");
    call.self_as<SaveStateObject>().state = std::make_shared<engine::SavedState>(engine::from_bytes(bytes));
    if (call.number_or(1, 1) != 0) file.close();
    return 1.;
}

}  // namespace

/// SaveState: saves and restores the state of a run.
void register_save_state(Registry& registry, const Context& context) {
    ClassDefinition state;
    state.name = SaveStateObject::class_name;
    state.signature = "SaveState()";
    state.doc =
        "Saves what a run has changed (t, voltages, STATEs, ions, all variables of mechanisms with NET_RECEIVE, "
        "weights, pending events), so that a run can continue from this state later.";
    state.construct = [](Call&) { return std::make_unique<SaveStateObject>(); };
    state.methods = {
        {"save", "save()", "Saves the current state of this rank; all ranks must save, and all must restore.",
         [&context](Call& call) -> Result {
             drive(engine::settle_exchange(context.simulation.states()));
             call.self_as<SaveStateObject>().state = engine::save_state(context.simulation.states());
             return 1.;
         }},
        {"restore", "restore([1])",
         "Restores the saved state; with 1, restores all but the pending events. The model must have the same "
         "structure.",
         [&context](Call& call) -> Result {
             engine::restore_state(saved(call), call.number_or(0, 0) == 0, context.simulation.states());
             return 1.;
         }},
        {"fwrite", "fwrite(file[, 0])",
         "Opens the File and writes the saved state; closes the File unless the second argument is 0.", write},
        {"fread", "fread(file[, 0])",
         "Opens the File and reads a state; closes the File unless the second argument is 0.", read},
    };
    registry.add(std::move(state));
}

}  // namespace ranvier::hoc
