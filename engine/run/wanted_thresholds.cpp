#include "engine/run/wanted_thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/event/simulation_error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// What a rank says of a gid: that the gid is its own, or which threshold the gid is to have.
struct Said {
    Gid gid;
    std::int32_t rank;
    std::int32_t is_owner;
    double mV;  // unless is_owner
};

/// Sends each message to the rank that `rank_of` names; returns those for this rank.
template <class RankOf>
Task<std::vector<Said>> deliver(exchange::Transport& transport, std::vector<Said> all, RankOf rank_of) {
    std::stable_sort(all.begin(), all.end(), [&](const Said& a, const Said& b) { return rank_of(a) < rank_of(b); });
    std::vector<std::size_t> counts(static_cast<std::size_t>(transport.size()));
    for (const Said& each : all) ++counts[static_cast<std::size_t>(rank_of(each))];
    co_return co_await exchange::exchange_vectors<Said>(transport, all, counts);
}

/// No rank needs to know all gids: what is said of a gid meets on rank gid modulo size.
Task<std::vector<Said>> meet(const Network& network, const std::map<Gid, Gids::WantedThreshold>& wanted,
                             exchange::Transport& transport) {
    const std::int32_t rank = transport.rank();
    std::vector<Said> all;
    for (const Gid gid : network.gids().cells()) all.push_back({gid, rank, 1, 0});
    for (const auto& [gid, threshold] : wanted) all.push_back({gid, rank, 0, threshold.mV});
    std::vector<Said> here =
        co_await deliver(transport, std::move(all), [n = transport.size()](const Said& of) { return of.gid % n; });
    std::stable_sort(here.begin(), here.end(), [](const Said& a, const Said& b) { return a.gid < b.gid; });
    co_return here;
}

/// For the owner of each gid: the threshold that was asked for. `conflict`: the first gid that was given two.
std::vector<Said> answers(const std::vector<Said>& sorted, double& conflict) {
    std::vector<Said> to_owners;
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end = std::find_if(begin, sorted.end(), [&](const Said& of) { return of.gid != begin->gid; });
        const auto is_request = [](const Said& of) { return of.is_owner == 0; };
        const auto first = std::find_if(begin, end, is_request);
        const auto owner = std::find_if_not(begin, end, is_request);
        if (first != end) {
            const bool differs =
                std::any_of(first, end, [&](const Said& of) { return is_request(of) && of.mV != first->mV; });
            if (differs) conflict = std::min(conflict, static_cast<double>(begin->gid));
            if (owner != end) to_owners.push_back({begin->gid, owner->rank, 0, first->mV});
        }
        begin = end;
    }
    return to_owners;
}

/// Every rank gets to know what each one asked for, and where.
Task<void> refuse(Gid gid, const std::map<Gid, Gids::WantedThreshold>& wanted, exchange::Transport& transport) {
    std::string mine;
    if (const auto found = wanted.find(gid); found != wanted.end()) {
        mine = fmt::format("; {:g} mV on rank {} ({})", found->second.mV, transport.rank(), found->second.line);
    }
    const std::vector<char> all = co_await exchange::gather_vectors<char>(transport, mine);
    throw SimulationError(
        fmt::format("the NetCons from gid {} set different thresholds of its source on different ranks{}", gid,
                    std::string_view(all.data(), all.size())));
}

}  // namespace

Task<void> bring_wanted_thresholds(Network& network, exchange::Transport& transport) {
    const std::map<Gid, Gids::WantedThreshold> wanted = std::exchange(network.gids().wanted_thresholds(), {});
    double conflict = none;
    const std::vector<Said> said = co_await meet(network, wanted, transport);
    std::vector<Said> to_owners = answers(said, conflict);
    conflict = co_await exchange::min_over_ranks(transport, conflict);
    if (conflict != none) co_await refuse(static_cast<Gid>(conflict), wanted, transport);
    const std::vector<Said> mine =
        co_await deliver(transport, std::move(to_owners), [](const Said& of) { return of.rank; });
    for (const Said& of : mine) network.gids().set_threshold(of.gid, of.mV);
}

}  // namespace ranvier::engine
