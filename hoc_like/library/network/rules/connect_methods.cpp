// ParallelContext: connections by rule.

#include <limits>
#include <stdexcept>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/run/agreement.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/rules/cell_synapses.hpp"
#include "hoc_like/library/network/rules/connection_columns.hpp"
#include "hoc_like/library/network/rules/gap_junctions.hpp"
#include "hoc_like/library/network/rules/insertion.hpp"
#include "hoc_like/library/network/rules/rule_arguments.hpp"

namespace ranvier::hoc {

namespace {

/// What receives the spikes on this rank, or where the rule makes it.
engine::RuleTargets targets_of(const Context& context, const engine::Rule& rule, const RuleCall& given) {
    if (given.region) return places_in_cells(context, rule, *given.region, given.functions);
    if (given.onto.empty()) return engine::artificial_targets(context.network, rule.targets);
    return synapses_of_cells(context, rule.targets, given.onto, given.functions);
}

Result connect(Call& call, const ParallelParts& parts) {
    const MeteredPart part(parts.construction, ConstructionMeter::Part::connections);
    engine::Network& network = parts.context.network;
    try {
        RuleCall given = rule_arguments(call, parts);
        engine::Rule& rule = given.rule;
        rule.number = network.rules().next_number();
        if (!parts.context.rank.lacks_ranks) {
            const bool is_same = drive(engine::agree_on_rule(network, rule, parts.context.script_transport));
            if (given.is_gap && !is_same) fail(call, "gap: every rank has to pass the whole table");
            parts.context.simulation.meetings().expect_network();
        }
        if (given.is_gap) return static_cast<double>(connect_by_gap_junctions(parts, given));
        const auto on_threads = [&parts](std::size_t n, const auto& act) {
            parts.context.simulation.threads().for_each_task(n, act);
        };
        const auto agreed = std::make_shared<const engine::Rule>(std::move(rule));
        const std::uint32_t first = network.connections().end();
        const std::uint64_t made = network.connect(agreed, targets_of(parts.context, *agreed, given), on_threads);
        if (!given.name.empty()) parts.named_rules[given.name].push_back({first, network.connections().end()});
        return static_cast<double>(made);
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
}

Result write_connections(Call& call, const ParallelParts& parts) {
    RunFiles& files = files_of(call, parts, "write connections");
    const std::string file = call.string(0);
    try {
        sandbox::check_write(file);
        files.write_connections(file);
    } catch (const std::runtime_error& error) {
        fail(call, error.what());
    }
    return 0.;
}

engine::Gid gid_argument(Call& call) {
    return static_cast<engine::Gid>(call.integer(0, 0, std::numeric_limits<engine::Gid>::max()));
}

/// What `find` says of the cell of a gid.
Result of_cell(Call& call, const ParallelParts& parts, ObjectPtr (*find)(const Context& context, engine::Gid gid)) {
    try {
        return find(parts.context, gid_argument(call));
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
}

}  // namespace

std::vector<MethodDefinition> connect_methods(const ParallelParts& parts) {
    return {
        {"connect", "connect(sources, targets, \"rule\"[, count][, \"word\", value, ...])",
         "Connects cells by rule, on all ranks; returns the number of connections onto cells of this rank. "
         "sources and targets are each a GidRange, a Vector of gids or a single gid. Rules: one_to_one, all_to_all, "
         "fixed_indegree n, fixed_outdegree n, fixed_total_number n, pairwise_bernoulli p, adjacent n[, offset], "
         "table. Words: weight, weight1, weight2, ..., delay [ms], seed, autapses, multapses, delay_resolution [ms], "
         "onto, pick, name, contacts, make, call, gap, conductance [uS], on, section, segment, numbered, x, distance, by, share, falloff, cutoff, velocity, axes, periodic. Cells with sections need `onto`, the name of a public member that is a "
         "synapse, or an array or List of synapses; `pick` says which of them: a number, a Vector or uniform. Or the "
         "rule makes a synapse for each connection: `make` is followed by its mechanism, `on` by names of sections, "
         "`distance` by a range of paths from the soma [um], `by` by length, area, segment or an expression of dist, diam, "
         "order and y; `share`, \"segment\" has one synapse for all equal ones of a segment; after `make`, parameters "
         "of the synapses are words, too. The value of a weight, delay or parameter is a number, a Vector or a "
         "distribution, and, but for delays, it may be such an expression. `contacts` is a number, or poisson mean, of "
         "connections for each pair. `gap` makes gap junctions in place of connections. Where cells have positions, `falloff` and `cutoff` choose sources by distance, and "
         "`velocity` adds the time of the way to delays. Distributions: uniform low, high; normal mean, deviation; "
         "lognormal mean, deviation (of the logarithm); exponential mean. A distribution may be followed by clip or "
         "redraw and its bounds, low[, high]. A table can be read from a file: connect(\"edges.h5\", \"table\").",
         [&parts](Call& call) -> Result { return connect(call, parts); }},
        {"insert", "insert(gids, \"mechanism\", \"on\", \"sections\"[, \"word\", value, ...])",
         "Makes a point process, such as an electrode, in each of the cells with these gids, on all ranks; returns the "
         "number of those made on this rank. `on`, `distance`, `by` and `x`, and the values of parameters, are those of "
         "pc.connect; `count` makes several in each cell, and `seed` selects the random numbers. They are not objects.",
         [&parts](Call& call) -> Result { return insert_point_processes(call, parts); }},
        {"gap_junctions", "gap_junctions(gid)",
         "Returns a List of the halves of gap junctions that pc.connect has made in the cell of this gid, each a "
         "GapJunction; on a rank that does not have the cell, the List is empty.",
         [&parts](Call& call) -> Result { return gap_junctions_of(parts, gid_argument(call)); }},
        {"connections", "connections(gid)",
         "Returns the connections onto the cell of this gid, which must be on this rank, as a ConnectionColumns: of each, "
         "in the order of creation, its source, delay and weights, and the mechanism, section and place of its synapse.",
         [&parts](Call& call) -> Result { return of_cell(call, parts, make_connection_columns); }},
        {"synapses", "synapses(gid)",
         "Returns a List of the synapses onto the cell of this gid, which must be on this rank, in the order in which "
         "pc.connections numbers them. Synapses that pc.connect has made get objects, which last as long as a script keeps "
         "them: their variables can be changed, recorded and played, but they cannot be moved.",
         [&parts](Call& call) -> Result { return of_cell(call, parts, synapses_onto); }},
        {"netcons", "netcons(gid)",
         "Returns a List of NetCons, one for each connection onto the cell of this gid, which must be on this rank, in the order "
         "of pc.connections. Connections that pc.connect has made get objects, which last as long as a script keeps them; "
         "deleting them does not remove the connections.",
         [&parts](Call& call) -> Result { return of_cell(call, parts, netcons_onto); }},
        {"rule", "rule(\"name\")",
         "Returns the connections of the rules that pc.connect was given with the words \"name\", \"...\", as a NamedRule: "
         "scale_weights and active change them between runs.",
         [&parts](Call& call) -> Result { return named_rule(call, parts.context, parts.named_rules); }},
        {"write_connections", "write_connections(\"file\")",
         "Writes the active connections between gids on all ranks to a single file, with all weights and the places of "
         "synapses: SONATA edges (.h5) or CSV (.csv). Every rank must call write_connections.",
         [&parts](Call& call) -> Result { return write_connections(call, parts); }},
    };
}

}  // namespace ranvier::hoc
