#include "hoc_like/library/network/cells/cell_range.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/rule/digest.hpp"
#include "engine/run/agreement.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/placement_words.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

CellRange::Parameter read_parameter(Call& call, NamedArguments& given, const CellRange& cells,
                                    const std::string& name) {
    CellRange::Parameter parameter{name, given.distribution(name)};
    parameter.values.check(name.c_str());
    if (parameter.values.values && parameter.values.values->size() != cells.gids.size()) {
        fail(call, fmt::format("{}: the Vector has {} elements, but there are {} cells", name,
                               parameter.values.values->size(), cells.gids.size()));
    }
    return parameter;
}

engine::Box read_box(NamedArguments& given) {
    engine::Box box{};
    for (const auto axis : {&engine::Point::x, &engine::Point::y, &engine::Point::z}) {
        box.low.*axis = given.number("position, \"box\"");
        box.high.*axis = given.number("position, \"box\"");
    }
    return box;
}

engine::Cylinder read_cylinder(NamedArguments& given) {
    engine::Cylinder cylinder{};
    for (const auto number : {&engine::Cylinder::x, &engine::Cylinder::z, &engine::Cylinder::radius,
                              &engine::Cylinder::low, &engine::Cylinder::high}) {
        cylinder.*number = given.number("position, \"cylinder\"");
    }
    return cylinder;
}

std::vector<engine::Point> read_points(Call& call, NamedArguments& given) {
    std::array<const std::vector<double>*, 3> axes{};
    for (auto& axis : axes) {
        axis = &call.native<VectorObject>(given.position()).values();
        given.skip(1);
    }
    const auto& [x, y, z] = axes;
    if (x->size() != y->size() || x->size() != z->size()) {
        fail(call, fmt::format("position: the Vectors have {}, {} and {} elements", x->size(), y->size(), z->size()));
    }
    std::vector<engine::Point> points(x->size());
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {(*x)[i], (*y)[i], (*z)[i]};
    return points;
}

/// What the cells took in the run of a summary, by position; those that were not there count as the mean of the others.
std::vector<double> measured_costs(Call& call, const ParallelParts& parts, const engine::GidSet& gids,
                                   const std::string& summary) {
    std::vector<double> costs(gids.size(), -1);
    double sum = 0;
    std::size_t found = 0;
    try {
        for (const auto& [gid, seconds] : files_of(call, parts, "read summaries").read_times_of_cells(summary)) {
            const std::uint32_t position = gids.position(gid);
            if (position == engine::GidSet::absent) continue;
            costs[position] = seconds;
            sum += seconds;
            ++found;
        }
    } catch (const std::runtime_error& error) {
        fail(call, fmt::format("balanced: {}", error.what()));
    }
    if (found == 0 && gids.size() > 0) {
        fail(call, fmt::format("balanced: {} has none of the gids {} to {}", summary, gids[0], gids.end() - 1));
    }
    for (double& cost : costs) {
        if (cost < 0) cost = sum / static_cast<double>(found);
    }
    return costs;
}

void add(engine::Digest& digest, const std::string& text) {
    for (const char c : text) digest.add(static_cast<std::uint64_t>(c));
}

/// Vectors may hold the values of this rank's cells only. `words`: the names of all that the call says.
std::uint64_t digest_of(const CellRange& cells, const std::string& words) {
    engine::Digest digest;
    add(digest, words);
    add(digest, cells.population);
    digest.add(cells.seed);
    for (const CellRange::Parameter& parameter : cells.parameters) {
        if (!parameter.values.values) digest.add(parameter.values);
    }
    return digest.sum();
}

void agree(const ParallelParts& parts, const CellRange& cells, const std::string& words) {
    if (parts.context.rank.lacks_ranks) return;
    engine::CellsHere here{digest_of(cells, words), cells.here.size()};
    if (cells.is_balanced) here.number.reset();
    drive(engine::agree_on_cells(parts.context.network, cells.gids, here, parts.context.script_transport));
    if (cells.locations) {
        drive(engine::agree_on_positions(cells.gids, *cells.locations, parts.context.script_transport));
    }
    parts.context.simulation.meetings().expect_network();
}

}  // namespace

double CellRange::value(std::uint32_t k, std::uint32_t position) const {
    return parameters[k].values.draw_one(random(), engine::Use::parameter, gids[position], k, position);
}

engine::Locations locations_argument(Call& call, NamedArguments& given, const engine::GidSet& gids) {
    engine::Locations locations;
    if (given.is_word()) {
        const std::string kind = given.word("the name of a region");
        if (kind == "box") {
            locations = read_box(given);
        } else if (kind == "cylinder") {
            locations = read_cylinder(given);
        } else {
            fail_unknown(call, "region", kind, {"box", "cylinder"});
        }
    } else {
        locations = read_points(call, given);
    }
    engine::check_locations(locations, gids);
    return locations;
}

std::string population_word(const Call& call, NamedArguments& given) {
    std::string name = given.word("the name of a population");
    const bool is_good = !name.empty() && name.find_first_of(" \t\n,=:") == std::string::npos;
    if (!is_good) fail(call, fmt::format("population: '{}' is empty, or has a blank or one of , = : in it", name));
    return name;
}

CellRange read_cell_range(Call& call, const ParallelParts& parts, const OwnWords& own) {
    constexpr long long most = std::numeric_limits<engine::Gid>::max();
    CellRange cells;
    cells.gids = engine::GidSet::range(static_cast<engine::Gid>(call.integer(1, 0, most)), call.integer(2, 0, most));
    NamedArguments given(call, 3);
    cells.is_balanced = given.is_word() && call.string(given.position()) == "balanced";
    if (cells.is_balanced) {
        given.skip(1);
        const std::string summary = given.is_word() ? call.string(given.position()) : "";
        if (summary.ends_with(".json")) {
            given.skip(1);
            cells.is_balanced = false;
            const std::vector<double> costs = measured_costs(call, parts, cells.gids, summary);
            cells.here = parts.loads.place(costs, parts.context.rank.id, parts.context.rank.nhost);
        }
    } else {
        cells.here = cells_here(call, parts.context.rank, given, cells.gids.size());
    }
    std::string words = call.is_object(0) ? "" : call.string(0);
    given.for_each_word([&](const std::string& name) {
        words += " " + name;
        if (name == "seed") {
            cells.seed = given.whole("seed", 0xffffffff);
        } else if (name == "population") {
            cells.population = population_word(call, given);
        } else if (name == "position") {
            cells.locations = locations_argument(call, given, cells.gids);
        } else if (!own.read(name, given, cells)) {
            own.check(name);
            cells.parameters.push_back(read_parameter(call, given, cells, name));
        }
    });
    cells.number = parts.context.network.rules().next_number();
    agree(parts, cells, words);
    for (const std::uint32_t position : cells.here) parts.context.network.gids().check_new(cells.gids[position]);
    return cells;
}

ObjectPtr note_cell_range(const ParallelParts& parts, const CellRange& cells) {
    if (cells.locations) parts.context.network.gids().positions().set(cells.gids, *cells.locations, cells.random());
    if (!cells.population.empty() && cells.gids.size() > 0) parts.populations.push_back({cells.population, cells.gids});
    return parts.context.interpreter.make(GidRange::class_name, std::make_unique<GidRange>(cells.gids));
}

}  // namespace ranvier::hoc
