// The contents of a rank's snapshot.
#include "engine/state/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/state/snapshot_parts.hpp"

namespace ranvier::engine {

namespace {

bool remembers_former_values(const rv_mechanism& description) {
    for (int k = 0; k < description.field_count; ++k) {
        if (std::string_view(description.fields[k].name).starts_with("rv_lag_")) return true;
    }
    return false;
}

}  // namespace

void Snapshots::begin_run() {
    for (const auto& keeper : keepers_) keeper->begin();
}

void Snapshots::check_can_be_saved(const SnapshotScope& scope) const {
    const auto refuse = [](const std::string& what) {
        throw StateError(fmt::format("the state of this run cannot be saved: {}", what));
    };
    if (tables_.takes_variable_steps()) refuse("its steps are variable");
    if (tables_.replay().is_active() && !scope.of_replay) refuse("it is a replay");
    if (!tables_.model().state().linear_mechanisms.empty()) refuse("it has a LinearMechanism");
    if (tables_.network().recordings().have_callbacks()) refuse("statements are called at spikes (NetCon.record)");
    if (hooks_.act_at_steps()) {
        refuse("Random.play, StateTransitionEvent or a mechanism made from a template is in use");
    }
    for (const auto& type : tables_.model().mechanisms()) {
        const rv_mechanism* description = type->description();
        if (description && type->table().size() > 0 && remembers_former_values(*description)) {
            refuse(fmt::format("{} uses earlier values (LAG)", type->name()));
        }
    }
}

std::vector<SpikeUnderWay> spikes_under_way(Connections& connections, std::span<const PendingEvent> waiting) {
    // A spike has one event for each table or, in NEURON's order, for each connection; two equal spikes have two.
    struct Seen {
        SourceId source;
        double t;
        TableNumber table;
        std::uint32_t connection;
        auto operator<=>(const Seen&) const = default;
    };
    std::vector<Seen> seen;
    for (const PendingEvent& each : waiting) {
        const Event& event = each.event;
        if (event.type != EventType::group) continue;
        seen.push_back({connections.source_of(event.table(), event.group()), event.spike_time(), event.table(),
                        first_connection(event, connections)});
    }
    std::sort(seen.begin(), seen.end());
    std::vector<SpikeUnderWay> spikes;
    std::uint32_t run = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) {
        run = k > 0 && seen[k] == seen[k - 1] ? run + 1 : 1;
        if (spikes.empty() || spikes.back().source != seen[k].source || spikes.back().t != seen[k].t) {
            spikes.push_back({seen[k].source, seen[k].t, run});
        } else {
            spikes.back().count = std::max(spikes.back().count, run);
        }
    }
    return spikes;
}

namespace {

double longest_delay(const Network& network) {
    double longest = 0;
    network.connections().for_each([&](const Connection& it) { longest = std::max(longest, it.delay); });
    return longest;
}

}  // namespace

/// The spikes of gids, except those of a played raster, which will be fed again.
std::vector<RankSnapshot::Flying> Snapshots::flying_spikes(std::span<const SpikeUnderWay> spikes) {
    const Network& network = tables_.network();
    std::vector<exchange::Spike> fed;
    tables_.patterns().add_fed(tables_.relay().settled() - longest_delay(network) - tables_.model().dt, network,
                               tables_.delivery(), fed);
    std::vector<RankSnapshot::Flying> flying;
    for (const SpikeUnderWay& spike : spikes) {
        const Gid gid = network.sources().gid_of(spike.source);
        if (gid < 0) continue;
        const auto played = std::count_if(
            fed.begin(), fed.end(), [&](const exchange::Spike& each) { return each.gid == gid && each.t == spike.t; });
        if (spike.count > played) flying.push_back({spike.t, gid, spike.count - static_cast<std::uint32_t>(played)});
    }
    std::sort(flying.begin(), flying.end());
    return flying;
}

namespace {

/// Represents the order of insertion, which the snapshot does not hold otherwise.
std::vector<std::uint64_t> order_of_events(const Connections& connections, std::span<const PendingEvent> waiting) {
    std::vector<std::uint64_t> order;
    for (const PendingEvent& each : waiting) order.push_back(identity(each, connections));
    return order;
}

std::string name_of_cell(const CellIndex& index, std::uint32_t cell, std::size_t number) {
    return fmt::format("cell {} without a gid, {}", number, index.cells()[cell].name);
}

}  // namespace

