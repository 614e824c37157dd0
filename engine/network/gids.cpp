#include "engine/network/gids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/rule/gid_set.hpp"
#include "engine/rule/rule.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

// --- giving gids -----------------------------------------------------------------------------------------------------

void Gids::check_new(Gid gid) const {
    if (gid < 0) throw std::invalid_argument(fmt::format("a gid must be >= 0, not {}", gid));
    if (find(gid)) throw std::invalid_argument(fmt::format("gid {} is already on this rank", gid));
    if (is_input_here(gid)) {
        throw std::invalid_argument(
            fmt::format("gid {} is already an input of this rank: call set_gid2node before connecting to it", gid));
    }
}

void Gids::set_here(Gid gid) {
    check_new(gid);
    owned_.insert(gid, SourceId::none);
    changes_.announce();
}

void Gids::set_cell(Gid gid, SourceId from, bool output) {
    SourceId* found = owned_.find(gid);
    if (!found) {
        throw std::invalid_argument(
            is_input_here(gid)
                ? fmt::format("gid {} is an input of this rank: call set_gid2node before connecting to it", gid)
                : fmt::format("gid {} is not on this rank: call set_gid2node({}, id) first", gid, gid));
    }
    if (from == SourceId::none) {
        throw std::invalid_argument(fmt::format("gid {}: the NetCon given to cell has no source", gid));
    }
    Source& source = sources_[from];
    if (source.gid >= 0 && source.gid != gid) {
        throw std::invalid_argument(fmt::format("gid {}: the NetCon's source already has gid {}", gid, source.gid));
    }
    *found = from;
    source.gid = gid;
    source.output = output;
    changes_.announce();
}

void Gids::set_cell(Gid gid, InstanceId artificial_cell) {
    set_here(gid);
    const SourceId source = sources_.of(artificial_cell);
    *owned_.find(gid) = source;
    sources_[source].gid = gid;
    sources_[source].output = true;
}

void Gids::set_output(Gid gid) {
    const SourceId* found = find(gid);
    if (!found || *found == SourceId::none) {
        throw std::invalid_argument(
            fmt::format("gid {} has no source on this rank: call set_gid2node and cell before outputcell", gid));
    }
    if (sources_[*found].output) return;
    changes_.announce();
    sources_[*found].output = true;
}

void Gids::clear() {
    changes_.announce();
    owned_.for_each([&](Gid, SourceId source) {
        if (source == SourceId::none) return;
        sources_[source].gid = -1;
        sources_[source].output = false;
        recordings_.release(source);
    });
    connections_.clear_inputs();
    wanted_thresholds_.clear();
    owned_.clear();
    areas_.clear();
    positions_.clear();
}

// --- finding sources -------------------------------------------------------------------------------------------------

bool Gids::is_input_here(Gid gid) const {
    return connections_.is_any_from(input_of(gid));
}

int Gids::exists(Gid gid) const {
    const SourceId* source = find(gid);
    if (!source) return 0;
    if (*source == SourceId::none) return 1;
    return sources_[*source].output ? 3 : 2;
}

std::optional<SourceId> Gids::source_of(Gid gid) const {
    if (const SourceId* own = find(gid)) {
        return *own == SourceId::none ? std::nullopt : std::optional(*own);
    }
    return is_input_here(gid) ? std::optional(input_of(gid)) : std::nullopt;
}

SourceId Gids::source_to_connect(Gid gid) const {
    if (gid < 0) throw std::invalid_argument(fmt::format("a gid must be >= 0, not {}", gid));
    const SourceId* own = find(gid);
    if (own && *own == SourceId::none) {
        throw std::invalid_argument(fmt::format("gid {} is on this rank, but it has no cell: call pc.cell first", gid));
    }
    if (own) return *own;
    if (input_of(gid) == SourceId::none)
        throw std::invalid_argument(fmt::format("a gid must be < {}, not {}", gid, gid));
    return input_of(gid);
}

// --- for the exchange ------------------------------------------------------------------------------------------------

std::vector<Gid> Gids::owned() const {
    std::vector<Gid> gids;
    gids.reserve(owned_.size());
    owned_.for_each([&](Gid gid, SourceId source) {
        if (source != SourceId::none && sources_[source].output) gids.push_back(gid);
    });
    return gids;
}

std::vector<Gid> Gids::wanted() const {
    std::vector<Gid> gids;
    connections_.for_each_source([&](SourceId source) {
        if (is_input(source)) gids.push_back(gid_of_input(source));
    });
    boost::sort::spreadsort::integer_sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
    return gids;
}

std::vector<Gid> Gids::cells() const {
    std::vector<Gid> gids;
    owned_.for_each([&](Gid gid, SourceId source) {
        if (source != SourceId::none) gids.push_back(gid);
    });
    return gids;
}

std::vector<Gid> Gids::here() const {
    std::vector<Gid> gids;
    owned_.for_each([&](Gid gid, SourceId) { gids.push_back(gid); });
    return gids;
}

std::vector<Gid> Gids::firing_at_ends() const {
    std::vector<Gid> gids = owned();
    std::erase_if(gids, [this](Gid gid) {
        const InstanceId instance = sources_[*find(gid)].instance;
        if (!instance) return true;
        const rv_mechanism& of = *model_.mechanism(instance.mechanism).description();
        return (of.flags & RV_HAS_NET_EVENT) == 0 || of.advance == nullptr;
    });
    return gids;
}

bool Gids::has_inputs_by_rule() const {
    const auto is_whole = [this](const RuleConnections& made) {
        std::uint64_t here = 0;
        owned_.for_each(
            [&](Gid gid, SourceId source) { here += source != SourceId::none && made.rule->sources.contains(gid); });
        return here == made.rule->sources.size();
    };
    const std::span<const RuleConnections> folded = connections_.ruled().folded();
    return !std::all_of(folded.begin(), folded.end(), is_whole);
}

double Gids::min_input_delay() const {
    const double least = connections_.min_input_delay();
    return has_inputs_by_rule() ? std::min(least, connections_.ruled().min_input_delay()) : least;
}

// --- what else scripts say about gids --------------------------------------------------------------------------------

void Gids::record(std::optional<Gid> gid, const SpikeTimes& times, const SpikeTimes& ids) {
    if (!gid) {
        for (const Gid each : owned()) recordings_.record(*find(each), times, ids, each);
        return;
    }
    const SourceId* own = find(*gid);
    if (!own || *own == SourceId::none) {
        throw std::invalid_argument(
            fmt::format("gid {} has no source of spikes on this rank: nothing to record", *gid));
    }
    recordings_.record(*own, times, ids, *gid);
}

void Gids::set_threshold(Gid gid, double mV) {
    const SourceId* own = find(gid);
    if (!own || *own == SourceId::none) {
        throw std::invalid_argument(fmt::format("gid {} has no source of spikes on this rank", gid));
    }
    sources_.set_threshold(*own, mV);
}

void Gids::want_threshold(Gid gid, WantedThreshold threshold) {
    wanted_thresholds_.insert_or_assign(gid, std::move(threshold));
}

void Gids::set_area(const GidSet& gids, int area) {
    if (area < 0) throw std::invalid_argument(fmt::format("an area must be >= 0, not {}", area));
    if (gids.size() > 0 && gids.is_range()) {
        areas_.set(gids[0], gids.size(), area);
    } else {
        for (std::uint32_t i = 0; i < gids.size(); ++i) areas_.set(gids[i], 1, area);
    }
    changes_.announce();
}

}  // namespace ranvier::engine
