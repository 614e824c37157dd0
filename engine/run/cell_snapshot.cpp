#include "engine/run/cell_snapshot.hpp"

#include <algorithm>

#include "engine/run/cell_index.hpp"
#include "engine/run/simulation_state.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;
using Flying = RankSnapshot::Flying;

namespace {

/// Each once; of equal ones that with the greatest count, which is the last.
std::vector<Flying> without_repetition(std::vector<Flying> all) {
    std::sort(all.begin(), all.end());
    std::vector<Flying> unique;
    for (const Flying& spike : all) {
        if (!unique.empty() && unique.back().t == spike.t && unique.back().gid == spike.gid) unique.pop_back();
        unique.push_back(spike);
    }
    return unique;
}

/// Those of all ranks.
Task<std::vector<Flying>> gather_flying(exchange::Transport& transport, std::vector<Flying> mine) {
    co_return without_repetition(co_await exchange::gather_vectors<Flying>(transport, mine));
}

/// Where in time a state is.
struct Head {
    double t, dt, delivered;
    std::int64_t step;
};

std::vector<Head> heads_of(const SnapshotSet& set) {
    std::vector<Head> heads;
    for (const RankSnapshot& rank : set.ranks) heads.push_back({rank.t, rank.dt, rank.delivered, rank.step});
    return heads;
}

std::vector<Flying> flying_of(const SnapshotSet& set) {
    std::vector<Flying> flying;
    for (const RankSnapshot& part : set.ranks) flying.insert(flying.end(), part.flying.begin(), part.flying.end());
    return flying;
}

/// A rank without cells learns from another where in time the state is.
RankSnapshot empty_snapshot(const std::vector<Head>& heads) {
    if (heads.empty()) throw StateError("no rank has a cell with a gid: there is nothing to bring back");
    RankSnapshot empty;
    empty.t = heads[0].t;
    empty.dt = heads[0].dt;
    empty.delivered = heads[0].delivered;
    empty.step = heads[0].step;
    return empty;
}

}  // namespace

Task<void> settle_exchange(Simulation& simulation) {
    Simulation::State& s = simulation.state();
    s.prepare();
    if (s.alone() || !s.initialised) co_return;
    if (s.takes_variable_steps()) throw StateError("states of several ranks can be saved between fixed steps alone");
    co_await s.finish_interval();
}

Task<RankSnapshot> save_cells(Simulation& simulation, const SnapshotScope& scope) {
    Simulation::State& s = simulation.state();
    co_await settle_exchange(simulation);
    RankSnapshot snapshot = take_snapshot(s, scope);
    std::vector<Flying> flying = co_await gather_flying(s.transport, snapshot.flying);
    snapshot.flying = std::move(flying);
    co_return snapshot;
}

Task<void> restore_cells(Simulation& simulation, SnapshotSet from, const SnapshotScope& scope) {
    Simulation::State& s = simulation.state();
    std::vector<Flying> flying = co_await gather_flying(s.transport, flying_of(from));
    const std::vector<Head> mine = heads_of(from);
    const std::vector<Head> heads = co_await exchange::gather_vectors<Head>(s.transport, mine);
    if (from.ranks.empty()) from.ranks.push_back(empty_snapshot(heads));
    from.ranks[0].flying = std::move(flying);
    restore_snapshot(s, from, scope);
    if (s.transfers.active()) co_await s.transfers.transfer(s.transport);  // into what may be a parameter
}

std::vector<RankSnapshot> split_by_cell(const RankSnapshot& snapshot) {
    std::vector<RankSnapshot> parts;
    for (const RankSnapshot::Cell& cell : snapshot.cells) {
        RankSnapshot& part = parts.emplace_back();
        part.rank = snapshot.rank;
        part.ranks = snapshot.ranks;
        part.stretch = snapshot.stretch;
        part.step = snapshot.step;
        part.t = snapshot.t;
        part.dt = snapshot.dt;
        part.delivered = snapshot.delivered;
        part.cells.push_back(cell);
        for (const Flying& spike : snapshot.flying) {
            const auto at = std::lower_bound(snapshot.cells.begin(), snapshot.cells.end(), spike.gid,
                                             [](const auto& c, Gid gid) { return c.gid < gid; });
            const bool is_named = at != snapshot.cells.end() && at->gid == spike.gid;
            if (is_named ? at->gid == cell.gid : parts.size() == 1) part.flying.push_back(spike);
        }
    }
    return parts;
}

std::vector<Gid> gids_of_cells(Simulation& simulation, const SnapshotScope& scope) {
    Simulation::State& s = simulation.state();
    s.prepare();
    std::vector<Gid> gids;
    const CellIndex index(s.model, s.network.state(), scope.ignored);
    for (const CellIndex::Cell& cell : index.cells()) {
        if (cell.gid >= 0) gids.push_back(cell.gid);
    }
    return gids;
}

}  // namespace ranvier::engine