/// Whether each cell takes part in the network: a connection or a gap junction leads from it or to it.
std::vector<bool> Snapshots::cells_of_network(const CellIndex& index) const {
    std::vector<bool> part(index.cells().size());
    const auto add = [&](std::uint32_t cell) {
        if (cell != nothing) part[cell] = true;
    };
    const Network& network = tables_.network();
    network.connections().for_each([&](const Connection& it) {
        if (it.target == TargetNumber::none) return;
        add(index.cell_of(network.targets()[it.target]));
        if (it.source == SourceId::none || is_input(it.source))
            return;  // without a source: its events come from NetCon.event
        const Source& source = network.sources()[it.source];
        if (source.section()) add(index.place_of_compartment(source.section()->near_compartment()).cell);
        if (source.instance) add(index.cell_of(source.instance));
    });
    tables_.transfers().for_each_end([&](VariableRef end) {
        if (!tables_.model().exists(end)) return;
        const bool is_voltage = end.table == compartment_table;
        add(is_voltage ? index.place_of_compartment(end.id).cell : index.cell_of({end.table, end.id}));
    });
    return part;
}

/// Checks that all cells of the network can be named by gid. Other cells stay unchanged, as in NEURON.
void Snapshots::check_names(const CellIndex& index) const {
    const std::vector<bool> in_network = cells_of_network(index);
    for (std::uint32_t c = 0; c < index.cells().size(); ++c) {
        if (index.cells()[c].gid >= 0 || !in_network[c]) continue;
        throw StateError(
            fmt::format("BBSaveState cannot identify {}: it has no gid, and is not connected to exactly one cell with "
                        "a gid",
                        index.cells()[c].name));
    }
}

namespace {

constexpr const char* nameless_count = "number of cells without a gid";

void save_cells(const CellStates& states, const CellIndex& index, const SnapshotScope& scope, RankSnapshot& snapshot) {
    const bool all = !scope.cells_alone;
    std::uint64_t nameless = 0;
    for (std::uint32_t c = 0; c < index.cells().size(); ++c) {
        if (std::binary_search(scope.without.begin(), scope.without.end(), c)) continue;
        const Gid gid = index.cells()[c].gid;
        if (gid >= 0) {
            snapshot.cells.push_back({gid, states.save(c)});
        } else if (all) {
            snapshot.parts.push_back({name_of_cell(index, c, nameless++), false, states.save(c)});
        }
    }
    std::sort(snapshot.cells.begin(), snapshot.cells.end(), [](const auto& a, const auto& b) { return a.gid < b.gid; });
    if (!all) return;
    ByteWriter count;
    count.put(nameless);
    snapshot.parts.push_back({nameless_count, false, std::move(count.bytes)});
}

void save_globals(const Model& model, RankSnapshot& snapshot) {
    for (const auto& type : model.mechanisms()) {
        if (type->globals().empty() || type->is_replaced()) continue;
        ByteWriter out;
        out.list(std::span<const double>(type->globals()));
        snapshot.parts.push_back({"GLOBAL variables of " + type->name(), false, std::move(out.bytes)});
    }
}

std::size_t restore_cells(CellStates& states, const CellIndex& index, const SnapshotSet& from, const PartFinder& parts,
                          bool all) {
    std::uint64_t nameless = 0;
    std::size_t restored = 0;
    for (std::uint32_t c = 0; c < index.cells().size(); ++c) {
        const Gid gid = index.cells()[c].gid;
        if (gid < 0 && !all) continue;
        if (gid < 0) {
            const std::string name = name_of_cell(index, c, nameless++);
            states.restore(c, parts.need(name), from.ranks[0].delivered, false);
            continue;
        }
        const RankSnapshot::Cell* found = nullptr;
        for (const RankSnapshot& rank : from.ranks) {
            const auto at =
                std::lower_bound(rank.cells.begin(), rank.cells.end(), gid,
                                 [](const RankSnapshot::Cell& cell, Gid wanted) { return cell.gid < wanted; });
            if (at != rank.cells.end() && at->gid == gid) found = &*at;
        }
        if (!found) throw StateError(fmt::format("the state is from another model: it has no {}", index.describe(c)));
        states.restore(c, found->state, from.ranks[0].delivered, !all);
        ++restored;
    }
    if (!all) return restored;
    const auto saved = ByteReader(parts.need(nameless_count)).take<std::uint64_t>();
    if (saved != nameless) {
        throw StateError(
            fmt::format("the state is from another model or number of ranks: there were {} cells and NetStims without "
                        "a gid on a rank, now {}",
                        saved, nameless));
    }
    return restored;
}

// Mechanisms use GLOBALs to pass results, so a GLOBAL holds the last instance's value: if cells have moved, a GLOBAL
// that differs between ranks is not restored.
void restore_globals(Model& model, const PartFinder& parts) {
    for (const auto& type : model.mechanisms()) {
        const std::span<double> globals = type->globals();
        if (globals.empty() || type->is_replaced()) continue;
        const std::string name = "GLOBAL variables of " + type->name();
        std::vector<std::vector<double>> saved;
        for (const Bytes* state : parts.all(name)) saved.push_back(ByteReader(*state).list<double>());
        for (const std::vector<double>& values : saved) {
            if (values.size() == globals.size()) continue;
            throw StateError(
                fmt::format("the state is from another model: {}: {}, now {}", name, values.size(), globals.size()));
        }
        for (std::size_t k = 0; k < globals.size() && !saved.empty(); ++k) {
            const double first = saved[0][k];
            if (std::all_of(saved.begin(), saved.end(), [&](const auto& values) { return values[k] == first; })) {
                globals[k] = first;
            }
        }
    }
}

}  // namespace

