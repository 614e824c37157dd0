#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <memory>

#include "engine/simulation/simulation.hpp"
#include "engine/state/cell_snapshot.hpp"
#include "engine/state/state_files.hpp"
#include "exchange/transport/agreement.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

using engine::Bytes;
using engine::RankSnapshot;
using engine::SnapshotSet;
using engine::StateError;

class BBSaveStateObject final : public Native {
  public:
    static constexpr std::string_view class_name = "BBSaveState";
    engine::SnapshotScope scope{true};
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

Result save(Call& call, const Context& context) {
    const std::string file = call.string(0);
    sandbox::check_write(file);
    const RankSnapshot snapshot = drive(engine::save_cells(context.simulation.states(), scope(call)));
    engine::write_file(file, engine::to_bytes(snapshot));
    return 1.;
}

Result restore(Call& call, const Context& context) {
    const std::string file = call.string(0);
    SnapshotSet from;
    from.ranks.push_back(read_snapshot(file, engine::read_file(file)));
    const RankSnapshot& snapshot = from.ranks[0];
    if (static_cast<int>(snapshot.rank) != context.transport.rank() ||
        static_cast<int>(snapshot.ranks) != context.transport.size()) {
        fail(call, fmt::format("{} was saved by rank {} of {}; on other ranks, use restore_test", file, snapshot.rank,
                               snapshot.ranks));
    }
    from.is_own = true;
    drive(engine::restore_cells(context.simulation.states(), from, scope(call)));
    return 1.;
}

constexpr const char* out_folder = "bbss_out";
constexpr const char *binary_out_folder = "binbufout", *binary_in_folder = "binbufin";

/// The folder that NEURON 9.0.2 reads, or, if it does not exist, the one that its documentation names.
const char* in_folder() {
    return std::filesystem::is_directory("in") ? "in" : "bbss_in";
}

// Scripts that copy files from bbss_out read them as text, so a cell's bytes are written as hexadecimal digits.
constexpr std::string_view text_header = "cell state in hexadecimal digits\n";

Bytes to_text(std::span<const std::byte> bytes) {
    constexpr std::size_t bytes_per_line = 40;
    std::string text(text_header);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(bytes[i]));
        if ((i + 1) % bytes_per_line == 0) text += '\n';
    }
    if (!text.ends_with('\n')) text += '\n';
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

/// The bytes that to_text wrote. Files of earlier versions hold the bytes themselves.
Bytes from_text(const std::string& file, std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(text_header)) return {bytes.begin(), bytes.end()};
    text.remove_prefix(text_header.size());
    Bytes decoded;
    int high = -1;
    for (const char c : text) {
        if (c == '\n' || c == '\r') continue;
        int digit = -1;
        std::from_chars(&c, &c + 1, digit, 16);
        if (digit < 0) throw StateError(fmt::format("{}: '{}' is not a hexadecimal digit", file, c));
        if (high >= 0) decoded.push_back(static_cast<std::byte>(high << 4 | digit));
        high = high < 0 ? digit : -1;
    }
    if (high >= 0) throw StateError(fmt::format("{}: the file ends within the state", file));
    return decoded;
}

RankSnapshot saved_cells(Call& call, const Context& context) {
    return drive(engine::save_cells(context.simulation.states(), scope(call)));
}

Result save_by_gid(Call& call, const Context& context) {
    const RankSnapshot all = saved_cells(call, context);
    sandbox::check_write(out_folder);
    std::filesystem::create_directories(out_folder);
    for (const RankSnapshot& cell : engine::split_by_cell(all)) {
        const std::string file = fmt::format("{}/tmp.{}.{}", out_folder, cell.cells[0].gid, all.rank);
        engine::write_file(file, to_text(engine::to_bytes(cell)));
    }
    if (all.rank == 0) {
        const std::string t = fmt::format("{:.17g}\n", all.t);
        engine::write_file(fmt::format("{}/tmp", out_folder), std::as_bytes(std::span(t)));
    }
    return 1.;
}

Result save_binary_by_gid(Call& call, const Context& context) {
    const RankSnapshot all = saved_cells(call, context);
    sandbox::check_write(binary_out_folder);
    std::filesystem::create_directories(binary_out_folder);
    for (const RankSnapshot& cell : engine::split_by_cell(all)) {
        engine::write_file(fmt::format("{}/{}", binary_out_folder, cell.cells[0].gid), engine::to_bytes(cell));
    }
    return 1.;
}

