// ParallelContext: artificial cells in ranges of gids.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/rule/distribution.hpp"
#include "engine/run/agreement.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/error.hpp"
#include "exchange/placement/placement_rule.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/cells/spike_trains.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

using engine::Distribution;

struct Parameter {
    std::string name;
    int column;
    Distribution values;
};

/// What a call of pc.cells asks for.
struct CellRange {
    engine::MechanismType* type;
    engine::GidSet gids;
    std::vector<std::uint32_t> here;  // positions of this rank's, ascending
    std::vector<Parameter> parameters;
    std::optional<int> spike_history;  // the HISTORY that keeps the times at which a cell is to fire
    SpikeTrains spikes;
    std::uint64_t seed = 0;
    std::string population;  // empty: none
};

engine::MechanismType& artificial_type(Call& call, const ParallelParts& parts) {
    parts.context.cables.find_mechanism(call.text(0));  // which may add it
    std::vector<std::string> known;
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
    fail_unknown(call, "artificial cell", call.string(0), known);
}

/// The cells that have the number of this rank in a Vector.
std::vector<std::uint32_t> cells_with(Call& call, const Rank& rank, const std::vector<double>& place, std::uint32_t n) {
    if (place.size() != n) fail(call, fmt::format("the Vector has the ranks of {} cells, not {}", place.size(), n));
    std::vector<std::uint32_t> here;
    for (std::uint32_t k = 0; k < n; ++k) {
        if (!(place[k] >= 0 && place[k] < rank.nhost)) {
            fail(call, fmt::format("cell {} cannot be on rank {:g}; ranks are 0 to {}", k, place[k], rank.nhost - 1));
        }
        if (place[k] == rank.id) here.push_back(k);
    }
    return here;
}

std::vector<std::int64_t> sizes_argument(Call& call, NamedArguments& given) {
    std::vector<std::int64_t> sizes;
    for (const double size : call.native<VectorObject>(given.position()).values()) {
        if (!(std::abs(size) < 1e15) || size != std::floor(size)) {
            fail(call, fmt::format("an area cannot have {:g} cells", size));
        }
        sizes.push_back(static_cast<std::int64_t>(size));
    }
    given.skip(1);
    return sizes;
}

/// The words that may follow; without any of them cells are dealt like cards.
exchange::PlacementRulePtr placement_words(Call& call, NamedArguments& given, int cells, int ranks) {
    const std::string word = given.is_word() ? std::string(call.text(given.position())) : "";
    if (word == "consecutive") {
        given.skip(1);
        return exchange::consecutive(cells, ranks);
    }
    if (word == "shuffled") {
        given.skip(1);
        return exchange::shuffled(cells, ranks, given.is_number() ? given.whole("shuffled", 0x1p52) : 1);
    }
    if (word == "by_area") {
        given.skip(1);
        return exchange::by_area(cells, sizes_argument(call, given), ranks);
    }
    if (word == "in_area") {
        given.skip(1);
        const auto area = static_cast<int>(given.whole("in_area", std::numeric_limits<int>::max()));
        return exchange::in_area(cells, sizes_argument(call, given), area, ranks);
    }
    if (word == "round_robin") given.skip(1);
    return exchange::round_robin(cells, ranks);
}

/// The ranks are given in words, or by a Vector.
std::vector<std::uint32_t> cells_here(Call& call, const Rank& rank, NamedArguments& given, std::uint32_t n) {
    if (call.is_object(given.position())) {
        const std::vector<double>& place = call.native<VectorObject>(given.position()).values();
        given.skip(1);
        return cells_with(call, rank, place, n);
    }
    return placement_words(call, given, static_cast<int>(n), rank.nhost)->cells_of(rank.id);
}

Parameter read_parameter(Call& call, NamedArguments& given, const CellRange& cells, const std::string& name) {
    const rv_mechanism& mechanism = *cells.type->description();
    std::vector<std::string> known;
    int column = 0;
    for (int k = 0; k < mechanism.field_count; ++k) {
        const rv_field& field = mechanism.fields[k];
        if (field.visible && field.length == 1) {
            if (field.name == name) {
                Parameter parameter{name, column, given.distribution(name)};
                parameter.values.check(name.c_str());
                if (parameter.values.values && parameter.values.values->size() != cells.gids.size()) {
                    fail(call, fmt::format("{}: the Vector has {} elements, but there are {} cells", name,
                                           parameter.values.values->size(), cells.gids.size()));
                }
                return parameter;
            }
            known.emplace_back(field.name);
        }
        column += field.length;
    }
    fail_unknown(call, "parameter", name, known);
}

/// A name that can stand in a list: "L23E=0:2068,L23I=2068:2651" is in a raster.
std::string population_word(const Call& call, NamedArguments& given) {
    std::string name = given.word("the name of a population");
    const bool is_good = !name.empty() && name.find_first_of(" \t\n,=:") == std::string::npos;
    if (!is_good) fail(call, fmt::format("population: '{}' is empty, or has a blank or one of , = : in it", name));
    return name;
}

