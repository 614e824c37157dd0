// Global ids, and the recording of spikes: ParallelContext's operations on a Network.
#include <fmt/format.h>

#include <algorithm>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <limits>
#include <stdexcept>

#include "engine/event/cell_gids.hpp"
#include "engine/event/network_state.hpp"

namespace ranvier::engine {

void Network::check_new_gid(Gid gid) const {
    const State& s = *state_;
    if (gid < 0) throw std::invalid_argument(fmt::format("a gid must be >= 0, not {}", gid));
    if (s.owned.find(gid)) throw std::invalid_argument(fmt::format("gid {} is already on this rank", gid));
    if (s.is_any_from(gid)) {
        throw std::invalid_argument(
            fmt::format("gid {} is already an input of this rank: call set_gid2node before connecting to it", gid));
    }
}

void Network::set_gid_here(Gid gid) {
    State& s = *state_;
    check_new_gid(gid);
    s.owned.insert(gid, nothing);
    s.change();
}

int Network::gid_exists(Gid gid) const {
    const std::uint32_t* source = state_->owned.find(gid);
    if (!source) return 0;
    if (*source == nothing) return 1;
    return state_->sources[*source].output ? 3 : 2;
}

void Network::set_cell(Gid gid, NetConId netcon, bool output) {
    State& s = *state_;
    std::uint32_t* found = s.owned.find(gid);
    if (!found) {
        throw std::invalid_argument(
            s.is_any_from(gid)
                ? fmt::format("gid {} is an input of this rank: call set_gid2node before connecting to it", gid)
                : fmt::format("gid {} is not on this rank: call set_gid2node({}, id) first", gid, gid));
    }
    const std::uint32_t k = s.connections.by_number().source(s.at(netcon));
    if (k == nothing) throw std::invalid_argument(fmt::format("gid {}: the NetCon given to cell has no source", gid));
    Source& source = s.sources[k];
    if (source.gid >= 0 && source.gid != gid) {
        throw std::invalid_argument(fmt::format("gid {}: the NetCon's source already has gid {}", gid, source.gid));
    }
    *found = k;
    source.gid = gid;
    source.output = output;
    s.change();
}

void Network::set_cell(Gid gid, InstanceId artificial_cell) {
    set_gid_here(gid);
    const auto k = static_cast<std::uint32_t>(source_of(artificial_cell));
    *state_->owned.find(gid) = k;
    state_->sources[k].gid = gid;
    state_->sources[k].output = true;
}

void Network::set_output(Gid gid) {
    State& s = *state_;
    const std::uint32_t* found = s.owned.find(gid);
    if (!found || *found == nothing) {
        throw std::invalid_argument(
            fmt::format("gid {} has no source on this rank: call set_gid2node and cell before outputcell", gid));
    }
    if (s.sources[*found].output) return;
    s.change();
    s.sources[*found].output = true;
}

NetConId Network::gid_connect(Gid gid, InstanceId target) {
    State& s = *state_;
    if (gid < 0) throw std::invalid_argument(fmt::format("a gid must be >= 0, not {}", gid));
    if (const std::uint32_t* own = s.owned.find(gid)) {
        if (*own == nothing) {
            throw std::invalid_argument(
                fmt::format("gid {} is on this rank, but it has no cell: call pc.cell first", gid));
        }
        return connect(SourceId{*own}, target);
    }
    if (input_of(gid) == nothing) throw std::invalid_argument(fmt::format("a gid must be < {}, not {}", gid, gid));
    return connect(SourceId{input_of(gid)}, target);
}

std::optional<SourceId> Network::source_of_gid(Gid gid) const {
    if (const std::uint32_t* own = state_->owned.find(gid)) {
        return *own == nothing ? std::nullopt : std::optional(SourceId{*own});
    }
    return state_->is_any_from(gid) ? std::optional(SourceId{input_of(gid)}) : std::nullopt;
}

void Network::set_gid_threshold(Gid gid, double mV) {
    const std::uint32_t* own = state_->owned.find(gid);
    if (!own || *own == nothing) {
        throw std::invalid_argument(fmt::format("gid {} has no source of spikes on this rank", gid));
    }
    set_threshold(SourceId{*own}, mV);
}

void Network::want_threshold(Gid gid, WantedThreshold threshold) {
    state_->wanted_thresholds.insert_or_assign(gid, std::move(threshold));
}

std::map<Gid, Network::WantedThreshold>& Network::wanted_thresholds() {
    return state_->wanted_thresholds;
}

Network::OtherConnections Network::for_each_gid_connection(const std::function<void(const GidConnection&)>& act) const {
    State& s = *state_;
    const CellGids cells(s);
    std::vector<Gid> gid_of_target;
    gid_of_target.reserve(s.targets.size());
    for (const InstanceId target : s.targets) gid_of_target.push_back(cells.gid_of(target));
    OtherConnections others;
    const ConnectionsByNumber all = s.connections.by_number();
    s.connections.for_each_number([&](std::uint32_t n) {
        const Connection it = all[n];
        const Gid source = it.source == nothing ? -1 : s.gid_of(it.source);
        const Gid target = it.target == nothing ? -1 : gid_of_target[it.target];
        if (source < 0 || target < 0 || !it.is_active) {
            if (others.count++ == 0) others.first = s.describe(n);
        } else {
            act({source, target, it.delay, it.weights.empty() ? 0. : it.weights[0]});
        }
    });
    return others;
}

void Network::clear_gids() {
    State& s = *state_;
    s.change();
    s.owned.for_each([&](Gid, std::uint32_t k) {
        if (k == nothing) return;
        s.sources[k].gid = -1;
        s.sources[k].output = false;
        s.release_source(k);
    });
    s.connections.clear_inputs();
    s.wanted_thresholds.clear();
    s.owned.clear();
    s.areas.clear();
}

void Network::set_area(const GidSet& gids, int area) {
    if (area < 0) throw std::invalid_argument(fmt::format("an area must be >= 0, not {}", area));
    if (gids.size() > 0 && gids.is_range()) {
        state_->areas.set(gids[0], gids.size(), area);
    } else {
        for (std::uint32_t i = 0; i < gids.size(); ++i) state_->areas.set(gids[i], 1, area);
    }
    state_->change();
}

std::optional<int> Network::area(Gid gid) const {
    return state_->areas.of(gid);
}

std::vector<Gid> Network::owned() const {
    std::vector<Gid> gids;
    gids.reserve(state_->owned.size());
    state_->owned.for_each([&](Gid gid, std::uint32_t k) {
        if (k != nothing && state_->sources[k].output) gids.push_back(gid);
    });
    return gids;
}

std::vector<Gid> Network::wanted() const {
    std::vector<Gid> gids;
    state_->connections.for_each_source([&](std::uint32_t source) {
        if (is_input(source)) gids.push_back(gid_of_input(source));
    });
    boost::sort::spreadsort::integer_sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
    return gids;
}

std::vector<Gid> Network::cells() const {
    std::vector<Gid> gids;
    state_->owned.for_each([&](Gid gid, std::uint32_t source) {
        if (source != nothing) gids.push_back(gid);
    });
    return gids;
}

std::vector<Gid> Network::firing_at_ends() const {
    std::vector<Gid> gids = owned();
    std::erase_if(gids, [this](Gid gid) {
        const InstanceId instance = state_->sources[*state_->owned.find(gid)].instance;
        if (!instance) return true;
        const rv_mechanism& of = *state_->model.mechanism(instance.mechanism).description();
        return (of.flags & RV_HAS_NET_EVENT) == 0 || of.advance == nullptr;
    });
    return gids;
}

std::vector<Gid> Network::gids_here() const {
    std::vector<Gid> gids;
    state_->owned.for_each([&](Gid gid, std::uint32_t) { gids.push_back(gid); });
    return gids;
}

bool Network::State::has_inputs_by_rule() const {
    const auto is_whole = [this](const RuleConnections& made) {
        std::uint64_t here = 0;
        owned.for_each(
            [&](Gid gid, std::uint32_t source) { here += source != nothing && made.rule->sources.contains(gid); });
        return here == made.rule->sources.size();
    };
    const std::span<const RuleConnections> folded = connections.ruled().folded();
    return !std::all_of(folded.begin(), folded.end(), is_whole);
}

double Network::min_input_delay() const {
    const State& s = *state_;
    const double least = s.connections.min_input_delay();
    return s.has_inputs_by_rule() ? std::min(least, s.connections.ruled().min_input_delay()) : least;
}

// --- recording -------------------------------------------------------------------------------------------------------

namespace {

void note_recording(Network::State& network, SourceId source) {
    if (Source* s = network.at(source)) s->recorded = true;
}

}  // namespace

void Network::record(SourceId source, SpikeTimes times, SpikeTimes ids, double id) {
    note_recording(*state_, source);
    Recording& to = state_->recordings[static_cast<std::uint32_t>(source)];
    to.times = std::move(times);
    to.ids = std::move(ids);
    to.id = id;
}

void Network::record_gid(std::optional<Gid> gid, SpikeTimes times, SpikeTimes ids) {
    if (!gid) {
        for (const Gid each : owned()) record(SourceId{*state_->owned.find(each)}, times, ids, each);
        return;
    }
    const std::uint32_t* own = state_->owned.find(*gid);
    if (!own || *own == nothing) {
        throw std::invalid_argument(
            fmt::format("gid {} has no source of spikes on this rank: nothing to record", *gid));
    }
    record(SourceId{*own}, std::move(times), std::move(ids), *gid);
}

void Network::record_callback(SourceId source, std::function<void(double t)> callback) {
    note_recording(*state_, source);
    state_->recordings[static_cast<std::uint32_t>(source)].callback = std::move(callback);
    state_->count_callbacks();
}

void Network::stop_recording(SourceId source) {
    if (Source* s = state_->at(source)) s->recorded = false;
    state_->recordings.erase(static_cast<std::uint32_t>(source));
    state_->count_callbacks();
    state_->release_source(static_cast<std::uint32_t>(source));
}

SpikeTimes Network::recorded_times(SourceId source) const {
    const auto found = state_->recordings.find(static_cast<std::uint32_t>(source));
    return found == state_->recordings.end() ? nullptr : found->second.times;
}

void Network::stop_recording_into(const SpikeTimes& values) {
    std::vector<std::uint32_t> without;
    for (auto& [source, recording] : state_->recordings) {
        if (recording.times == values) recording.times = nullptr;
        if (recording.ids == values) recording.ids = nullptr;
        if (!recording.times && !recording.ids) without.push_back(source);
    }
    std::sort(without.begin(), without.end());
    for (const std::uint32_t source : without) {
        if (!state_->recordings[source].callback) {
            stop_recording(SourceId{source});
        } else {
            state_->release_source(source);
        }
    }
}

void Network::State::count_callbacks() {
    callbacks = static_cast<std::size_t>(
        std::count_if(recordings.begin(), recordings.end(), [](const auto& r) { return bool(r.second.callback); }));
}

void Network::set_raster(RasterSink sink) {
    state_->raster = std::move(sink);
}

}  // namespace ranvier::engine
