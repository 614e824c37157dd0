#include "hoc_like/library/network/cells/artificial_cells.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/cell_range.hpp"
#include "hoc_like/library/network/cells/mechanism_columns.hpp"
#include "hoc_like/library/network/cells/spike_trains.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

engine::MechanismType& artificial_type(Call& call, const ParallelParts& parts) {
    parts.context.cables.find_mechanism(call.text(0));  // which may add it
    std::vector<std::string> known = Bridge(parts.context.interpreter).template_names();
    for (const auto& type : parts.context.model.mechanisms()) {
        if (!type->is_artificial()) continue;
        if (type->name() != call.text(0)) {
            known.push_back(type->name());
            continue;
        }
        if (!type->description()->construct) return *type;
        fail(call, fmt::format("{} has a CONSTRUCTOR, which may read arguments of `new`; make such cells one by one",
                               type->name()));
    }
    fail_unknown(call, "template or artificial cell", call.string(0), known);
}

/// RANDOM variables draw from separate streams, which do not depend on the number of ranks.
void set_streams(engine::Model& model, const engine::MechanismType& type, std::uint64_t seed, engine::Gid gid,
                 engine::InstanceId instance) {
    for (int k = 0; k < type.description()->random_count; ++k) {
        rv_random& stream = model.random(instance, k);
        stream.id[0] = static_cast<std::uint32_t>(gid);
        stream.id[1] = static_cast<std::uint32_t>(k);
        stream.id[2] = static_cast<std::uint32_t>(seed);
        stream.is_set = 1;
        stream.picker = 0;
    }
}

}  // namespace

Result make_artificial_cells(Call& call, const ParallelParts& parts) {
    engine::Model& model = parts.context.model;
    const engine::MechanismType& type = artificial_type(call, parts);
    const MechanismColumns columns(*type.description());
    const std::optional<int> history = SpikeTrains::history(*type.description());
    SpikeTrains spikes;
    std::vector<int> chosen;  // of the parameters of this call
    CellRange cells = read_cell_range(call, parts,
                                      {.read =
                                           [&](const std::string& word, NamedArguments& given, const CellRange& range) {
                                               if (word != "spikes" || !history) return false;
                                               spikes = SpikeTrains(call, given, range.gids);
                                               return true;
                                           },
                                       .check =
                                           [&](const std::string& parameter) {
                                               const auto column = columns.of(parameter);
                                               if (!column) fail_unknown(call, "parameter", parameter, columns.names());
                                               chosen.push_back(*column);
                                           }});
    const Rank& rank = parts.context.rank;
    if (cells.is_balanced) cells.here = parts.loads.place(0, cells.gids.size(), 1, rank.id, rank.nhost);
    for (const std::uint32_t position : cells.here) {
        const engine::InstanceId cell = model.create_artificial_cell(type.id());
        parts.context.network.gids().set_cell(cells.gids[position], cell);
        for (std::uint32_t k = 0; k < chosen.size(); ++k) {
            model.store(model.reference(cell, chosen[k]), cells.value(k, position));
        }
        set_streams(model, type, cells.seed, cells.gids[position], cell);
        if (history) spikes.fill(model, cell, *history, position);
    }
    return note_cell_range(parts, cells);
}

}  // namespace ranvier::hoc