/// Adds spikes between gids, each once, whichever ranks received them.
void Snapshots::add_flying(const SnapshotSet& from, std::vector<PendingEvent>& events) const {
    std::map<std::pair<double, Gid>, std::uint32_t> flying;
    for (const RankSnapshot& rank : from.ranks) {
        for (const RankSnapshot::Flying& spike : rank.flying) {
            std::uint32_t& count = flying[{spike.t, spike.gid}];
            count = std::max(count, spike.count);
        }
    }
    const Network& network = tables_.network();
    for (const auto& [spike, count] : flying) {
        const auto& [t, gid] = spike;
        const SourceId* own = network.gids().find(gid);
        const SourceId source = own ? *own : input_of(gid);
        if (source == SourceId::none) continue;
        for (std::uint32_t k = 0; k < count; ++k) {
            tables_.delivery().add_deliveries(source, t, tables_.relay().settled(), events);
        }
    }
}

namespace {

/// Restores NEURON's order of events of equal time; new events come last.
void sort_events(const Connections& connections, const SnapshotSet& from, std::vector<PendingEvent>& events) {
    std::multimap<std::uint64_t, std::size_t> places;
    if (from.is_own) {
        const auto& order = from.ranks[0].event_order;
        for (std::size_t k = 0; k < order.size(); ++k) places.emplace(order[k], k);
    }
    std::vector<std::pair<std::size_t, PendingEvent>> placed;
    for (const PendingEvent& event : events) {
        const std::uint64_t name = identity(event, connections);
        const auto at = places.lower_bound(name);  // the first of equal ones
        const bool is_known = at != places.end() && at->first == name;
        placed.emplace_back(is_known ? at->second : ~std::size_t{0}, event);
        if (is_known) places.erase(at);
    }
    std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
        const Event &x = a.second.event, &y = b.second.event;
        return std::tie(x.t, a.first, x.key, x.sequence) < std::tie(y.t, b.first, y.key, y.sequence);
    });
    for (std::size_t k = 0; k < events.size(); ++k) events[k] = placed[k].second;
}

}  // namespace

