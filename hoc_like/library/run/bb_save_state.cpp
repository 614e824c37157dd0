#include "hoc_like/library/run/bb_save_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <memory>

#include "engine/state/cell_snapshot.hpp"
#include "engine/state/state_files.hpp"
#include "exchange/transport/agreement.hpp"
#include "hoc_like/library/cable/point_process.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/sandbox.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

using engine::Bytes;
using engine::RankSnapshot;
using engine::SnapshotSet;
using engine::StateError;

class BBSaveStateObject final : public Native {
  public:
    static constexpr std::string_view class_name = "BBSaveState";
    engine::SnapshotScope scope{true, {}};
};

const engine::SnapshotScope& scope(const Call& call) {
    return call.self_as<BBSaveStateObject>().scope;
}

/// Adds the file name to errors about the content.
RankSnapshot read_snapshot(const std::string& file, std::span<const std::byte> bytes) {
    try {
        return engine::rank_snapshot(bytes);
    } catch (const StateError& error) {
        throw StateError(fmt::format("{}: {}", file, error.what()));
    }
}

Result save(Call& call, Session& session) {
    const std::string file = call.string(0);
    sandbox::check_write(file);
    const RankSnapshot snapshot = session.drive(engine::save_cells(session.simulation().snapshots(), scope(call)));
    engine::write_file(file, engine::to_bytes(snapshot));
    return 1.;
}

Result restore(Call& call, Session& session) {
    const std::string file = call.string(0);
    SnapshotSet from;
    from.ranks.push_back(read_snapshot(file, engine::read_file(file)));
    const RankSnapshot& snapshot = from.ranks[0];
    if (static_cast<int>(snapshot.rank) != session.transport().rank() ||
        static_cast<int>(snapshot.ranks) != session.transport().size()) {
        fail(call, fmt::format("{} was saved by rank {} of {}; on other ranks, use restore_test", file, snapshot.rank,
                               snapshot.ranks));
    }
    from.is_own = true;
    session.drive(engine::restore_cells(session.simulation().snapshots(), from, scope(call)));
    return 1.;
}

constexpr const char *out_folder = "bbss_out", *in_folder = "bbss_in";

Result save_by_gid(Call& call, Session& session) {
    const RankSnapshot all = session.drive(engine::save_cells(session.simulation().snapshots(), scope(call)));
    sandbox::check_write(out_folder);
    std::filesystem::create_directories(out_folder);
    for (const RankSnapshot& cell : engine::split_by_cell(all)) {
        const std::string file = fmt::format("{}/tmp.{}.{}", out_folder, cell.cells[0].gid, all.rank);
        engine::write_file(file, engine::to_bytes(cell));
    }
    if (all.rank == 0) {
        const std::string t = fmt::format("{:.17g}\n", all.t);
        engine::write_file(fmt::format("{}/tmp", out_folder), std::as_bytes(std::span(t)));
    }
    return 1.;
}

/// The state, which follows the first line with the number of pieces.
std::span<const std::byte> without_count(const std::string& file, std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    int pieces = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pieces);
    if (error != std::errc{} || end == text.data() + text.size() || *end != '\n') {
        throw StateError(
            fmt::format("{}: the first line must be the number of files with this gid (see BBSaveState)", file));
    }
    if (pieces != 1)
        throw StateError(fmt::format("{}: cells in {} pieces (multisplit) are not supported", file, pieces));
    return bytes.subspan(static_cast<std::size_t>(end - text.data()) + 1);
}

Result restore_by_gid(Call& call, Session& session) {
    SnapshotSet from;
    std::string complaint = exchange::complaint_of<engine::StateError>([&] {
        for (const engine::Gid gid : session.simulation().snapshots().gids_of_cells(scope(call))) {
            const std::string file = fmt::format("{}/tmp.{}", in_folder, gid);
            const Bytes bytes = engine::read_file(file);
            from.ranks.push_back(read_snapshot(file, without_count(file, bytes)));
        }
    });
    session.drive(exchange::agree<engine::StateError>(session.transport(), std::move(complaint)));
    session.drive(engine::restore_cells(session.simulation().snapshots(), from, scope(call)));
    return 1.;
}

Result ignore(Call& call) {
    auto& ignored = call.self_as<BBSaveStateObject>().scope.ignored;
    if (call.size() == 0) {
        ignored.clear();
    } else {
        ignored.push_back(call.native<PointProcess>(0).instance());
    }
    return 0.;
}

}  // namespace

void register_bb_save_state(Registry& registry, Session& session) {
    ClassDefinition state;
    state.name = BBSaveStateObject::class_name;
    state.signature = "BBSaveState()";
    state.doc =
        "Saves the state of all cells with gids, random streams, weights, pending events and spikes in flight to "
        "files, and restores it, even on a different number of ranks. Parameters of mechanisms without NET_RECEIVE "
        "stay as the script sets them.";
    state.construct = [](Call&) { return std::make_unique<BBSaveStateObject>(); };
    const auto method = [&session](Result (*function)(Call&, Session&)) {
        return [&session, function](Call& call) { return function(call, session); };
    };
    state.methods = {
        {"save", "save(file)", "Writes this rank's part; all ranks must call it, each with a different file.",
         method(save)},
        {"restore", "restore(file)",
         "Reads the file that this rank wrote; requires the same number of ranks with the same cells.",
         method(restore)},
        {"save_test", "save_test()",
         "Writes each cell to bbss_out/tmp.GID.RANK. A copy in bbss_in/tmp.GID, preceded by a line with the number "
         "1, can be read on any number of ranks.",
         method(save_by_gid)},
        {"restore_test", "restore_test()", "Reads bbss_in/tmp.GID for each cell on this rank.", method(restore_by_gid)},
        {"ignore", "ignore([pointprocess])",
         "Excludes a point process from saving and restoring; without an argument, excludes none.", ignore},
        {"vector_play_init", "vector_play_init()",
         "Accepted, without effect: after a restore, Vectors are played from the restored time on.",
         [](Call&) -> Result { return 0.; }},
    };
    registry.add(std::move(state));
}

}  // namespace ranvier::hoc
