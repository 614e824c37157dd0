#include "engine/state/snapshot_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/cell/mechanism_type.hpp"

namespace ranvier::engine {

PartFinder::PartFinder(const SnapshotSet& from) : from_(from) {
    for (const RankSnapshot& rank : from.ranks) {
        for (const RankSnapshot::Part& part : rank.parts) by_name_[part.name].push_back(&part.state);
    }
}

const Bytes* PartFinder::find(const std::string& name, bool travels) const {
    const auto at = by_name_.find(name);
    if (at == by_name_.end()) return nullptr;
    const std::vector<const Bytes*>& found = at->second;
    const bool is_one = std::all_of(found.begin(), found.end(), [&](const Bytes* each) { return *each == *found[0]; });
    const bool is_everywhere = travels || found.size() == from_.ranks.size();
    if (is_one && is_everywhere) return found[0];
    throw StateError(
        fmt::format("{} differ{} between the {} ranks that saved the state, so it can be restored only on as many "
                    "ranks with the same cells",
                    name, name.ends_with('s') ? "" : "s", from_.ranks.size()));
}

std::span<const Bytes* const> PartFinder::all(const std::string& name) const {
    const auto at = by_name_.find(name);
    if (at == by_name_.end()) return {};
    return at->second;
}

const Bytes& PartFinder::need(const std::string& name) const {
    const Bytes* found = find(name, false);
    if (!found) throw StateError(fmt::format("the state is from another model: it has no {}", name));
    return *found;
}

namespace {

struct Name {
    std::string text;
    bool travels;
};

/// The name of a variable, the same on any rank if its cell has a gid.
Name name_of(VariableRef variable, const Model& model, const CellIndex& index) {
    if (variable.table == scalar_table) return {fmt::format("scalar {}", variable.column), true};
    const bool is_compartments = variable.table == compartment_table;
    const CellIndex::Place at =
        is_compartments ? index.place_of_compartment(variable.id) : index.place({variable.table, variable.id});
    if (at.cell == nothing)
        return {fmt::format("variable {}/{}/{}", variable.table, variable.column, variable.id), false};
    const Gid gid = index.cells()[at.cell].gid;
    const std::string cell = gid >= 0 ? fmt::format("gid {}", gid) : fmt::format("cell {}", at.cell);
    const std::string of = is_compartments ? "compartment" : model.mechanism(variable.table).name();
    return {fmt::format("{} {} {} {}", cell, of, at.ordinal, variable.column), gid >= 0};
}

/// The names of this rank's records, in order; several records of one variable are numbered.
std::vector<Name> names_of_records(RunTables& tables, const CellIndex& index) {
    std::vector<Name> names;
    std::map<std::string, int> seen;
    for (const RecordedSamples& record : tables.player().recorded()) {
        Name name = record.variable ? name_of(*record.variable, tables.model(), index) : Name{"function", false};
        name.text += record.is_clock ? " steps" : record.by_step ? " each step" : " at times";
        const int number = seen[name.text]++;
        name.text += fmt::format(" {}", number);
        names.push_back(std::move(name));
    }
    return names;
}

/// The recordings of spikes, by source.
std::vector<std::pair<SourceId, const Recording*>> recordings_of(const Network& network) {
    std::vector<std::pair<SourceId, const Recording*>> all;
    for (const auto& [source, recording] : network.recordings().by_source()) all.emplace_back(source, &recording);
    std::sort(all.begin(), all.end());
    return all;
}

void save_spikes(const Network& network, RankSnapshot& snapshot) {
    std::map<const std::vector<double>*, std::int32_t> numbers;
    const auto number_of = [&](const SpikeTimes& vector) {
        if (!vector) return -1;
        const auto [at, is_new] =
            numbers.emplace(vector.get(), static_cast<std::int32_t>(snapshot.spike_vectors.size()));
        if (is_new) snapshot.spike_vectors.push_back(*vector);
        return at->second;
    };
    for (const auto& [source, recording] : recordings_of(network)) {
        const std::int32_t times = number_of(recording->times), ids = number_of(recording->ids);
        snapshot.spikes.push_back({network.sources().gid_of(source), index_of(source), times, ids, recording->id});
    }
}

/// One source's times from the vectors of the rank that recorded it.
std::vector<double> times_of(const RankSnapshot& rank, const RankSnapshot::Spikes& spikes) {
    if (spikes.times < 0) return {};
    const std::vector<double>& times = rank.spike_vectors[static_cast<std::size_t>(spikes.times)];
    if (spikes.ids >= 0) {
        const std::vector<double>& ids = rank.spike_vectors[static_cast<std::size_t>(spikes.ids)];
        std::vector<double> mine;
        for (std::size_t k = 0; k < std::min(times.size(), ids.size()); ++k) {
            if (ids[k] == spikes.id) mine.push_back(times[k]);
        }
        return mine;
    }
    const auto users = std::count_if(rank.spikes.begin(), rank.spikes.end(),
                                     [&](const RankSnapshot::Spikes& each) { return each.times == spikes.times; });
    if (users == 1) return times;
    throw StateError(
        fmt::format("a Vector holds spikes of gid {} and of others without ids; it can be restored only on as many "
                    "ranks with the same cells",
                    spikes.gid));
}

void restore_own_spikes(const Network& network, const RankSnapshot& own) {
    const auto all = recordings_of(network);
    for (std::size_t k = 0; k < std::max(all.size(), own.spikes.size()); ++k) {
        if (k >= all.size() || k >= own.spikes.size() || all[k].first != SourceId{own.spikes[k].source} ||
            (all[k].second->times != nullptr) != (own.spikes[k].times >= 0)) {
            throw StateError("the state is from another model: spikes of other sources were recorded");
        }
        const auto bring_back = [&](const SpikeTimes& to, std::int32_t number) {
            if (to && number >= 0) *to = own.spike_vectors[static_cast<std::size_t>(number)];
        };
        bring_back(all[k].second->times, own.spikes[k].times);
        bring_back(all[k].second->ids, own.spikes[k].ids);
    }
}

void restore_moved_spikes(const Network& network, const SnapshotSet& from) {
    struct Spike {
        double t;
        Gid gid;
        double id;
        const Recording* to;
    };
    std::vector<Spike> spikes;
    for (const auto& [source, recording] : recordings_of(network)) {
        const Gid gid = network.sources().gid_of(source);
        if (recording->times) recording->times->clear();
        if (recording->ids) recording->ids->clear();
        bool is_found = false;
        for (const RankSnapshot& rank : from.ranks) {
            for (const RankSnapshot::Spikes& each : rank.spikes) {
                if (gid < 0 || each.gid != gid || is_found) continue;
                for (const double t : times_of(rank, each)) spikes.push_back({t, gid, recording->id, recording});
                is_found = true;
            }
        }
        if (!is_found) {
            throw StateError(gid < 0 ? "spikes of a source without a gid are recorded; they can be restored only on as "
                                       "many ranks with the same cells"
                                     : fmt::format("the state holds no recorded spikes of gid {}", gid));
        }
    }
    std::stable_sort(spikes.begin(), spikes.end(),
                     [](const Spike& a, const Spike& b) { return std::tie(a.t, a.gid) < std::tie(b.t, b.gid); });
    for (const Spike& spike : spikes) {
        if (spike.to->times) spike.to->times->push_back(spike.t);
        if (spike.to->ids) spike.to->ids->push_back(spike.id);
    }
}

}  // namespace

void save_recorded(RunTables& tables, const CellIndex& index, RankSnapshot& snapshot) {
    const std::vector<Name> names = names_of_records(tables, index);
    const std::vector<RecordedSamples> records = tables.player().recorded();
    for (std::size_t k = 0; k < records.size(); ++k) {
        snapshot.recorded.push_back({names[k].text, names[k].travels, *records[k].values});
    }
    save_spikes(tables.network(), snapshot);
}

void restore_recorded(RunTables& tables, const CellIndex& index, const SnapshotSet& from) {
    std::map<std::string, const RankSnapshot::Recorded*> saved;
    for (const RankSnapshot& rank : from.ranks) {
        for (const RankSnapshot::Recorded& recorded : rank.recorded) {
            if (from.is_own || recorded.travels) saved.emplace(recorded.name, &recorded);
        }
    }
    const std::vector<Name> names = names_of_records(tables, index);
    const std::vector<RecordedSamples> records = tables.player().recorded();
    for (std::size_t k = 0; k < records.size(); ++k) {
        const auto found = saved.find(names[k].text);
        if (found == saved.end()) {
            throw StateError(fmt::format("the state lacks the samples of a Vector ({}){}", names[k].text,
                                         from.is_own ? "" : "; they can be restored only on as many ranks"));
        }
        *records[k].values = found->second->values;
    }
    if (from.is_own) {
        restore_own_spikes(tables.network(), from.ranks[0]);
    } else {
        restore_moved_spikes(tables.network(), from);
    }
}

}  // namespace ranvier::engine