CellRange read_cells(Call& call, const ParallelParts& parts) {
    constexpr long long most = std::numeric_limits<engine::Gid>::max();
    CellRange cells;
    cells.type = &artificial_type(call, parts);
    cells.gids = engine::GidSet::range(static_cast<engine::Gid>(call.integer(1, 0, most)), call.integer(2, 0, most));
    cells.spike_history = SpikeTrains::history(*cells.type->description());
    NamedArguments given(call, 3);
    cells.here = cells_here(call, parts.context.rank, given, cells.gids.size());
    given.for_each_word([&](const std::string& name) {
        if (name == "seed") {
            cells.seed = given.whole("seed", 0xffffffff);
        } else if (name == "population") {
            cells.population = population_word(call, given);
        } else if (name == "spikes" && cells.spike_history) {
            cells.spikes = SpikeTrains(call, given, cells.gids);
        } else {
            cells.parameters.push_back(read_parameter(call, given, cells, name));
        }
    });
    return cells;
}

void set_parameters(const ParallelParts& parts, const CellRange& cells, std::uint32_t number, std::uint32_t position,
                    engine::InstanceId instance) {
    const engine::KeyedRandom random(cells.seed, number);
    for (std::uint32_t k = 0; k < cells.parameters.size(); ++k) {
        const Parameter& parameter = cells.parameters[k];
        const double value =
            parameter.values.draw_one(random, engine::Use::parameter, cells.gids[position], k, position);
        parts.context.model.store(parts.context.model.reference(instance, parameter.column), value);
    }
}

/// RANDOM variables draw from separate streams, which do not depend on the number of ranks.
void set_streams(const ParallelParts& parts, const CellRange& cells, engine::Gid gid, engine::InstanceId instance) {
    for (int k = 0; k < cells.type->description()->random_count; ++k) {
        rv_random& stream = parts.context.model.random(instance, k);
        stream.id[0] = static_cast<std::uint32_t>(gid);
        stream.id[1] = static_cast<std::uint32_t>(k);
        stream.id[2] = static_cast<std::uint32_t>(cells.seed);
        stream.is_set = 1;
        stream.picker = 0;
    }
}

Result make_cells(Call& call, const ParallelParts& parts) {
    const MeteredPart part(parts.construction, ConstructionMeter::Part::cells);
    try {
        const CellRange cells = read_cells(call, parts);
        const std::uint32_t number = parts.context.network.rules().next_number();
        if (!parts.context.rank.lacks_ranks) {
            drive(engine::agree_on_cells(parts.context.network, cells.gids, parts.context.script_transport));
            parts.context.simulation.meetings().expect_network();
        }
        for (const std::uint32_t position : cells.here) parts.context.network.gids().check_new(cells.gids[position]);
        for (const std::uint32_t position : cells.here) {
            const engine::InstanceId cell = parts.context.model.create_artificial_cell(cells.type->id());
            parts.context.network.gids().set_cell(cells.gids[position], cell);
            set_parameters(parts, cells, number, position, cell);
            set_streams(parts, cells, cells.gids[position], cell);
            if (cells.spike_history) cells.spikes.fill(parts.context.model, cell, *cells.spike_history, position);
        }
        if (!cells.population.empty() && cells.gids.size() > 0) {
            parts.populations.push_back({cells.population, cells.gids[0], cells.gids.size()});
        }
        return parts.context.interpreter.make(GidRange::class_name, std::make_unique<GidRange>(cells.gids));
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    } catch (const exchange::ExchangeError& error) {
        fail(call, error.what());
    }
}

}  // namespace

std::vector<MethodDefinition> cell_methods(const ParallelParts& parts) {
    return {
        {"cells", "cells(\"mechanism\", first, n[, placement][, \"name\", value, ...])",
         "Makes artificial cells with the gids first to first+n-1, each on one rank, and returns a GidRange. The "
         "placement is one of the following: \"round_robin\"; \"consecutive\"; \"shuffled\", seed; \"by_area\", sizes, "
         "where the Vector sizes has the number of cells of each area; \"in_area\", k, sizes, for cells that are all "
         "in area k; a Vector with the rank of each cell, as pc.placement returns it. The value of a parameter is a "
         "number, a Vector with an element for each cell, or a distribution as in pc.connect. `seed` selects the "
         "random numbers and the streams of RANDOM variables. `spikes` takes two Vectors, the times [ms] and the gids "
         "of the spikes that cells of a spike_generator fire. `population` gives the cells a name, which the raster "
         "keeps for figures. The cells exist as long as the program runs.",
         [&parts](Call& call) -> Result { return make_cells(call, parts); }},
    };
}

}  // namespace ranvier::hoc
