// ParallelContext: placement of gids on ranks, and connections by gid.

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "engine/event/transfer.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/cell_text.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

engine::Gid gid(Call& call, int argument) {
    return static_cast<engine::Gid>(call.integer(argument, 0, std::numeric_limits<engine::Gid>::max()));
}

engine::SourceInfo source_of_gid(Call& call, const Context& context) {
    const auto source = context.network.gids().source_of(gid(call, 0));
    if (!source) fail(call, fmt::format("gid {} has no source on rank {}; see pc.cell", gid(call, 0), context.rank.id));
    return context.network.sources().info(*source);
}

/// The object that contains the section that fires for a gid, or the artificial cell or point process that does: also
/// `firing_first`, and where no object contains its section.
Result cell_object(Call& call, const Context& context, bool firing_first) {
    const auto info = source_of_gid(call, context);
    if (const ObjectPtr cell = firing_first ? ObjectPtr{} : context.objects.cell(gid(call, 0))) return cell;
    const ObjectPtr firing = script_object(context, info.instance);
    if (firing && (firing_first || !info.section)) return firing;
    const ObjectPtr cell = info.section ? context.cables.cell_of(*info.section) : ObjectPtr{};
    return cell ? cell : firing;
}

Result write_cell_text(Call& call, const Context& context) {
    const auto source = context.network.gids().source_of(gid(call, 0));
    if (!source || context.network.sources().info(*source).is_input) return 0.;
    const std::string file = fmt::format("{}_{}.nrndat", gid(call, 0), call.string_or(1, "t"));
    sandbox::check_write(file);
    const std::string text = cell_text(context.model, context.network, context.network.sources().info(*source));
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) fail(call, fmt::format("cannot write \"{}\"", file));
    return 1.;
}

Result spike_record(Call& call, const Context& context) {
    const auto times = call.native<VectorObject>(1).data();
    const auto ids = call.native<VectorObject>(2).data();
    engine::Network& network = context.network;
    if (call.is_object(0)) {
        for (const double id : call.native<VectorObject>(0).values())
            network.gids().record(static_cast<engine::Gid>(id), times, ids);
    } else if (call.number(0) < 0) {
        network.gids().record(std::nullopt, times, ids);
    } else {
        network.gids().record(gid(call, 0), times, ids);
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> gid_methods(const Context& context) {
    engine::Network& network = context.network;
    const int rank = context.rank.id;
    return {
        {"set_gid2node", "set_gid2node(gid, rank)", "Assigns the gid to the rank.",
         [&network, &context, rank](Call& call) -> Result {
             const auto owner = call.integer(1, 0, context.rank.nhost - 1);
             if (owner == rank) network.gids().set_here(gid(call, 0));
             return 0.;
         }},
        {"gid_exists", "gid_exists(gid)",
         "0: the gid is not on this rank; 1: it is on this rank and has no source; 2: it has a source that only this "
         "rank can use; 3: it has a source that other ranks can use.",
         [&network](Call& call) -> Result {
             const double id = call.number(0);
             return id < 0 ? 0. : static_cast<double>(network.gids().exists(static_cast<engine::Gid>(id)));
         }},
        {"cell", "cell(gid, netcon[, output])",
         "Makes the NetCon's source the source of the gid; with output 0, other ranks cannot use the source.",
         [&network](Call& call) -> Result {
             network.gids().set_cell(gid(call, 0), network.source(call.native<NetConObject>(1).id()),
                                     call.number_or(2, 1) != 0);
             return 0.;
         }},
        {"outputcell", "outputcell(gid)", "Makes the source of the gid available to other ranks.",
         [&network](Call& call) -> Result {
             network.gids().set_output(gid(call, 0));
             return 0.;
         }},
        {"gid_connect", "gid_connect(gid, target[, netcon])",
         "Creates a NetCon to a target on this rank from the gid, which may be on any rank.",
         [&network, &context, netcons = static_cast<ClassInfo*>(nullptr)](Call& call) mutable -> Result {
             const auto target = spike_target(call, 1);
             if (!target) fail(call, "the target must not be NULLobject");
             if (!netcons) netcons = &context.interpreter.built_in_class(NetConObject::class_name);
             ObjectPtr made = context.interpreter.make_pooled(*netcons);
             static_cast<NetConObject&>(*made).adopt(network.gid_connect(gid(call, 0), target));
             return made;
         }},
        {"gid2cell", "gid2cell(gid)",
         "The cell that pc.cells has made for the gid, or else the template instance that contains the section or point "
         "process whose spikes have this gid; if there is neither, the point process or artificial cell itself.",
         [&context](Call& call) -> Result { return cell_object(call, context, false); }},
        {"gid2obj", "gid2obj(gid)",
         "The artificial cell or point process that is the source of the gid; if the source is a section, the template "
         "instance that contains the section.",
         [&context](Call& call) -> Result { return cell_object(call, context, true); }},
        {"prcellstate", "prcellstate(gid[, \"suffix\"])",
         "Writes the state of the gid's cell to the text file GID_SUFFIX.nrndat, for example to compare two runs. Does "
         "nothing on ranks without the gid.",
         [&context](Call& call) -> Result { return write_cell_text(call, context); }},
        {"threshold", "threshold(gid[, mV])", "The threshold of the gid's source [mV]; with an argument, sets it.",
         [&network, &context](Call& call) -> Result {
             if (call.size() > 1) network.gids().set_threshold(gid(call, 0), call.number(1));
             const auto source = network.gids().source_of(gid(call, 0));
             if (!source) fail(call, fmt::format("gid {} has no source on this rank", gid(call, 0)));
             return context.network.sources().threshold(*source);
         }},
        {"spike_record", "spike_record(gid | -1 | gids, tvec, idvec)",
         "Records the times [ms] and gids of spikes on this rank, for one gid, for all gids (-1) or for a Vector of "
         "gids.",
         [&context](Call& call) -> Result { return spike_record(call, context); }},
        {"gid_clear", "gid_clear([type])",
         "Removes all gids (type 1), the variables of all gap junctions (4), or both (0). Types 2 and 3, which are "
         "for split cells, have no effect.",
         [&context, &network](Call& call) -> Result {
             const auto type = call.size() ? call.integer(0, 0, 4) : 0;
             if (type == 0 || type == 1) {
                 network.gids().clear();
                 context.objects.clear_gids();
             }
             if (type == 0 || type == 4) context.simulation.transfers().clear();
             return 0.;
         }},
    };
}

}  // namespace ranvier::hoc