RankSnapshot Snapshots::take(const SnapshotScope& scope) {
    check_can_be_saved(scope);
    tables_.prepare();
    const ConnectionsByNumber look =
        tables_.network().connections().by_number(ConnectionsByNumber::Keeps::found_for_now);
    Model& model = tables_.model();
    const Delivery& delivery = tables_.delivery();
    RankSnapshot snapshot;
    snapshot.rank = static_cast<std::uint32_t>(tables_.transport().rank());
    snapshot.ranks = static_cast<std::uint32_t>(tables_.transport().size());
    snapshot.stretch = runs_;
    snapshot.step = intervals_.clock().step();
    snapshot.t = model.t;
    snapshot.dt = model.dt;
    snapshot.delivered = tables_.relay().settled();

    const CellIndex index(model, tables_.network(), scope.ignored);
    if (scope.cells_alone) check_names(index);
    const std::vector<PendingEvent> waiting = delivery.waiting();
    const std::vector<SpikeUnderWay> spikes = spikes_under_way(tables_.network().connections(), waiting);
    CellStates states(model, tables_.network(), delivery, index);
    states.gather(waiting, spikes);
    save_cells(states, index, scope, snapshot);
    snapshot.flying = flying_spikes(spikes);
    if (delivery.tie_order() == TieOrder::insertion)
        snapshot.event_order = order_of_events(tables_.network().connections(), waiting);
    if (scope.cells_alone) return snapshot;
    save_globals(model, snapshot);
    for (const auto& keeper : keepers_) {
        std::vector<RankSnapshot::Part> kept = keeper->save();
        std::move(kept.begin(), kept.end(), std::back_inserter(snapshot.parts));
    }
    save_recorded(tables_, index, snapshot);
    return snapshot;
}

std::vector<Gid> Snapshots::gids_of_cells(const SnapshotScope& scope) {
    tables_.prepare();
    std::vector<Gid> gids;
    const CellIndex index(tables_.model(), tables_.network(), scope.ignored);
    for (const CellIndex::Cell& cell : index.cells()) {
        if (cell.gid >= 0) gids.push_back(cell.gid);
    }
    return gids;
}

bool Snapshots::holds_cells_of(const RankSnapshot& snapshot) {
    const std::vector<Gid> here = gids_of_cells({});
    return here.size() == snapshot.cells.size() && std::all_of(here.begin(), here.end(), [&](Gid gid) {
               const auto at = std::lower_bound(snapshot.cells.begin(), snapshot.cells.end(), gid,
                                                [](const RankSnapshot::Cell& c, Gid wanted) { return c.gid < wanted; });
               return at != snapshot.cells.end() && at->gid == gid;
           });
}

std::size_t Snapshots::restore(const SnapshotSet& from, const SnapshotScope& scope) {
    check_can_be_saved();
    tables_.prepare();
    Model& model = tables_.model();
    const RankSnapshot& first = from.ranks.at(0);
    const PartFinder parts(from);
    const CellIndex index(model, tables_.network(), scope.ignored);
    if (scope.cells_alone) check_names(index);
    CellStates states(model, tables_.network(), tables_.delivery(), index);
    const std::size_t restored = restore_cells(states, index, from, parts, !scope.cells_alone);
    if (!scope.cells_alone) {
        restore_globals(model, parts);
        for (const auto& keeper : keepers_) {
            keeper->restore([&](const std::string& name, bool travels) { return parts.find(name, travels); });
        }
    }
    intervals_.clock().set_step(first.step);
    tables_.relay().set_settled(first.delivered);
    tables_.set_t(first.t);
    if (!scope.cells_alone) restore_recorded(tables_, index, from);
    restore_events(from, scope, states);
    intervals_.clock().forget_interval();
    tables_.relay().clear();
    for (const auto& type : model.mechanisms()) model.mechanism(type->id()).touch();
    model.update_tables();
    intervals_.clock().begin_interval();
    return restored;
}

void Snapshots::restore_events(const SnapshotSet& from, const SnapshotScope& scope, CellStates& states) {
    const RankSnapshot& first = from.ranks[0];
    Delivery& delivery = tables_.delivery();
    delivery.clear();
    add_flying(from, states.events);
    tables_.patterns().go_on(first.t, first.delivered, tables_.network(), delivery, states.events);
    tables_.player().go_on(first.delivered, !scope.cells_alone, states.events);
    if (delivery.tie_order() == TieOrder::insertion) sort_events(tables_.network().connections(), from, states.events);
    // In order of arming, which is the order of checking.
    std::stable_sort(states.watches.begin(), states.watches.end(),
                     [](const auto& a, const auto& b) { return a.watch.arming < b.watch.arming; });
    delivery.refill(states.events, states.watches, states.above);
}

}  // namespace ranvier::engine
