#include "engine/state/cell_snapshot.hpp"

#include <algorithm>

#include "engine/state/cell_index.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;
using Flying = RankSnapshot::Flying;

namespace {

/// Removes repeated spikes; of equal spikes keeps the one with the largest count, which is the last.
std::vector<Flying> without_repetition(std::vector<Flying> all) {
    std::sort(all.begin(), all.end());
    std::vector<Flying> unique;
    for (const Flying& spike : all) {
        if (!unique.empty() && unique.back().t == spike.t && unique.back().gid == spike.gid) unique.pop_back();
        unique.push_back(spike);
    }
    return unique;
}

/// Gathers the spikes of all ranks.
Task<std::vector<Flying>> gather_flying(exchange::Transport& transport, std::vector<Flying> mine) {
    co_return without_repetition(co_await exchange::gather_vectors<Flying>(transport, mine));
}

/// The time of a state.
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

/// The snapshot for a rank without cells; has the time of another rank's state.
RankSnapshot empty_snapshot(const std::vector<Head>& heads) {
    if (heads.empty()) throw StateError("no rank has a cell with a gid: there is nothing to restore");
    RankSnapshot empty;
    empty.t = heads[0].t;
    empty.dt = heads[0].dt;
    empty.delivered = heads[0].delivered;
    empty.step = heads[0].step;
    return empty;
}

}  // namespace

Task<void> settle_exchange(Snapshots& snapshots) {
    snapshots.tables().prepare();
    const ExchangeClock& clock = snapshots.intervals().clock();
    if (clock.is_alone() || !clock.has_begun()) co_return;
    if (snapshots.tables().takes_variable_steps()) {
        throw StateError("states of several ranks can be saved only between fixed steps");
    }
    co_await snapshots.intervals().finish();
}

Task<RankSnapshot> save_cells(Snapshots& snapshots, const SnapshotScope& scope) {
    co_await settle_exchange(snapshots);
    RankSnapshot snapshot = snapshots.take(scope);
    std::vector<Flying> flying = co_await gather_flying(snapshots.tables().transport(), snapshot.flying);
    snapshot.flying = std::move(flying);
    co_return snapshot;
}

Task<void> restore_cells(Snapshots& snapshots, SnapshotSet from, const SnapshotScope& scope) {
    RunTables& tables = snapshots.tables();
    std::vector<Flying> flying = co_await gather_flying(tables.transport(), flying_of(from));
    const std::vector<Head> mine = heads_of(from);
    const std::vector<Head> heads = co_await exchange::gather_vectors<Head>(tables.transport(), mine);
    if (from.ranks.empty()) from.ranks.push_back(empty_snapshot(heads));
    from.ranks[0].flying = std::move(flying);
    snapshots.restore(from, scope);
    // Targets of transfers may be parameters, which were not restored.
    if (tables.transfers().active()) co_await tables.transfers().transfer(tables.transport());
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

}  // namespace ranvier::engine