/// save_request(gids, sizes): the cells that a save would write, and the bytes that each needs.
Result save_request(Call& call, const Context& context) {
    auto& gids = *call.native<VectorObject>(0).data();
    auto& sizes = *call.native<VectorObject>(1).data();
    gids.clear();
    sizes.clear();
    for (const RankSnapshot& cell : engine::split_by_cell(saved_cells(call, context))) {
        gids.push_back(static_cast<double>(cell.cells[0].gid));
        sizes.push_back(static_cast<double>(engine::to_bytes(cell).size()));
    }
    return static_cast<double>(gids.size());
}

/// A method that NEURON lists, too, where it only prints that it has no effect.
MethodDefinition without_effect(const char* name, const char* instead) {
    return {name, fmt::format("{}()", name),
            fmt::format("Prints that it has no effect, as in NEURON; use {}.", instead),
            [name, instead](Call&) -> Result {
                fmt::print(stderr, "warning: BBSaveState.{} has no effect, as in NEURON; use {}\n", name, instead);
                return 0.;
            }};
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

/// Restores each cell of this rank from its snapshot, which `read` finds by gid.
template <class Read>
Result restore_cells_by_gid(Call& call, const Context& context, Read read) {
    SnapshotSet from;
    std::string complaint = exchange::complaint_of<engine::StateError>([&] {
        for (const engine::Gid gid : context.simulation.states().gids_of_cells(scope(call))) {
            from.ranks.push_back(read(gid));
        }
    });
    drive(exchange::agree<engine::StateError>(context.transport, std::move(complaint)));
    drive(engine::restore_cells(context.simulation.states(), from, scope(call)));
    return 1.;
}

Result restore_by_gid(Call& call, const Context& context) {
    return restore_cells_by_gid(call, context, [folder = in_folder()](engine::Gid gid) {
        const std::string file = fmt::format("{}/tmp.{}", folder, gid);
        const Bytes bytes = engine::read_file(file);
        return read_snapshot(file, from_text(file, without_count(file, bytes)));
    });
}

Result restore_binary_by_gid(Call& call, const Context& context) {
    return restore_cells_by_gid(call, context, [](engine::Gid gid) {
        const std::string file = fmt::format("{}/{}", binary_in_folder, gid);
        return read_snapshot(file, engine::read_file(file));
    });
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

/// BBSaveState: saves the state of all cells with gids to files, to continue on any number of ranks.
void register_bb_save_state(Registry& registry, const Context& context) {
    ClassDefinition state;
    state.name = BBSaveStateObject::class_name;
    state.signature = "BBSaveState()";
    state.doc =
        "Saves the state of all cells with gids, random streams, weights, pending events and spikes in flight to "
        "files, and restores it, even on a different number of ranks. Parameters of mechanisms without NET_RECEIVE "
        "stay as the script sets them.";
    state.construct = [](Call&) { return std::make_unique<BBSaveStateObject>(); };
    const auto method = [&context](Result (*function)(Call&, const Context&)) {
        return [&context, function](Call& call) { return function(call, context); };
    };
    state.methods = {
        {"save", "save(file)", "Writes this rank's part; all ranks must call it, each with a different file.",
         method(save)},
        {"restore", "restore(file)",
         "Reads the file that this rank wrote; requires the same number of ranks with the same cells.",
         method(restore)},
        {"save_test", "save_test()",
         "Writes each cell to the text file bbss_out/tmp.GID.RANK. A copy named in/tmp.GID, preceded by a line with "
         "the number 1, can be read on any number of ranks.",
         method(save_by_gid)},
        {"restore_test", "restore_test()",
         "Reads in/tmp.GID for each cell on this rank or, if there is no folder named `in`, bbss_in/tmp.GID.",
         method(restore_by_gid)},
        {"save_test_bin", "save_test_bin()",
         "Writes each cell to the binary file binbufout/GID. Copies in binbufin can be read on any number of ranks.",
         method(save_binary_by_gid)},
        {"restore_test_bin", "restore_test_bin()", "Reads binbufin/GID for each cell on this rank.",
         method(restore_binary_by_gid)},
        {"save_request", "save_request(gids, sizes)",
         "Fills two Vectors with the gids of this rank's cells and with the number of bytes that save_test_bin would "
         "write for each; returns the number of cells. All ranks must call it.",
         method(save_request)},
        without_effect("save_gid", "save_test"),
        without_effect("restore_gid", "restore_test"),
        {"ignore", "ignore([pointprocess])",
         "Excludes a point process from saving and restoring; without an argument, ends all exclusions.", ignore},
        {"vector_play_init", "vector_play_init()",
         "Accepted, without effect: after a restore, Vectors are played from the restored time on.",
         [](Call&) -> Result { return 0.; }},
    };
    registry.add(std::move(state));
}

}  // namespace ranvier::hoc
