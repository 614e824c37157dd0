// ParallelContext: cells in ranges of gids, and what their names and positions are.

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/run/agreement.hpp"
#include "exchange/error.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/artificial_cells.hpp"
#include "hoc_like/library/network/cells/cell_range.hpp"
#include "hoc_like/library/network/cells/cell_template.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/cells/template_cells.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

/// Null: the argument names a mechanism.
std::unique_ptr<CellTemplate> template_argument(Call& call, const Context& context) {
    if (!call.is_object(0)) return hoc_template(context, call.string(0));
    auto of = python_template(context, call.object(0));
    if (!of) fail(call, "cells are made from the name of a template or mechanism, or from a class of Python");
    return of;
}

Result make_cells(Call& call, const ParallelParts& parts) {
    const MeteredPart part(parts.construction, ConstructionMeter::Part::cells);
    try {
        const auto of = template_argument(call, parts.context);
        return of ? make_template_cells(call, parts, *of) : make_artificial_cells(call, parts);
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    } catch (const exchange::ExchangeError& error) {
        fail(call, error.what());
    }
}

/// population("name", gids)
Result name_population(Call& call, const ParallelParts& parts) {
    NamedArguments given(call, 0);
    const std::string name = population_word(call, given);
    const engine::GidSet gids = gids_argument(call, 1);
    if (gids.size() > 0) parts.populations.push_back({name, gids});
    return static_cast<double>(gids.size());
}

/// position(gid) returns the position; position(gids, ...) sets it.
Result position(Call& call, const Context& context) {
    engine::CellPositions& positions = context.network.gids().positions();
    if (call.size() == 1) {
        const auto gid = static_cast<engine::Gid>(call.integer(0, 0, std::numeric_limits<engine::Gid>::max()));
        const auto at = positions.of(gid);
        if (!at) fail(call, fmt::format("gid {} has no position; give it one in pc.cells or here", gid));
        return make_vector(context.interpreter, {at->x, at->y, at->z});
    }
    const engine::GidSet gids = gids_argument(call, 0);
    NamedArguments given(call, 1);
    try {
        engine::Locations locations = locations_argument(call, given, gids);
        std::uint64_t seed = 0;
        given.for_each_word([&](const std::string& word) {
            if (word != "seed") fail_unknown(call, "word", word, {"seed"});
            seed = given.whole("seed", 0xffffffff);
        });
        if (!context.rank.lacks_ranks) {
            drive(engine::agree_on_positions(gids, locations, context.script_transport));
        }
        positions.set(gids, std::move(locations), {seed, context.network.rules().next_number()});
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
    return static_cast<double>(gids.size());
}

}  // namespace

std::vector<MethodDefinition> cell_methods(const ParallelParts& parts) {
    return {
        {"cells", "cells(\"template\", first, n[, placement][, \"name\", value, ...])",
         "Makes cells with the gids first to first+n-1, each on one rank, and returns a GidRange. The template is the "
         "name of a template, or of an artificial mechanism, or a class of Python. The "
         "placement is one of the following: \"round_robin\"; \"consecutive\"; \"shuffled\", seed; \"by_area\", sizes, "
         "where the Vector sizes has the number of cells of each area; \"in_area\", k, sizes, for cells that are all "
         "in area k; a Vector with the rank of each cell, as pc.placement returns it; \"balanced\", which gives cells to the "
         "rank whose cells cost least, perhaps followed by the summary of a run, \"run.json\", with the times of cells. The value of a parameter, or of "
         "a public variable of a template, is a "
         "number, a Vector with an element for each cell, or a distribution as in pc.connect. `seed` selects the "
         "random numbers and the streams of RANDOM variables. `spikes` takes two Vectors, the times [ms] and the gids "
         "of the spikes that cells of a spike_generator fire. `population` gives the cells a name, which the raster "
         "keeps for figures. `position` is followed by three Vectors [um], or \"box\", x0, x1, y0, y1, z0, z1, or "
         "\"cylinder\", x, z, radius, y0, y1. For templates: `source` takes the name of a section and a position in "
         "it, `threshold` is in mV, `rotation` is \"y\", \"random\" or a Vector of angles about y [rad], and `equal` is 1 "
         "for cells that are equal and may be copied, or 0 for cells that are not. The cells exist as long as the program runs.",
         [&parts](Call& call) -> Result { return make_cells(call, parts); }},
        {"population", "population(\"name\", gids)",
         "Gives cells a name, which rasters keep for figures; gids is a GidRange, a Vector of gids or a single gid. "
         "Every rank must call it. Returns the number of gids.",
         [&parts](Call& call) -> Result { return name_population(call, parts); }},
        {"position", "position(gid) or position(gids, xvec, yvec, zvec) or position(gids, \"box\", ...)",
         "A Vector with the position of a cell on any rank [um]. With more arguments, tells all ranks, which must call "
         "it with the same arguments, where cells are, as the word `position` of pc.cells does; this moves no 3-D "
         "points. A region may be followed by \"seed\" and a number.",
         [&parts](Call& call) -> Result { return position(call, parts.context); }},
    };
}

}  // namespace ranvier::hoc
