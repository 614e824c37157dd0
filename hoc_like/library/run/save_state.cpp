#include "hoc_like/library/run/save_state.hpp"

#include <memory>
#include <span>

#include "engine/run/cell_snapshot.hpp"
#include "engine/run/saved_state.hpp"
#include "hoc_like/library/data/file.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

class SaveStateObject final : public Native {
  public:
    static constexpr std::string_view class_name = "SaveState";
    std::shared_ptr<const engine::SavedState> state;  ///< null until save or fread
};

const engine::SavedState& saved(Call& call) {
    const auto& state = call.self_as<SaveStateObject>().state;
    if (!state) call.fail("nothing has been saved yet: save() or fread(file) comes first");
    return *state;
}

Result write(Call& call) {
    const engine::SavedState& state = saved(call);
    if (!state.script_events.empty()) call.fail("events that run statements (CVode.event) cannot be written to a file");
    std::FILE* stream = file_argument(call, 0);
    const auto bytes = engine::to_bytes(state);
    const std::uint64_t size = bytes.size();
    if (std::fwrite(&size, sizeof size, 1, stream) != 1 || std::fwrite(bytes.data(), 1, size, stream) != size) {
        call.fail("the state cannot be written");
    }
    if (call.number_or(1, 1) != 0) call.native<FileObject>(0).close();
    return 1.;
}

Result read(Call& call) {
    std::FILE* stream = file_argument(call, 0);
    std::uint64_t size = 0;
    std::vector<std::byte> bytes;
    bool is_whole = std::fread(&size, sizeof size, 1, stream) == 1;
    constexpr std::size_t piece = 1 << 20;  // a damaged length must not take all memory
    while (is_whole && bytes.size() < size) {
        const std::size_t have = bytes.size(), more = std::min<std::size_t>(piece, size - have);
        bytes.resize(have + more);
        is_whole = std::fread(bytes.data() + have, 1, more, stream) == more;
    }
    if (!is_whole) call.fail("the file ends before the state does");
    call.self_as<SaveStateObject>().state = std::make_shared<engine::SavedState>(engine::from_bytes(bytes));
    if (call.number_or(1, 1) != 0) call.native<FileObject>(0).close();
    return 1.;
}

}  // namespace

void register_save_state(Registry& registry, Session& session) {
    ClassDefinition state;
    state.name = SaveStateObject::class_name;
    state.signature = "SaveState()";
    state.doc =
        "Keeps what a run has changed (t, voltages, STATEs, ions, all of mechanisms with NET_RECEIVE, weights, pending "
        "events), to go on from there again.";
    state.construct = [](Call&) { return std::make_unique<SaveStateObject>(); };
    state.methods = {
        {"save", "save()", "Keeps the present state of this rank; on several ranks all save, and all restore.",
         [&session](Call& call) -> Result {
             session.drive(engine::settle_exchange(session.simulation()));
             call.self_as<SaveStateObject>().state = session.simulation().save_state();
             return 1.;
         }},
        {"restore", "restore([1])",
         "Brings the kept state back; with 1 all but the pending events. The model must have the structure it had.",
         [&session](Call& call) -> Result {
             session.simulation().restore_state(saved(call), call.number_or(0, 0) == 0);
             return 1.;
         }},
        {"fwrite", "fwrite(file[, 0])", "Writes the kept state to a File that is open, and closes it unless 0.", write},
        {"fread", "fread(file[, 0])", "Reads a state from a File that is open, and closes it unless 0.", read},
    };
    registry.add(std::move(state));
}

}  // namespace ranvier::hoc
